import type pg from "pg";
import { z } from "zod";
import { AuthError } from "../errors.ts";
import type { StoredCredential } from "./stored-credential.ts";

export type FactorType = "totp" | "webauthn" | "phone";

/** A row of auth.mfa_factors as the endpoints need it. */
export type FactorRow = {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: FactorType;
  status: "unverified" | "verified";
  secret: string | null;
  web_authn_credential: StoredCredential | null;
};

/** How a session names a factor that raised it, in `amr`. */
export const methodOf: Record<FactorType, string> = {
  totp: "totp",
  webauthn: "mfa/webauthn",
  phone: "mfa/phone",
};

/** A factor of this person. Throws an AuthError 404 for anything else, another's factor included. */
export async function requireFactor(
  database: Pick<pg.Pool, "query">,
  userId: string,
  id: string,
): Promise<FactorRow> {
  if (!z.guid().safeParse(id).success)
    throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const { rows } = await database.query<FactorRow>(
    `select id, user_id, friendly_name, factor_type, status, secret, web_authn_credential
     from auth.mfa_factors where id = $1 and user_id = $2`,
    [id, userId],
  );
  const [factor] = rows;
  if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return factor;
}

/**
 * Throws an AuthError 403 when a factor nobody has verified yet is used beside one that counts, without that one.
 * Who knows the password alone could otherwise finish an enrolment of his own and so be raised by it.
 */
export function refuseUnfinished(
  factor: FactorRow,
  user: { has_factor: boolean },
  aal: "aal1" | "aal2",
): void {
  if (factor.status === "unverified" && user.has_factor && aal !== "aal2") {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to verify a new factor");
  }
}
