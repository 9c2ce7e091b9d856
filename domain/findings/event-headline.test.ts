import { expect, test } from "vitest";
import { formatEventHeadline } from "./event-headline.ts";

test.each([
  ["published", null, "New finding WL-12-003"],
  ["corrected", "2", "Finding WL-12-003 was corrected"],
  ["status-changed", "in_progress", "Finding WL-12-003 is now in progress"],
  ["retested", "partly_fixed", "Retest of finding WL-12-003: partially fixed"],
  ["due-date-changed", "2026-12-31", "Finding WL-12-003 is now due Dec 31, 2026"],
  ["due-date-changed", null, "Finding WL-12-003 has no deadline now"],
  ["planned", null, "Finding WL-12-003 has no planned fix date"],
  ["assigned", null, "Finding WL-12-003 is no longer assigned"],
  ["acceptance-approved", "2026-12-31", "Risk of finding WL-12-003 accepted until Dec 31, 2026"],
  ["of-a-later-version", null, "Finding WL-12-003 was updated"],
  [null, null, "New comment on finding WL-12-003"],
])("describes %s to %s as %s", (action, toValue, headline) => {
  expect(formatEventHeadline("WL-12-003", { action, toValue })).toBe(headline);
});
