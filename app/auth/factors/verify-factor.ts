import { type Factor, isAuthError } from "@supabase/auth-js";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import type { SupabaseAuth } from "#app/api/client/supabase.ts";
import { commonErrorMessage } from "../error-messages.ts";
import { describePasskeyError, type PasskeyError } from "./passkey-error.ts";

export type VerifiedFactors = { apps: Factor[]; passkeys: Factor[] };
export type FactorResult = { ok: true } | ({ ok: false } & FactorError);
export type FactorError = PasskeyError & { isWrongCode?: boolean };

const WRONG_CODE_MESSAGE = "That code isn't right. Enter the current code from your app.";

/** @throws {AuthError} if the request fails. */
export async function listVerifiedFactors(auth: SupabaseAuth): Promise<VerifiedFactors> {
  const { data, error } = await auth.mfa.listFactors();
  if (error) {
    throw error;
  }
  return { apps: data.totp, passkeys: data.webauthn };
}

/** Verifies an authenticator app code and raises the session to `aal2`. */
export async function verifyCode(auth: SupabaseAuth, factorId: string, code: string): Promise<FactorResult> {
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code: code.replaceAll(/\s/g, "") });
  if (!error) {
    return { ok: true };
  }
  const commonMessage = commonErrorMessage(error);
  return {
    ok: false,
    message: commonMessage ?? WRONG_CODE_MESSAGE,
    code: null,
    isWrongCode: commonMessage === null,
  };
}

// Without these hints, auth-js suggests a security key even if the passkey is on this device. The cast is
// safe, because the backend supplies the other fields of the request.
const ANY_AUTHENTICATOR = { hints: [] as string[] } as Parameters<
  SupabaseAuth["mfa"]["webauthn"]["authenticate"]
>[1];

/** Verifies a passkey in the browser's prompt and raises the session to `aal2`. */
export async function verifyPasskey(auth: SupabaseAuth, factorId: string): Promise<FactorResult> {
  const { error } = await auth.mfa.webauthn.authenticate({ factorId }, ANY_AUTHENTICATOR);
  return toPasskeyResult(error);
}

/** Converts an error from the browser or the backend to a result. */
export function toPasskeyResult(error: unknown): FactorResult {
  if (!error) {
    return { ok: true };
  }
  logRequestError(error);
  const commonMessage = isAuthError(error) && error.status ? commonErrorMessage(error) : null;
  if (commonMessage) {
    return { ok: false, message: commonMessage, code: null };
  }
  return { ok: false, ...describePasskeyError(error) };
}
