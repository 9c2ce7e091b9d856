import { expect, test } from "vitest";
import { ApiError, toNetworkError } from "#app/api/client/api-error.ts";
import { formatSyncDetails, syncErrorMessage } from "./sync-messages.ts";

test("shows the counts of a sync and omits unknown ones", () => {
  const result = { synced: 12, changed: 3, unmatched: 1, rejected: 2 };
  expect(formatSyncDetails(result)).toBe("3 new or changed. 1 has no matching client. 2 couldn't be saved.");
  const withoutProblems = { ...result, unmatched: 0, rejected: 0 };
  expect(formatSyncDetails({ ...withoutProblems, changed: 0 })).toBe("Already up to date.");
  expect(formatSyncDetails({ ...withoutProblems, changed: null })).toBe("");
});

test("shows the message of a failed sync, or a generic message if there is none", () => {
  const createError = (message: string) => new ApiError({ status: 200, code: "sync_failed", message });
  expect(syncErrorMessage(createError("Square is limiting requests."))).toBe(
    "Sync failed: Square is limiting requests.",
  );
  const genericMessage = "Failed to sync invoices. Please try again.";
  expect(syncErrorMessage(createError(""))).toBe(genericMessage);
  expect(syncErrorMessage(toNetworkError(new Error("offline")))).toBe(genericMessage);
});
