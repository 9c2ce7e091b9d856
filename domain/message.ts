import * as z from "zod/mini";
import { type CalendarDate, dateIn } from "#domain/calendar-date.ts";

/** The two sides of a thread, as the column `sender_role` names them. */
export type MessageSide = "client" | "admin";

export type MessageFacts = {
  sender_role: string;
  created_at: string;
  read_by_client_at: string | null;
  read_by_firm_at: string | null;
};

/** Somebody writing; the length is what the messages table accepts. */
export const MessageDraft = z.object({
  body: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Please write a message"),
      z.maxLength(5000, "Message must be at most 5000 characters"),
    ),
});
export type MessageDraft = z.infer<typeof MessageDraft>;

/** Written by the other side and not read by this one. */
export function isUnread(message: MessageFacts, reader: MessageSide): boolean {
  if (message.sender_role === reader) return false;
  return (reader === "client" ? message.read_by_client_at : message.read_by_firm_at) === null;
}

/** The messages of each day, in the order given; days are those of the reader's time zone. */
export function byDay<Message extends Pick<MessageFacts, "created_at">>(
  messages: readonly Message[],
  timeZone: string,
): { day: CalendarDate; messages: Message[] }[] {
  const days = Map.groupBy(messages, ({ created_at }) => dateIn(new Date(created_at), timeZone));
  return Array.from(days, ([day, ofDay]) => ({ day, messages: ofDay }));
}
