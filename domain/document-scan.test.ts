import { expect, test } from "vitest";
import { isDownloadable, scanState } from "#domain/document-scan.ts";

test.each([
  ["pending", false, "Being checked", "info"],
  ["clear", true, "Clear", "positive"],
  ["unscanned", true, "Not scanned", "neutral"],
  ["quarantined", false, "Quarantined", "negative"],
  ["a_later_state", false, "A Later State", "neutral"],
])("a document that is %s: may be handed out %s, reads %s", (state, may, label, tone) => {
  expect(isDownloadable({ scan_state: state })).toBe(may);
  expect(scanState(state)).toEqual({ label, tone });
});
