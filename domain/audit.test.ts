import { expect, test } from "vitest";
import { actWords, changesOf, rowName } from "#domain/audit.ts";

test("an act is told by its verb and the noun of its table", () => {
  expect(actWords({ action: "update", table_name: "projects" })).toBe("Changed project");
  expect(actWords({ action: "invite again", table_name: "clients" })).toBe("Invite again: client");
  expect(actWords({ action: "insert", table_name: "some_new_table" })).toBe("Created some new table");
});

test("an update tells the columns that differ and leaves out when it was", () => {
  const before = { id: "p1", status: "open", notes: "", updated_at: "1" };
  const after = { id: "p1", status: "frozen", notes: null, updated_at: "2" };
  expect(changesOf({ before, after })).toEqual([{ column: "status", before: "open", after: "frozen" }]);
});

test("a new row tells what it holds, a deleted one what it held, lists and all", () => {
  expect(
    changesOf({ before: null, after: { features: ["a", "b"], price: 0, on: false, empty: "" } }),
  ).toEqual([
    { column: "features", before: null, after: '["a","b"]' },
    { column: "on", before: null, after: "false" },
    { column: "price", before: null, after: "0" },
  ]);
  expect(changesOf({ before: { name: "x" }, after: null })).toEqual([
    { column: "name", before: "x", after: null },
  ]);
});

test("a row is named by what people call it, else by its id", () => {
  expect(rowName({ before: null, after: { project_name: "Audit" }, row_id: "p1" })).toBe("Audit");
  expect(rowName({ before: { company: "Acme" }, after: null, row_id: "c1" })).toBe("Acme");
  expect(rowName({ before: {}, after: [], row_id: "x1" })).toBe("x1");
  expect(rowName({ before: null, after: null, row_id: "true" })).toBe("");
});
