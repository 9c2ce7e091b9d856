import { expect, test } from "vitest";
import { describeEvent } from "#domain/findings/history.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

type Change = readonly [from: string | null, to: string | null, text: string];

const CHANGES: Record<ClosedSets["finding_events.action"], readonly Change[]> = {
  published: [[null, null, "Published"]],
  corrected: [["1", "2", "Corrected (version 2)"]],
  withdrawn: [[null, null, "Withdrawn"]],
  restored: [[null, null, "Republished"]],
  "status-changed": [
    ["open", "in_progress", "Status changed from Open to In progress"],
    ["in_progress", "ready_for_retest", "Status changed from In progress to Ready for retest"],
    ["ready_for_retest", "open", "Status changed from Ready for retest to Open"],
    ["open", "disputed", "Status changed from Open to Disputed"],
    ["open", "reopened", "Status changed from Open to unknown"],
    ["constructor", "__proto__", "Status changed from unknown to unknown"],
    [null, null, "Status changed from unknown to unknown"],
  ],
  "dispute-answered": [["disputed", "open", "Response to the dispute"]],
  assigned: [
    [null, "Ada Lovelace", "Assigned to Ada Lovelace"],
    ["Bob", "Ada Lovelace", "Assigned to Ada Lovelace"],
    ["Bob", null, "Unassigned from Bob"],
  ],
  planned: [
    [null, "2026-03-01", "Fix planned for Mar 1, 2026"],
    ["2026-03-01", null, "Planned fix date removed"],
  ],
  "due-date-changed": [
    ["2026-03-01", "2026-12-31", "Deadline changed to Dec 31, 2026"],
    ["2026-03-01", null, "Deadline removed"],
  ],
  "retest-requested": [[null, null, "Retest requested"]],
  "retest-started": [[null, null, "Retest started"]],
  "retest-canceled": [[null, null, "Retest canceled"]],
  retested: [
    [null, "fixed", "Retested: Fixed"],
    ["not_fixed", "partly_fixed", "Retested: Partially fixed"],
    [null, "not_fixed", "Retested: Not fixed"],
    [null, "inconclusive", "Retested: unknown"],
    [null, null, "Retested: unknown"],
  ],
  "acceptance-requested": [[null, "2026-06-30", "Risk acceptance requested until Jun 30, 2026"]],
  "acceptance-approved": [
    [null, "2026-06-30", "Risk accepted until Jun 30, 2026"],
    [null, "2026-02-29", "Risk accepted until —"],
    [null, null, "Risk accepted until —"],
  ],
  "acceptance-rejected": [[null, null, "Risk acceptance rejected"]],
  "acceptance-withdrawn": [[null, null, "Risk acceptance request withdrawn"]],
  "acceptance-revoked": [[null, null, "Risk acceptance revoked"]],
  "acceptance-expired": [[null, null, "Risk acceptance expired"]],
};

const CASES = Object.entries(CHANGES).flatMap(([action, changes]) =>
  changes.map(([from, to, text]) => [action, from, to, text] as const),
);

test.each(CASES)("describes %s from %j to %j as %j", (action, fromValue, toValue, text) => {
  expect(describeEvent({ action, fromValue, toValue })).toBe(text);
});

test.each([
  "merged",
  "",
  "constructor",
  "toString",
  "__proto__",
])("describes the unknown action %j", (action) => {
  expect(describeEvent({ action, fromValue: "open", toValue: "fixed" })).toBe("Changed");
});
