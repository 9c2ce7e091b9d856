import { randomUUID } from "node:crypto";
import { type Brand, brand } from "#brand";
import type { Query } from "#server/database.ts";
import {
  addressConfirmation,
  invitation,
  passwordReset,
  signInLink,
} from "#server/email/messages/account-links.ts";
import {
  addressChangeAsked,
  addressChanged,
  confirmationCode,
  passwordChanged,
} from "#server/email/messages/account-notices.ts";
import { queueMail } from "#server/email/outbox.ts";
import type { Jobs } from "#server/jobs/queue.ts";

/** A mail the authentication service wants sent. */
export type AccountMail = { to: string; userId: string } & (
  | {
      kind: "recovery" | "invite" | "magic_link" | "email_change" | "confirmation";
      tokenHash: string;
      type: string;
    }
  | { kind: "reauthentication"; nonce: string }
  | { kind: "email_change_notice" | "email_changed_notice"; newEmail: string }
  | { kind: "password_changed" }
);

/** Kinds of queued mail that begin so hold a secret: their text is forgotten once they are sent. */
export const ACCOUNT_MAIL = "account-";

/**
 * Puts an account's mail into the outbox, in the transaction that made its token. Links lead to the one page that
 * spends tokens, on PUBLIC_URL alone, whatever address was asked for.
 */
export function queueAccountMail(
  jobs: Jobs,
  publicUrl: string,
): (query: Query, mail: AccountMail) => Promise<void> {
  return async (query, mail) => {
    await queueMail(query, jobs, {
      deduplicationKey: `${ACCOUNT_MAIL}${randomUUID()}`,
      kind: `${ACCOUNT_MAIL}${mail.kind.replaceAll("_", "-")}`,
      recipient: mail.to,
      ...messageOf(mail, publicUrl, brand),
    });
  };
}

function messageOf(mail: AccountMail, publicUrl: string, firm: Brand): { subject: string; text: string } {
  if ("tokenHash" in mail) {
    const query = new URLSearchParams({ token_hash: mail.tokenHash, type: mail.type });
    return LINKS[mail.kind]({ url: `${publicUrl}/reset-password?${query}`, brand: firm });
  }
  switch (mail.kind) {
    case "reauthentication":
      return confirmationCode(mail.nonce, firm);
    case "email_change_notice":
      return addressChangeAsked(mail.newEmail, firm);
    case "email_changed_notice":
      return addressChanged(mail.newEmail, firm);
    case "password_changed":
      return passwordChanged(firm);
  }
}

const LINKS = {
  recovery: passwordReset,
  invite: invitation,
  magic_link: signInLink,
  email_change: addressConfirmation,
  confirmation: addressConfirmation,
} as const;
