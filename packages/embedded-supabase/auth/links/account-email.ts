import type pg from "pg";
import type { TokenPurpose } from "./one-time-tokens.ts";

/** An email about an account. The application renders and sends it. */
export type AccountEmail = { to: string; userId: string } & (
  | {
      kind: "recovery" | "invite" | "magic_link" | "email_change" | "confirmation";
      /** Consumed by `POST /verify` with this `type`. Works once, until `expiresAt`. */
      tokenHash: string;
      type: TokenPurpose;
      expiresAt: Date;
      /** On the public origin or an allowed origin. */
      redirectTo: string;
    }
  | { kind: "reauthentication"; nonce: string; expiresAt: Date }
  /** Sent to the old address when a change is requested, and when it is complete. */
  | { kind: "email_change_notice" | "email_changed_notice"; newEmail: string }
  | { kind: "password_changed" }
);

/** Queues an email in the transaction that causes it. A background job sends it, so requests do not wait. */
export type QueueEmail = (client: pg.PoolClient, email: AccountEmail) => Promise<void>;
