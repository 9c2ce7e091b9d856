import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import {
  ACTIVITY_GROUPS,
  type ActivityEntry,
  activityToCsv,
  describeActivity,
  describeAutomaticActivity,
  getActor,
} from "./activity.ts";

const ENTRY: ActivityEntry = {
  id: 1,
  at: instant("2026-11-24T09:30:00Z"),
  actor_role: "client",
  actor: "ada@example.com",
  action: "signed-in",
  subject: "",
  details: {},
};

test.each([
  [{ action: "signed-in" }, "signed in"],
  [{ action: "downloaded", subject: "Report.pdf" }, "downloaded Report.pdf"],
  [
    { action: "invited", subject: "b@x.example", details: { role: "billing" } },
    "invited b@x.example as Billing",
  ],
  [{ action: "joined", subject: "ada@example.com", details: { role: "auditor" } }, "joined as Auditor"],
  [{ action: "joined", subject: "b@x.example", details: { role: "owner" } }, "added b@x.example as Owner"],
  [
    { action: "role-changed", subject: "b@x.example", details: { from: "billing", to: "technical" } },
    "changed the role of b@x.example from Billing to Technical",
  ],
  [{ action: "booking-requested", subject: "AI Red Teaming" }, "requested AI Red Teaming"],
  [{ action: "quote-requested", subject: "AI Red Teaming" }, "requested a quote for AI Red Teaming"],
  [{ action: "meeting-requested", subject: "Kickoff" }, "requested a meeting: Kickoff"],
  [{ action: "joined", subject: "b@x.example", details: null }, "added b@x.example as an unknown role"],
] as const)("describes %o", (overrides, text) => {
  expect(describeActivity({ ...ENTRY, ...overrides })).toBe(text);
});

test("every action belongs to one group and has a description", () => {
  const actions = Object.values(ACTIVITY_GROUPS).flatMap(
    (group): readonly ActivityEntry["action"][] => group.actions,
  );
  expect(new Set(actions).size).toBe(actions.length);
  for (const action of actions) {
    expect(describeActivity({ ...ENTRY, action, subject: "subject" })).toMatch(/^[a-z][\w\- .:]+$/);
  }
});

test("entries of administrators show the firm, and those of the system show System", () => {
  expect(getActor(ENTRY, "Wardline")).toBe("ada@example.com");
  expect(getActor({ ...ENTRY, actor: "", actor_role: "admin" }, "Wardline")).toBe("Wardline");
  expect(getActor({ ...ENTRY, actor: "", actor_role: "system" }, "Wardline")).toBe("System");
});

test("a milestone that is accepted automatically has no person as its subject", () => {
  const entry = { ...ENTRY, action: "milestone-accepted", subject: "Kickoff" } as const;
  expect(describeAutomaticActivity({ ...entry, actor: "", actor_role: "system" })).toBe(
    "Milestone Kickoff accepted automatically",
  );
  expect(describeAutomaticActivity(entry)).toBeNull();
});

test("the CSV file cannot contain formulas", () => {
  const csv = activityToCsv([{ ...ENTRY, actor: "=1+1@example.com" }], "Wardline");
  expect(csv).toContain(`"2026-11-24 09:30","'=1+1@example.com","signed in"`);
});
