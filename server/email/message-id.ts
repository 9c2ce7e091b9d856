import { randomUUID } from "node:crypto";

const KEPT_DOMAIN = "outbox.invalid";

/** A Message-ID as the outbox keeps it, without brackets; what goes out has the sender's domain in place of this one. */
export function newMessageId(): string {
  return `${randomUUID()}@${KEPT_DOMAIN}`;
}

/** The kept form of a Message-ID that went out, whatever the sender's domain was then; null for one that is not ours. */
export function keptMessageId(sent: string): string | null {
  const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[\w.-]+$/i.exec(sent)?.[1];
  return id ? `${id.toLowerCase()}@${KEPT_DOMAIN}` : null;
}
