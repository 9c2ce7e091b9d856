import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import type pg from "pg";
import { z } from "zod";
import { AuthError } from "./errors.ts";
import type { TokenPurpose } from "./one-time-tokens.ts";

/** The fields by which a browser asks for a code instead of tokens in the address (PKCE, RFC 7636). */
export const challengeFields = {
  code_challenge: z
    .string()
    .regex(/^[\w.~-]{43,128}$/, "code challenge has to be between 43 and 128 unreserved characters")
    .or(z.literal(""))
    .nullish(),
  code_challenge_method: z.string().max(16).nullish(),
};

export type Challenge = { value: string; method: "s256" | "plain" };

/** The challenge of a body, null when it carries none. Throws an AuthError for half a challenge. */
export function challengeOf(body: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}): Challenge | null {
  const { code_challenge: value, code_challenge_method: method } = body;
  if (!value && !method) return null;
  if (!value || !method) {
    throw new AuthError(
      400,
      "validation_failed",
      "PKCE flow requires code_challenge_method and code_challenge",
    );
  }
  const name = method.toLowerCase();
  if (name !== "s256" && name !== "plain")
    throw new AuthError(400, "validation_failed", "Invalid code challenge method");
  return { value, method: name };
}

/** Remembers who asked; the newer of two questions of one kind counts. */
export async function rememberChallenge(
  client: pg.PoolClient,
  question: { userId: string; purpose: TokenPurpose; challenge: Challenge; at: Date },
): Promise<void> {
  const { userId, purpose, challenge, at } = question;
  await client.query("delete from auth.flow_state where user_id = $1 and authentication_method = $2", [
    userId,
    methodOf(purpose),
  ]);
  await client.query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
                                  created_at, updated_at, authentication_method)
     values ($1, $2, $3, $4::auth.code_challenge_method, $5, 'email', $6, $6, $7)`,
    [
      ...[randomUUID(), userId, digestOf(randomBytes(32).toString("hex")), challenge.method],
      ...[challenge.value, at, methodOf(purpose)],
    ],
  );
}

/** The code that the browser which asked may exchange for a session. Throws an AuthError when nobody asked. */
export async function issueCode(
  client: pg.PoolClient,
  userId: string,
  purpose: TokenPurpose,
  at: Date,
): Promise<string> {
  const code = randomBytes(32).toString("base64url");
  const { rowCount } = await client.query(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = $4, updated_at = $4
     where user_id = $1 and authentication_method = $2`,
    [userId, methodOf(purpose), digestOf(code), at],
  );
  if (!rowCount)
    throw new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
  return code;
}

const codeLife = 5 * 60 * 1000;

/**
 * Uses a code up and names the account and how it was proved. Throws an AuthError for an unknown or used code; the
 * verdict on a late one or a wrong verifier is a value, so that the code stays used.
 */
export async function redeemCode(
  client: pg.PoolClient,
  use: { code: string; verifier: string; at: Date },
): Promise<{ userId: string; method: string } | { refused: AuthError }> {
  const { rows } = await client.query<{
    user_id: string;
    code_challenge: string;
    code_challenge_method: Challenge["method"];
    authentication_method: string;
    auth_code_issued_at: Date;
  }>(
    `delete from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null
     returning user_id, code_challenge, code_challenge_method, authentication_method, auth_code_issued_at`,
    [digestOf(use.code)],
  );
  const [flow] = rows;
  if (!flow)
    throw new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
  if (use.at.getTime() >= flow.auth_code_issued_at.getTime() + codeLife) {
    return {
      refused: new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired"),
    };
  }
  if (!answers(use.verifier, { value: flow.code_challenge, method: flow.code_challenge_method })) {
    return {
      refused: new AuthError(
        400,
        "bad_code_verifier",
        "code challenge does not match previously saved code verifier",
      ),
    };
  }
  return { userId: flow.user_id, method: flow.authentication_method };
}

/** How a session opened by such a token is described in `amr`. */
export function methodOf(purpose: TokenPurpose): string {
  return purpose === "signup" ? "email/signup" : purpose;
}

function answers(verifier: string, challenge: Challenge): boolean {
  const given =
    challenge.method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
  const [one, other] = [Buffer.from(given), Buffer.from(challenge.value)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function digestOf(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
