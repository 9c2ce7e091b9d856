import type { Context } from "hono";
import type pg from "pg";
import type { ApiKeys } from "../api-keys.ts";
import type { Log } from "../log.ts";
import type { AccessTokens } from "../tokens/access-tokens.ts";
import type { SigningKeys } from "../tokens/signing-keys.ts";
import type { QueueMail } from "./account-mail.ts";
import type { SecretSeal } from "./factors/secret-seal.ts";
import type { Passwords } from "./passwords.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { RefreshTokens } from "./refresh-tokens.ts";

/** One try to sign in by password, link or code, or to give a second factor, whatever became of it. Holds no secret. */
export type SignInAttempt = {
  /** As typed, or the account's; empty where a link names nobody. */
  email: string;
  userId: string | null;
  outcome: "succeeded" | "wrong-credentials" | "wrong-link" | "wrong-factor" | "rate-limited" | "banned";
  address: string;
  userAgent: string;
  at: Date;
};

/** What every endpoint of `/auth/v1` works with. */
export type AuthContext = {
  pool: pg.Pool;
  /** The origin people reach: the base of every address we hand out. */
  publicUrl: string;
  /** Other origins a link may lead back to. */
  allowedRedirectOrigins: string[];
  apiKeys: ApiKeys;
  signingKeys: SigningKeys;
  accessTokens: AccessTokens;
  passwords: Passwords;
  limits: RateLimits;
  refreshTokens: RefreshTokens;
  /** Keeps the secrets of authenticator apps from who reads the database. */
  secretSeal: SecretSeal;
  now: () => Date;
  clientAddress: (context: Context) => string;
  onSignInAttempt: (attempt: SignInAttempt) => Promise<void>;
  /** True when the answer to a captcha is right; null where no captcha is asked for. */
  verifyCaptcha: ((token: string, address: string) => Promise<boolean>) | null;
  queueMail: QueueMail;
  log: Log;
};
