import { expect, test } from "vitest";
import { type DraftProblem, type DraftProblemAction, draftProblemText } from "./draft-problem.ts";

/** The action that each problem's banner offers. */
const ACTIONS = {
  not_connected: "reconnect",
  writing_off: "settings",
  permission_missing: "reconnect",
  another_merchant: "reconnect",
  outage: "retry",
  several_customers: "choose-customer",
  customer_of_another_client: "choose-customer",
  customer_missing: "choose-customer",
  email_missing: "review",
  recipient_changed: "review",
  amount_differs: "review",
  changed_in_square: "review",
  deleted_in_square: "review",
  published_in_square: "open-square",
  canceled_in_square: "open-square",
  previous_in_square: "open-square",
  due_date_passed: "review",
  location_unavailable: "settings",
  not_cancelable: "open-square",
  rejected: "review",
} satisfies Record<DraftProblem, DraftProblemAction>;

const isProblem = (key: string): key is DraftProblem => Object.hasOwn(ACTIONS, key);
const PROBLEMS = Object.keys(ACTIONS).filter(isProblem);

test.each(PROBLEMS)("%s explains the problem and the next step, and offers an action", (problem) => {
  const { title, nextStep, action } = draftProblemText(problem);
  expect(title).toMatch(/^[A-Z][^.]+$/);
  expect(nextStep).toMatch(/^[A-Z].+\.$/);
  expect(action).toBe(ACTIONS[problem]);
});

test("each problem has a unique title", () => {
  const titles = PROBLEMS.map((problem) => draftProblemText(problem).title);
  expect(new Set(titles).size).toBe(PROBLEMS.length);
});
