import { randomUUID } from "node:crypto";

const STORED_DOMAIN = "outbox.invalid";

/** Returns a new Message-ID as stored in the outbox, without brackets. Sending replaces its domain with the sender's. */
export function newMessageId(): string {
  return `${randomUUID()}@${STORED_DOMAIN}`;
}

/** Returns the stored form of a Message-ID that was sent from any domain. Null if the outbox did not create it. */
export function toStoredMessageId(sentId: string): string | null {
  const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[\w.-]+$/i.exec(sentId)?.[1];
  return id ? `${id.toLowerCase()}@${STORED_DOMAIN}` : null;
}
