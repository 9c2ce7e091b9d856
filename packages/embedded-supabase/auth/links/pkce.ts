import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type pg from "pg";
import { z } from "zod";
import { execute, queryRows } from "../../query.ts";
import { AuthError } from "../http/errors.ts";
import type { TokenPurpose } from "./one-time-tokens.ts";

/** Body fields that request a code instead of tokens in the URL (PKCE, RFC 7636). */
export const pkceFields = {
  code_challenge: z
    .string()
    .regex(/^[\w.~-]{43,128}$/, "code challenge has to be between 43 and 128 unreserved characters")
    .or(z.literal(""))
    .nullish(),
  code_challenge_method: z.string().max(16).nullish(),
};

export type CodeChallenge = { value: string; method: "s256" | "plain" };

/**
 * Parses the code challenge in a request body. Returns null if there is none.
 * @throws {AuthError} for an incomplete challenge or an unknown method.
 */
export function parseChallenge(body: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}): CodeChallenge | null {
  const { code_challenge: value, code_challenge_method: method } = body;
  if (!value && !method) {
    return null;
  }
  if (!value || !method) {
    throw new AuthError(
      400,
      "validation_failed",
      "PKCE flow requires code_challenge_method and code_challenge",
    );
  }
  const name = method.toLowerCase();
  if (name !== "s256" && name !== "plain") {
    throw new AuthError(400, "validation_failed", "Invalid code challenge method");
  }
  return { value, method: name };
}

/**
 * Stores the challenge of a link.
 * @param request `tokenId` is the id of the link's token, so that links of one user have separate challenges.
 */
export async function saveChallenge(
  client: pg.PoolClient,
  request: { tokenId: string; userId: string; purpose: TokenPurpose; challenge: CodeChallenge; at: Date },
): Promise<void> {
  const { tokenId, userId, purpose, challenge, at } = request;
  await queryRows(
    client,
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
                                  created_at, updated_at, authentication_method)
     values ($1, $2, $3, $4::auth.code_challenge_method, $5, 'email', $6, $6, $7)`,
    [
      tokenId,
      userId,
      hashCode(randomBytes(32).toString("hex")),
      challenge.method,
      challenge.value,
      at,
      amrMethod(purpose),
    ],
  );
}

/**
 * Issues the code that the browser that requested a link exchanges for a session.
 * @throws {AuthError} 404 `flow_state_not_found` if the link has no stored challenge.
 */
export async function issueAuthCode(client: pg.PoolClient, tokenId: string, at: Date): Promise<string> {
  const code = randomBytes(32).toString("base64url");
  const rowCount = await execute(
    client,
    "update auth.flow_state set auth_code = $2, auth_code_issued_at = $3, updated_at = $3 where id = $1",
    [tokenId, hashCode(code), at],
  );
  if (!rowCount) {
    throw new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
  }
  return code;
}

const AUTH_CODE_TTL_MS = 5 * 60 * 1000;

/**
 * Consumes a code and returns its user and authentication method. A wrong verifier does not consume the code. An expired
 * code is returned as `error` instead of thrown, so that the transaction commits and the code stays consumed.
 * @throws {AuthError} for an unknown or used code, and for a wrong verifier.
 */
export async function redeemAuthCode(
  client: pg.PoolClient,
  input: { code: string; verifier: string; at: Date },
): Promise<{ userId: string; method: string } | { error: AuthError }> {
  const rows = await queryRows(
    client,
    `select id, user_id, code_challenge, code_challenge_method, authentication_method, auth_code_issued_at
       from auth.flow_state
      where auth_code = $1 and auth_code_issued_at is not null and user_id is not null for update`,
    [hashCode(input.code)],
  );
  const [flow] = rows;
  if (!flow) {
    throw new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
  }
  const isExpired = input.at.getTime() >= flow.auth_code_issued_at.getTime() + AUTH_CODE_TTL_MS;
  const challenge = { value: flow.code_challenge, method: flow.code_challenge_method };
  if (!isExpired && !matchesChallenge(input.verifier, challenge)) {
    throw new AuthError(
      400,
      "bad_code_verifier",
      "code challenge does not match previously saved code verifier",
    );
  }
  await queryRows(client, "delete from auth.flow_state where id = $1", [flow.id]);
  if (isExpired) {
    return {
      error: new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired"),
    };
  }
  return { userId: flow.user_id, method: flow.authentication_method };
}

/** The `amr` method of a session that was opened with a token. */
export function amrMethod(purpose: TokenPurpose): string {
  return purpose === "signup" ? "email/signup" : purpose;
}

function matchesChallenge(verifier: string, challenge: CodeChallenge): boolean {
  const computed =
    challenge.method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
  const [actual, expected] = [Buffer.from(computed), Buffer.from(challenge.value)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function hashCode(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
