import { expect, test } from "vitest";
import { isDownloadable, scanStatusBadge } from "#domain/documents/document-scan.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";

test.each([
  ["pending", false, "Scanning", "info"],
  ["clear", true, "Clean", "positive"],
  ["unscanned", true, "Not scanned", "neutral"],
  ["quarantined", false, "Quarantined", "negative"],
  [unknownValue("a_later_state"), false, "A Later State", "neutral"],
] as const)("%s: downloadable %s, label %s", (state, may, label, tone) => {
  expect(isDownloadable({ scan_status: state })).toBe(may);
  expect(scanStatusBadge(state)).toEqual({ label, tone });
});
