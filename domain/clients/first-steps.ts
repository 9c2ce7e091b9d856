import { type CalendarDate, daysBetween } from "#domain/dates/calendar-date.ts";

/** Number of days after joining in which the checklist is shown. */
const NEW_CLIENT_DAYS = 30;

export type FirstStep = "second-factor" | "account-details" | "first-message";

type FirstStepsInput = {
  client: { joined_date: CalendarDate; phone: string | null; address: string | null };
  /** Whether the user can change the account's details. */
  canChangeDetails: boolean;
  canSendMessages: boolean;
  hasSecondFactor: boolean;
  hasSentMessage: boolean;
  today: CalendarDate;
};

export function isNewClient(client: { joined_date: CalendarDate }, today: CalendarDate): boolean {
  return daysBetween(client.joined_date, today) < NEW_CLIENT_DAYS;
}

/** Returns the steps of a new client's checklist. Null if the client is no longer new or all steps are done. */
export function listFirstSteps(input: FirstStepsInput): Array<{ step: FirstStep; isDone: boolean }> | null {
  const { client, canChangeDetails, canSendMessages, hasSecondFactor, hasSentMessage, today } = input;
  const steps: Array<{ step: FirstStep; isDone: boolean }> = [
    { step: "second-factor", isDone: hasSecondFactor },
    ...(canChangeDetails
      ? [{ step: "account-details" as const, isDone: Boolean(client.phone && client.address) }]
      : []),
    ...(canSendMessages ? [{ step: "first-message" as const, isDone: hasSentMessage }] : []),
  ];
  return isNewClient(client, today) && steps.some(({ isDone }) => !isDone) ? steps : null;
}
