import { expect, test } from "vitest";
import { draftProblemText } from "#domain/invoices/drafts/draft-problem.ts";
import { invoiceDraftBadge, isInProgress } from "#domain/invoices/drafts/invoice-draft.ts";

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

test("names the next step of each problem", () => {
  expect(draftProblemText("permission_missing")).toEqual({
    title: "Square hasn't allowed creating invoices",
    nextStep: "Reconnect Square to allow it, then try again.",
    action: "reconnect",
  });
});
