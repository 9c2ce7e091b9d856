import { expect, test } from "vitest";
import {
  countStates,
  FINDING_STATE_BADGES,
  getFindingState,
  isOpenState,
  OPEN_STATES,
  type RemediationStatus,
  toFindingStateBadge,
  VERDICT_BADGES,
  type Verdict,
} from "#domain/findings/finding-state.ts";
import { listKeys } from "#domain/status.ts";

const REMEDIATION_STATUSES: readonly RemediationStatus[] = [
  "open",
  "in_progress",
  "ready_for_retest",
  "disputed",
  "risk_accepted",
];
const VERDICTS: readonly (Verdict | null)[] = [null, "fixed", "partly_fixed", "not_fixed"];

test.each(["draft", "withdrawn"] as const)("a %s finding has this state", (publicationStatus) => {
  for (const remediationStatus of REMEDIATION_STATUSES) {
    for (const verdict of VERDICTS) {
      expect(getFindingState({ publicationStatus, remediationStatus, verdict })).toBe(publicationStatus);
    }
  }
});

test.each(
  REMEDIATION_STATUSES,
)("a published finding that is %s has this state until it is fixed", (status) => {
  const states = VERDICTS.map((verdict) =>
    getFindingState({ publicationStatus: "published", remediationStatus: status, verdict }),
  );
  expect(states).toEqual([status, "fixed", status, status]);
});

test("four states are open", () => {
  const states = listKeys(FINDING_STATE_BADGES).filter(isOpenState);
  expect(states).toEqual(["open", "in_progress", "ready_for_retest", "disputed"]);
  expect(OPEN_STATES).toEqual(states);
});

test.each(["", "Open", "open ", "closed", "constructor"])("the unknown state %j is not open", (state) => {
  expect(isOpenState(state)).toBe(false);
});

test.each([
  ["draft", "Draft", "neutral"],
  ["open", "Open", "neutral"],
  ["in_progress", "In progress", "info"],
  ["ready_for_retest", "Ready for retest", "info"],
  ["disputed", "Disputed", "warning"],
  ["risk_accepted", "Risk accepted", "neutral"],
  ["fixed", "Fixed", "positive"],
  ["withdrawn", "Withdrawn", "neutral"],
  ["reopened", "reopened", "neutral"],
  ["constructor", "constructor", "neutral"],
  ["__proto__", "__proto__", "neutral"],
  ["", "", "neutral"],
])("shows the state %j as %j, %s", (state, label, tone) => {
  expect(toFindingStateBadge(state)).toEqual({ label, tone });
});

test("only the verdict fixed is positive", () => {
  expect(VERDICT_BADGES).toEqual({
    fixed: { label: "Fixed", tone: "positive" },
    partly_fixed: { label: "Partially fixed", tone: "warning" },
    not_fixed: { label: "Not fixed", tone: "negative" },
  });
});

test("counts the findings in each state, in display order and without empty states", () => {
  const findings = ["fixed", "open", "draft", "open", "unknown"].map((state) => ({ state }));
  expect(countStates(findings)).toEqual([
    { state: "draft", count: 1 },
    { state: "open", count: 2 },
    { state: "fixed", count: 1 },
  ]);
  expect(countStates([])).toEqual([]);
});
