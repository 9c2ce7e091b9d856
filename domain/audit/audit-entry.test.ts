import { expect, test } from "vitest";
import {
  type AuditEntry,
  describeChange,
  formatChanges,
  formatOtherChanges,
  getActionLabel,
  getTargetName,
  isTechnicalColumn,
  listChanges,
  listIds,
  matchActionLabels,
} from "#domain/audit/audit-entry.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";

test("labels an action with a verb", () => {
  const label = (action: AuditEntry["action"], table_name: string, event: string | null = null) =>
    getActionLabel({ action, table_name, event });
  expect(label("update", "projects")).toBe("Changed project");
  expect(label("resend invitation", "clients")).toBe("Resent invitation for client");
  expect(label("connect", "provider_connections")).toBe("Connected Square");
  expect(label("insert", "some_new_table")).toBe("Created some new table");
  expect(label(unknownValue("novel"), "clients")).toBe("Novel: client");
  expect(label("update", "invoice_drafts", "publish invoice")).toBe("Published invoice");
  expect(label("update", "invoice_drafts", "a newer event")).toBe("Changed draft invoice");
});

test.each([
  [1, null],
  [2, "and 1 other change"],
  [6, "and 5 other changes"],
])("describes the other changes of a request with %i", (entry_count, text) => {
  expect(formatOtherChanges({ entry_count })).toBe(text);
});

test("finds the labels that contain a word", () => {
  const match = matchActionLabels("INVOICE");
  expect(match.events).toContain("publish invoice");
  expect(match.events).not.toContain("send proposal");
  expect(match.tables).toEqual(["invoices", "invoice_reminders", "invoice_drafts"]);
  expect(match.actions).toEqual([]);
  expect(match.actionsWithTable).toContain("update");
  // The label is "Connected Square" for every table.
  expect(match.actionsWithTable).not.toContain("connect");
  expect(matchActionLabels("changed")).toMatchObject({ actions: ["update"], tables: [] });
  expect(matchActionLabels("xyz")).toMatchObject({ events: [], actions: [], tables: [] });
});

test("lists changed columns of an update without timestamps", () => {
  const before = { id: "p1", status: "open", notes: "", updated_at: "1" };
  const after = { id: "p1", status: "frozen", notes: null, updated_at: "2" };
  expect(listChanges({ before, after })).toEqual([{ column: "status", before: "open", after: "frozen" }]);
});

test("omits counters", () => {
  const before = { calendar_sequence: 0, revision: 1 };
  expect(listChanges({ before, after: { calendar_sequence: 1, revision: 2 } })).toEqual([]);
});

test("describes times in the time zone, and known ids with their names", () => {
  const id = "cab1359e-327a-4000-8000-000000000000";
  const describe = (column: string, before: string | null, after: string | null) =>
    describeChange({ column, before, after }, new Map([[id, "Ada Byron"]]), "America/New_York");
  expect(describe("scheduled_at", null, "2026-11-28T17:00:00+00:00")).toEqual({
    column: "scheduled_at",
    field: "Scheduled at",
    before: null,
    after: "Nov 28, 2026, 12:00 PM EST",
  });
  expect(describe("target_date", "2026-12-01", null).before).toBe("Dec 1, 2026");
  expect(describe("confirmed_cents", null, "120050")).toMatchObject({
    field: "Confirmed amount",
    after: "$1,200.50",
  });
  expect(describe("host_id", null, id)).toMatchObject({ field: "Host", before: null, after: "Ada Byron" });
  expect(describe("square_customer_id", "C1", "C2")).toMatchObject({
    field: "Square customer ID",
    after: "C2",
  });
});

test("identifies internal columns", () => {
  expect(["requested_status", "square_order_id", "status", "scheduled_at"].filter(isTechnicalColumn)).toEqual(
    ["requested_status", "square_order_id"],
  );
});

test("lists the ids in changes", () => {
  const id = "cab1359e-327a-4000-8000-000000000000";
  const changes = [
    { column: "host_id", before: null, after: id },
    { column: "status", before: "pending", after: "approved" },
  ];
  expect(listIds(changes)).toEqual([id]);
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
