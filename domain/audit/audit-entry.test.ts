import { expect, test } from "vitest";
import { getActionLabel, getRowName, listChanges } from "#domain/audit/audit-entry.ts";

test("labels an action by verb and table", () => {
  expect(getActionLabel({ action: "update", table_name: "projects" })).toBe("Changed project");
  expect(getActionLabel({ action: "resend invitation", table_name: "clients" })).toBe(
    "Resend invitation: client",
  );
  expect(getActionLabel({ action: "insert", table_name: "some_new_table" })).toBe("Created some new table");
});

test("lists changed columns of an update without timestamps", () => {
  const before = { id: "p1", status: "open", notes: "", updated_at: "1" };
  const after = { id: "p1", status: "frozen", notes: null, updated_at: "2" };
  expect(listChanges({ before, after })).toEqual([{ column: "status", before: "open", after: "frozen" }]);
});

test("lists all values of created and deleted rows, including arrays", () => {
  expect(
    listChanges({ before: null, after: { features: ["a", "b"], price: 0, on: false, empty: "" } }),
  ).toEqual([
    { column: "features", before: null, after: '["a","b"]' },
    { column: "on", before: null, after: "false" },
    { column: "price", before: null, after: "0" },
  ]);
  expect(listChanges({ before: { name: "x" }, after: null })).toEqual([
    { column: "name", before: "x", after: null },
  ]);
});

test("names a row by a human-readable column, or by its id if there is none", () => {
  expect(getRowName({ before: null, after: { project_name: "Audit" }, row_id: "p1" })).toBe("Audit");
  expect(getRowName({ before: { company: "Acme" }, after: null, row_id: "c1" })).toBe("Acme");
  expect(getRowName({ before: {}, after: [], row_id: "x1" })).toBe("x1");
  expect(getRowName({ before: null, after: null, row_id: "true" })).toBe("");
});
