import { expect, test } from "vitest";
import { describeRequiredEmails, listEmailTopics } from "./email-preferences.ts";

const TECHNICAL = ["meetings", "messages", "projects", "requests"];

test("members choose among the emails that their role gets", () => {
  expect(listEmailTopics({ role: "technical", permissions: TECHNICAL })).toEqual([
    "documents",
    "projects",
    "meetings",
    "messages",
  ]);
  expect(listEmailTopics({ role: "billing", permissions: [...TECHNICAL, "billing"] })).toContain("receipts");
});

test("auditors get only emails about documents", () => {
  expect(listEmailTopics({ role: "auditor", permissions: ["meetings", "projects"] })).toEqual(["documents"]);
});

test.each([
  [
    ["billing", "requests"],
    "invoices, overdue notices, plan changes, answers to your requests, and security notices",
  ],
  [TECHNICAL, "answers to your requests and security notices"],
  [["meetings", "projects"], "security notices"],
])("members with the permissions %o always get %s", (permissions, emails) => {
  expect(describeRequiredEmails(permissions)).toBe(emails);
});
