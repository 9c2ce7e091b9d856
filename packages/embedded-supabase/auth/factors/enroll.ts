import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import encodeQR from "qr";
import { z } from "zod";
import { withTransaction } from "../../transaction.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { requireRecentSignIn } from "../recent-proof.ts";
import { readBody } from "../request-body.ts";
import { requirePerson, type Variables } from "../require-person.ts";
import { lockedUser, type UserRow } from "../users.ts";
import { newTotpSecret, totpUri } from "./totp.ts";

const Body = z.object({
  factor_type: z.string().default(""),
  friendly_name: z.string().max(100).nullish(),
  issuer: z.string().max(100).nullish(),
});

const mostFactors = 10;
// An enrolment that was not finished makes room for the next.
const unfinishedKept = 5 * 60 * 1000;

/**
 * POST /factors, after a recent sign-in: a factor that counts once it was verified. The secret of an app is shown here
 * and never again.
 */
export function enrollFactor(auth: AuthContext): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().post("/factors", async (context) => {
    const { claims, user, aal } = await requirePerson(auth, context);
    const body = await readBody(context, Body);
    const type = requireType(body.factor_type);
    if (user.has_factor && aal !== "aal2") {
      throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
    }
    await requireRecentSignIn(auth.pool, claims.session_id, auth.now());
    const id = randomUUID();
    const name = body.friendly_name ?? "";
    const secret = type === "totp" ? newTotpSecret() : null;
    await insertFactor(auth, user, { id, name, type, secret });
    const issuer = body.issuer || new URL(auth.publicUrl).host;
    const app = secret && { totp: totpAnswer(totpUri(issuer, user.email, secret), secret) };
    return context.json({ id, type, friendly_name: name, ...app });
  });
}

type NewFactor = { id: string; name: string; type: "totp" | "webauthn"; secret: string | null };

function requireType(type: string): NewFactor["type"] {
  if (type === "totp" || type === "webauthn") return type;
  if (type === "phone")
    throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  throw new AuthError(400, "validation_failed", "factor_type needs to be totp, phone, or webauthn");
}

async function insertFactor(auth: AuthContext, user: UserRow, factor: NewFactor): Promise<void> {
  const at = auth.now();
  await withTransaction(auth.pool, async (client) => {
    await lockedUser(client, user.id);
    await client.query(
      `delete from auth.mfa_factors
       where user_id = $1 and status = 'unverified' and coalesce(last_challenged_at, created_at) < $2`,
      [user.id, new Date(at.getTime() - unfinishedKept)],
    );
    const { rows } = await client.query<{ friendly_name: string | null }>(
      "select friendly_name from auth.mfa_factors where user_id = $1",
      [user.id],
    );
    if (factor.name.trim() && rows.some((row) => row.friendly_name === factor.name)) {
      throw new AuthError(
        422,
        "mfa_factor_name_conflict",
        `A factor with the friendly name "${factor.name}" for this user already exists`,
      );
    }
    if (rows.length >= mostFactors) {
      throw new AuthError(
        422,
        "too_many_enrolled_mfa_factors",
        "Maximum number of verified factors reached, unenroll to continue",
      );
    }
    await client.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values ($1, $2, $3, $4, 'unverified', $5, $6, $6)`,
      [
        ...[factor.id, user.id, factor.name, factor.type],
        ...[factor.secret && auth.secretSeal.seal(factor.secret, factor.id), at],
      ],
    );
  });
}

function totpAnswer(uri: string, secret: string): { qr_code: string; secret: string; uri: string } {
  const code = encodeQR(uri, "svg", { ecc: "medium", border: 4 });
  // Readers want dark on light, also where the page is dark. No "#" colours: supabase-js puts this into a data: address.
  const onWhite = code.replace(">", '><path fill="white" d="M0 0h999v999H0z"/>');
  return { qr_code: onWhite, secret, uri };
}
