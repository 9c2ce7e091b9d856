import { expect, test } from "vitest";
import { isDownloadable, scanStatus } from "#domain/documents/document-scan.ts";

test.each([
  ["pending", false, "Scanning", "info"],
  ["clear", true, "Clear", "positive"],
  ["unscanned", true, "Not scanned", "neutral"],
  ["quarantined", false, "Quarantined", "negative"],
  ["a_later_state" as never, false, "A Later State", "neutral"],
] as const)("%s: downloadable %s, label %s", (state, may, label, tone) => {
  expect(isDownloadable({ scan_status: state })).toBe(may);
  expect(scanStatus(state)).toEqual({ label, tone });
});
