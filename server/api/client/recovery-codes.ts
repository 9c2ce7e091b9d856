import { createHash, randomInt } from "node:crypto";
import { Hono } from "hono";
import { brand } from "#brand";
import {
  formatRecoveryCode,
  parseRecoveryCode,
  RECOVERY_CODE_ALPHABET,
  RECOVERY_CODE_COUNT,
  RECOVERY_CODE_LENGTH,
  RedeemRecoveryCode,
} from "#domain/sign-in/recovery-code.ts";
import { ACCOUNT_EMAIL_PREFIX } from "#server/auth/account-email.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { getSessionId, requireRecentSignIn } from "#server/auth/require-recent-sign-in.ts";
import type { UserClaims } from "#server/auth/sessions.ts";
import { recordSignInAttempt } from "#server/auth/sign-in-attempts.ts";
import type { Query } from "#server/database/database.ts";
import { recoveryCodeUsed } from "#server/email/messages/account-notices.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { toNetworkPrefix } from "#server/http/client-address.ts";
import { ApiError } from "#server/http/errors.ts";
import type { RateLimit } from "#server/http/rate-limits.ts";
import { validateJson } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 4 * 1024;
const LIMIT_PER_ACCOUNT: RateLimit = { name: "recovery-code-account", points: 10, seconds: 900 };
const LIMIT_PER_ADDRESS: RateLimit = { name: "recovery-code-address", points: 30, seconds: 900 };

type Dependencies = Pick<Services, "database" | "jobs" | "rateLimits" | "clientAddress" | "now"> & {
  config: Pick<Services["config"], "publicUrl">;
};

/**
 * `GET /api/recovery-codes` returns how many codes are left. `POST /api/recovery-codes` replaces them and returns the new
 * ones once. `POST /api/recovery-codes/redeem` uses up a code instead of a second factor: it removes all second factors
 * and codes of the account and ends its other sessions.
 */
export function createRecoveryCodeRoutes(services: Dependencies) {
  const { database, now } = services;
  return new Hono<CallerEnv>()
    .get("/recovery-codes", async (context) => {
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.count_recovery_codes() as left"),
      );
      return context.json({ success: true, left: row?.left ?? 0 });
    })
    .post("/recovery-codes", async (context) => {
      const { caller } = context.var;
      const codes = Array.from({ length: RECOVERY_CODE_COUNT }, generateCode);
      await database.asCaller(caller, async (query) => {
        await requireRecentSignIn(query, caller, now());
        await requireVerifiedFactor(query);
        await query("select endpoints.replace_recovery_codes($1)", [codes.map(hashCode)]);
      });
      context.header("cache-control", "no-store");
      return context.json({ success: true, codes: codes.map(formatRecoveryCode) }, 201);
    })
    .post(
      "/recovery-codes/redeem",
      validateJson(RedeemRecoveryCode, { maxBytes: MAX_BODY_BYTES }),
      async (context) => {
        const { caller } = context.var;
        const address = services.clientAddress(context);
        await database.bypassPolicies({ reason: "count attempts with a recovery code" }, async (query) => {
          await services.rateLimits.take(query, LIMIT_PER_ADDRESS, toNetworkPrefix(address));
          await services.rateLimits.take(query, LIMIT_PER_ACCOUNT, caller.sub);
        });
        const isRedeemed = await redeemCode(services, caller, context.req.valid("json").code);
        await recordSignInAttempt(database, {
          email: caller.email,
          userId: caller.sub,
          outcome: isRedeemed ? "succeeded" : "wrong-factor",
          address,
          userAgent: context.req.header("user-agent") ?? "",
          at: now(),
        });
        if (!isRedeemed) {
          throw new ApiError(
            400,
            "wrong_recovery_code",
            "That recovery code is incorrect or already used. Try another code.",
          );
        }
        return context.json({ success: true });
      },
    );
}

function generateCode(): string {
  return Array.from(
    { length: RECOVERY_CODE_LENGTH },
    () => RECOVERY_CODE_ALPHABET[randomInt(RECOVERY_CODE_ALPHABET.length)],
  ).join("");
}

function hashCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}

async function requireVerifiedFactor(query: Query): Promise<void> {
  const [row] = await query("select auth.jwt() ->> 'aal' = 'aal2' as is_verified");
  if (!row?.is_verified) {
    throw new ApiError(409, "no_factors", "Set up two-factor authentication first.");
  }
}

/** Returns false for a wrong code, and for a session that needs no second factor. */
async function redeemCode(
  { database, jobs, now, config }: Dependencies,
  caller: UserClaims,
  typedCode: string,
): Promise<boolean> {
  const code = parseRecoveryCode(typedCode);
  if (code === null || caller.aal === "aal2") {
    return false;
  }
  return database.bypassPolicies({ reason: "redeem a recovery code" }, async (query) => {
    // One statement locks the rows in the same order for every request. Concurrent requests cannot deadlock, and only one
    // of them deletes rows.
    const deleted = await query(
      `delete from private.recovery_codes
        where user_id = $1
          and exists (select from private.recovery_codes as used where used.user_id = $1 and used.code_hash = $2)
       returning user_id`,
      [caller.sub, hashCode(code)],
    );
    if (deleted.length === 0) {
      return false;
    }
    await query("delete from auth.mfa_factors where user_id = $1", [caller.sub]);
    await query("delete from auth.sessions where user_id = $1 and id is distinct from $2", [
      caller.sub,
      getSessionId(caller),
    ]);
    // The address may have changed after the token was issued.
    const [account] = await query(
      "select email, private.account_name(id) as name from public.users where id = $1",
      [caller.sub],
    );
    await queueEmail(query, jobs, {
      deduplicationKey: `recovery-code-used:${caller.sub}:${now().getTime()}`,
      kind: `${ACCOUNT_EMAIL_PREFIX}factors-removed`,
      recipient: account?.email ?? caller.email,
      ...recoveryCodeUsed({
        brand,
        publicUrl: config.publicUrl,
        ...(account?.name ? { name: account.name } : {}),
      }),
    });
    return true;
  });
}
