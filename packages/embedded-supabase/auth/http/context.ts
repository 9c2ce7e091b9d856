import type { Context } from "hono";
import type pg from "pg";
import type { ApiKeys } from "../../api-keys.ts";
import type { Log } from "../../log.ts";
import type { SecretCipher } from "../../secret-cipher.ts";
import type { AccessTokens } from "../../tokens/access-tokens.ts";
import type { SigningKeys } from "../../tokens/signing-keys.ts";
import type { BackgroundWork } from "../limits/background-work.ts";
import type { PasswordRequestLimit } from "../limits/password-requests.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { QueueEmail } from "../links/account-email.ts";
import type { PasswordHasher } from "../password/password-hasher.ts";
import type { RefreshTokens } from "../sessions/refresh-tokens.ts";

/** One attempt to sign in by password, link or code, or to verify a second factor. Contains no secrets. */
export type SignInAttempt = {
  /** The email address as entered, or of the account; empty if a link matches no account. */
  email: string;
  userId: string | null;
  outcome: "succeeded" | "wrong-credentials" | "wrong-link" | "wrong-factor" | "rate-limited" | "banned";
  address: string;
  userAgent: string;
  at: Date;
};

/** Dependencies of the `/auth/v1` endpoints. */
export type AuthContext = {
  pool: pg.Pool;
  /** Public origin, used as the base of every link. */
  publicUrl: string;
  /** Other origins that links may redirect to. */
  allowedRedirectOrigins: string[];
  apiKeys: ApiKeys;
  signingKeys: SigningKeys;
  accessTokens: AccessTokens;
  passwords: PasswordHasher;
  limitPasswordRequests: PasswordRequestLimit;
  rateLimits: RateLimits;
  refreshTokens: RefreshTokens;
  /** Encrypts secrets at rest, such as those of authenticator apps. */
  secretCipher: SecretCipher;
  now: () => Date;
  clientAddress: (context: Context) => string;
  onSignInAttempt: (attempt: SignInAttempt) => Promise<void>;
  /** Returns whether a CAPTCHA token is valid; null if no CAPTCHA is configured. */
  verifyCaptcha: ((token: string, address: string) => Promise<boolean>) | null;
  queueEmail: QueueEmail;
  /** Prepares the emails that anonymous callers request, after the response. */
  backgroundWork: BackgroundWork;
  log: Log;
};
