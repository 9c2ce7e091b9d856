import type pg from "pg";
import type { TokenPurpose } from "./one-time-tokens.ts";

/** A mail about an account, to be put into the queue; words and looks are the product's business. */
export type AccountMail = { to: string; userId: string } & (
  | {
      kind: "recovery" | "invite" | "magic_link" | "email_change" | "confirmation";
      /** Spent by `POST /verify` with this `type`; works once, until `expiresAt`. */
      tokenHash: string;
      type: TokenPurpose;
      expiresAt: Date;
      /** An address we lead to: on the public origin or on the allow-list. */
      redirectTo: string;
    }
  | { kind: "reauthentication"; nonce: string; expiresAt: Date }
  /** To the old address: a change was asked for; it has happened. */
  | { kind: "email_change_notice" | "email_changed_notice"; newEmail: string }
  | { kind: "password_changed" }
);

/** Queues a mail in the transaction of its cause. Sending it is somebody else's work: no request waits for it. */
export type QueueMail = (client: pg.PoolClient, mail: AccountMail) => Promise<void>;
