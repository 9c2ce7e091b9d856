import { type CalendarDate, daysBetween } from "#domain/dates/calendar-date.ts";

/** The number of days for which a client is new. */
const NEW_CLIENT_DAYS = 30;

export type FirstStep = "second-factor" | "account-details" | "first-message";

type FirstStepsInput = {
  client: { joined_date: CalendarDate; phone: string | null; address: string | null };
  hasSecondFactor: boolean;
  hasSentMessage: boolean;
  today: CalendarDate;
};

export function isNewClient(client: { joined_date: CalendarDate }, today: CalendarDate): boolean {
  return daysBetween(client.joined_date, today) < NEW_CLIENT_DAYS;
}

/** The steps of a new client's checklist, and whether each is done. Null if the client is not new or all are done. */
export function listFirstSteps(input: FirstStepsInput): Array<{ step: FirstStep; isDone: boolean }> | null {
  const { client, hasSecondFactor, hasSentMessage, today } = input;
  const steps: Array<{ step: FirstStep; isDone: boolean }> = [
    { step: "second-factor", isDone: hasSecondFactor },
    { step: "account-details", isDone: Boolean(client.phone && client.address) },
    { step: "first-message", isDone: hasSentMessage },
  ];
  return isNewClient(client, today) && steps.some(({ isDone }) => !isDone) ? steps : null;
}
