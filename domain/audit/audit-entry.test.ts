import { expect, test } from "vitest";
import { formatChanges, getActionLabel, getTargetName, listChanges } from "#domain/audit/audit-entry.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";

test("labels an action with a verb", () => {
  expect(getActionLabel({ action: "update", table_name: "projects" })).toBe("Changed project");
  expect(getActionLabel({ action: "resend invitation", table_name: "clients" })).toBe(
    "Resent invitation for client",
  );
  expect(getActionLabel({ action: "connect", table_name: "provider_connections" })).toBe("Connected Square");
  expect(getActionLabel({ action: "insert", table_name: "some_new_table" })).toBe("Created some new table");
  expect(getActionLabel({ action: unknownValue("novel"), table_name: "clients" })).toBe("Novel: client");
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

test("names a target, or shows an id that is readable", () => {
  const uuid = "cab1359e-327a-4000-8000-000000000000";
  expect(getTargetName({ target_name: "Model audit", row_id: uuid })).toBe("Model audit");
  expect(getTargetName({ target_name: null, row_id: "sync-invoices" })).toBe("sync-invoices");
  expect(getTargetName({ target_name: null, row_id: uuid })).toBeNull();
  expect(getTargetName({ target_name: null, row_id: "true" })).toBeNull();
  expect(getTargetName({ target_name: null, row_id: null })).toBeNull();
});

test("formats changes for an export", () => {
  expect(
    formatChanges({
      before: { status: "open", target_date: null },
      after: { status: "frozen", target_date: "2026-12-01" },
    }),
  ).toBe("status: open → frozen; target date: — → 2026-12-01");
});
