import type pg from "pg";
import { z } from "zod";
import { queryRows } from "../../query.ts";
import { AuthError } from "../http/errors.ts";
import type { StoredCredential } from "./passkeys/stored-credential.ts";

export type FactorType = "totp" | "webauthn" | "phone";

/** A row of `auth.mfa_factors`. */
export type FactorRow = {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: FactorType;
  status: "unverified" | "verified";
  secret: string | null;
  web_authn_credential: StoredCredential | null;
};

/** The `amr` method for each factor type. */
export const AMR_METHODS: Record<FactorType, string> = {
  totp: "totp",
  webauthn: "mfa/webauthn",
  phone: "mfa/phone",
};

/**
 * Returns one of the user's factors.
 * @throws {AuthError} 404 if the factor is unknown or belongs to another user.
 */
export async function requireFactor(
  database: Pick<pg.Pool, "query">,
  userId: string,
  id: string,
): Promise<FactorRow> {
  if (!z.guid().safeParse(id).success) {
    throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  }
  const rows = await queryRows(
    database,
    `select id, user_id, friendly_name, factor_type, status, secret, web_authn_credential
     from auth.mfa_factors where id = $1 and user_id = $2`,
    [id, userId],
  );
  const [factor] = rows;
  if (!factor) {
    throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  }
  return factor;
}

/**
 * Requires aal2 to verify a new factor when the user already has a verified one. Otherwise an attacker who knows only
 * the password could enroll a factor and reach aal2 with it.
 * @throws {AuthError} 403 `insufficient_aal`
 */
export function requireAal2ForNewFactor(
  factor: FactorRow,
  user: { has_factor: boolean },
  aal: "aal1" | "aal2",
): void {
  if (factor.status === "unverified" && user.has_factor && aal !== "aal2") {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to verify a new factor");
  }
}
