import { expect, test } from "vitest";
import { parseSyncResponse } from "#domain/square/sync-response.ts";

test("reads a finished sync with or without a report", () => {
  const body = { success: true, synced: 12, changed: 3, message: "Synced 12 invoices from Square" };
  expect(parseSyncResponse(body)).toEqual({
    kind: "finished",
    result: { synced: 12, changed: 3, unmatched: 0, rejected: 0 },
  });
  expect(parseSyncResponse({ ...body, report: { unmatched: 2, rejectedCount: 1 } })).toMatchObject({
    result: { unmatched: 2, rejected: 1 },
  });
  expect(parseSyncResponse({ ...body, report: null })).toMatchObject({ result: { synced: 12 } });
  expect(parseSyncResponse({ success: true, synced: 0, message: "" })).toMatchObject({
    result: { synced: 0, changed: null },
  });
});

test("reads the message of a failure, and treats every unknown response as a failure", () => {
  expect(parseSyncResponse({ success: false, message: "We couldn't reach Square." })).toEqual({
    kind: "failed",
    message: "We couldn't reach Square.",
  });
  expect(parseSyncResponse({ success: false, synced: 3, message: "Stopped" })).toMatchObject({
    kind: "failed",
  });
  for (const body of [null, "text", [], {}, { success: true }]) {
    expect(parseSyncResponse(body)).toEqual({ kind: "failed", message: "" });
  }
});

test("reads the progress of a running sync", () => {
  const body = { success: true, runId: "run", message: "Still syncing", progress: { seen: 40 } };
  expect(parseSyncResponse(body)).toEqual({ kind: "running", runId: "run", seen: 40 });
  expect(parseSyncResponse({ ...body, progress: undefined })).toMatchObject({ kind: "running", seen: 0 });
});
