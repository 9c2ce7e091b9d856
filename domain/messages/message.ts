import * as z from "zod/mini";
import { groupBy } from "#domain/collections/group-by.ts";
import { type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";

/** Values of the column `sender_role`. */
export type MessageSide = "client" | "admin";

export type ReadableMessage = {
  sender_role: string;
  created_at: Instant;
  read_by_client_at: Instant | null;
  read_by_firm_at: Instant | null;
};

/** A new message. The length limit matches the table's. */
export const MessageDraft = z.object({
  body: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Write a message"),
      z.maxLength(5000, "Message must be at most 5,000 characters"),
    ),
});
export type MessageDraft = z.infer<typeof MessageDraft>;

/** A new message of an administrator to a client that they select. */
export const ClientMessageDraft = z.extend(MessageDraft, {
  clientId: z.string().check(z.minLength(1, "Select a client")),
});
export type ClientMessageDraft = z.infer<typeof ClientMessageDraft>;

/** Whether the other side sent the message and `reader` has not read it. */
export function isUnread(message: ReadableMessage, reader: MessageSide): boolean {
  if (message.sender_role === reader) {
    return false;
  }
  return (reader === "client" ? message.read_by_client_at : message.read_by_firm_at) === null;
}

/** Groups messages by day in the reader's time zone, keeping their order. */
export function groupByDay<Message extends Pick<ReadableMessage, "created_at">>(
  messages: readonly Message[],
  timeZone: string,
): { day: CalendarDate; messages: Message[] }[] {
  const days = groupBy(messages, ({ created_at }) => dateInTimeZone(new Date(created_at), timeZone));
  return Array.from(days, ([day, ofDay]) => ({ day, messages: ofDay }));
}
