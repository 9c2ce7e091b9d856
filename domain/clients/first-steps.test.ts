import { expect, test } from "vitest";
import { addDays, calendarDate } from "#domain/dates/calendar-date.ts";
import { listFirstSteps } from "./first-steps.ts";

const JOINED = calendarDate("2026-03-01");
const START = {
  client: { joined_date: JOINED, phone: null, address: null },
  canChangeDetails: true,
  canSendMessages: true,
  hasSecondFactor: false,
  hasSentMessage: false,
  today: JOINED,
};
const COMPLETE_CLIENT = { joined_date: JOINED, phone: "555-0100", address: "1 Main Street" };

test("a new client has three steps", () => {
  expect(listFirstSteps(START)).toEqual([
    { step: "second-factor", isDone: false },
    { step: "account-details", isDone: false },
    { step: "first-message", isDone: false },
  ]);
});

test("account details require a phone number and an address", () => {
  const isDone = (client: typeof COMPLETE_CLIENT) => listFirstSteps({ ...START, client })?.[1]?.isDone;
  expect(isDone(COMPLETE_CLIENT)).toBe(true);
  expect(isDone({ ...COMPLETE_CLIENT, phone: "" })).toBe(false);
  expect(isDone({ ...COMPLETE_CLIENT, address: "" })).toBe(false);
});

test("the checklist ends when all steps are done", () => {
  const done = { ...START, client: COMPLETE_CLIENT, hasSecondFactor: true, hasSentMessage: true };
  expect(listFirstSteps(done)).toBeNull();
  expect(listFirstSteps({ ...done, hasSentMessage: false })).not.toBeNull();
});

test("the checklist ends after 30 days", () => {
  expect(listFirstSteps({ ...START, today: addDays(JOINED, 29) })).not.toBeNull();
  expect(listFirstSteps({ ...START, today: addDays(JOINED, 30) })).toBeNull();
});

test("members get only the steps that their role allows", () => {
  const steps = listFirstSteps({ ...START, canChangeDetails: false, canSendMessages: false });
  expect(steps).toEqual([{ step: "second-factor", isDone: false }]);
});
