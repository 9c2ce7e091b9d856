import { expect, test } from "vitest";
import { draftProblemText } from "#domain/invoices/drafts/draft-problem.ts";
import { invoiceDraftBadge, isInProgress, isRequestEnded } from "#domain/invoices/drafts/invoice-draft.ts";

test.each([
  [{ status: "draft", requested_status: "draft", problem: null }, "Draft", false],
  [{ status: "draft", requested_status: "prepared", problem: null }, "Preparing in Square", true],
  [{ status: "prepared", requested_status: "prepared", problem: null }, "Ready to publish", false],
  [{ status: "prepared", requested_status: "published", problem: null }, "Publishing", true],
  [{ status: "prepared", requested_status: "published", problem: "outage" }, "Needs attention", false],
  [{ status: "published", requested_status: "published", problem: null }, "Published", false],
] as const)("%j is shown as %s", (draft, label, isWorking) => {
  expect(invoiceDraftBadge(draft).label).toBe(label);
  expect(isInProgress(draft)).toBe(isWorking);
});

test.each([
  [{ status: "prepared", requested_status: "published", problem: "due_date_passed" }, false],
  [{ status: "prepared", requested_status: "prepared", problem: "changed_in_square" }, true],
  [{ status: "published", requested_status: "published", problem: "published_in_square" }, true],
  [{ status: "prepared", requested_status: "prepared", problem: "outage" }, false],
  [{ status: "draft", requested_status: "draft", problem: "previous_in_square" }, false],
] as const)("the request of %j has ended: %s", (draft, hasEnded) => {
  expect(isRequestEnded(draft)).toBe(hasEnded);
});

test("names the next step of each problem", () => {
  expect(draftProblemText("permission_missing")).toEqual({
    title: "Square hasn't granted permission to create invoices",
    nextStep: "Reconnect Square to grant it, then try again.",
    action: "reconnect",
  });
});
