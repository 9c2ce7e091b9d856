import { type Factor, isAuthError } from "@supabase/auth-js";
import type { Auth } from "#app/api/backend.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import { generalRefusal } from "../refusal-words.ts";
import { type PasskeyRefusal, passkeyRefusal } from "./passkey-words.ts";

/** The verified factors of the account: what can be asked for. */
export type GivenFactors = { apps: Factor[]; passkeys: Factor[] };
export type FactorOutcome = { ok: true } | ({ ok: false } & PasskeyRefusal);

const WRONG_CODE = "That code is not right. Please enter the one your app shows now.";

/** @throws AuthError when they could not be asked for. */
export async function verifiedFactors(auth: Auth): Promise<GivenFactors> {
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  return { apps: data.totp, passkeys: data.webauthn };
}

/** Raises the session with the code an authenticator app shows. */
export async function giveCode(auth: Auth, factorId: string, code: string): Promise<FactorOutcome> {
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code: code.replaceAll(/\s/g, "") });
  return error ? { ok: false, words: generalRefusal(error) ?? WRONG_CODE, code: null } : { ok: true };
}

// The library would hint at a security key, though the passkey may be the device's own. Its type asks for a whole
// request; the rest comes from the backend.
const ANY_PLACE = { hints: [] as string[] } as Parameters<Auth["mfa"]["webauthn"]["authenticate"]>[1];

/** Raises the session with a passkey; the browser asks the person for it. */
export async function givePasskey(auth: Auth, factorId: string): Promise<FactorOutcome> {
  const { error } = await auth.mfa.webauthn.authenticate({ factorId }, ANY_PLACE);
  return passkeyOutcome(error);
}

/** What became of asking the browser for a passkey, and the backend to accept it. */
export function passkeyOutcome(error: unknown): FactorOutcome {
  if (!error) return { ok: true };
  reportFailure(error);
  const general = isAuthError(error) && error.status ? generalRefusal(error) : null;
  if (general) return { ok: false, words: general, code: null };
  return { ok: false, ...passkeyRefusal(error) };
}
