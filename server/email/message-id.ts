import { randomUUID } from "node:crypto";

const STORED_DOMAIN = "outbox.invalid";

/**
 * Creates a Message-ID for the outbox, without brackets. Its domain is replaced with the sender's domain when the email
 * is sent.
 */
export function createMessageId(): string {
  return `${randomUUID()}@${STORED_DOMAIN}`;
}

/**
 * Converts the Message-ID of a sent email to the form stored in the outbox. Returns null if the outbox did not create
 * it.
 */
export function toStoredMessageId(sentId: string): string | null {
  const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[\w.-]+$/i.exec(sentId)?.[1];
  return id ? `${id.toLowerCase()}@${STORED_DOMAIN}` : null;
}
