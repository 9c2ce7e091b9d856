import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import encodeQR from "qr";
import { z } from "zod";
import { queryRows } from "../../query.ts";
import { withTransaction } from "../../transaction.ts";
import { lockUser, type UserRow } from "../accounts/users.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { type AuthVariables, requireSession } from "../http/guards.ts";
import { readBody } from "../http/request-body.ts";
import { requireRecentSignIn } from "../sessions/require-recent-sign-in.ts";
import { generateTotpSecret, totpUri } from "./totp/totp.ts";

const BodySchema = z.object({
  factor_type: z.string().default(""),
  friendly_name: z.string().max(100).nullish(),
  issuer: z.string().max(100).nullish(),
});

const MAX_FACTORS = 10;
// Older unfinished enrollments are deleted when the next one starts.
const UNVERIFIED_TTL_MS = 5 * 60 * 1000;

/**
 * POST /factors: enrolls a factor, which takes effect after its first verification. Requires a recent sign-in. The TOTP
 * secret is returned only here.
 */
export function enrollRoute(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  return new Hono<{ Variables: AuthVariables }>().post("/factors", async (context) => {
    const { claims, user, aal } = await requireSession(auth, context);
    const body = await readBody(context, BodySchema);
    const type = parseFactorType(body.factor_type);
    if (user.has_factor && aal !== "aal2") {
      throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
    }
    await requireRecentSignIn(auth.pool, claims.session_id, auth.now());
    const id = randomUUID();
    const name = body.friendly_name ?? "";
    const secret = type === "totp" ? generateTotpSecret() : null;
    await insertFactor(auth, user, { id, name, type, secret });
    const issuer = body.issuer || new URL(auth.publicUrl).host;
    const enrollment = secret && { totp: totpEnrollment(totpUri(issuer, user.email, secret), secret) };
    return context.json({ id, type, friendly_name: name, ...enrollment });
  });
}

type NewFactor = { id: string; name: string; type: "totp" | "webauthn"; secret: string | null };

function parseFactorType(type: string): NewFactor["type"] {
  if (type === "totp" || type === "webauthn") {
    return type;
  }
  if (type === "phone") {
    throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  }
  throw new AuthError(400, "validation_failed", "factor_type needs to be totp, phone, or webauthn");
}

async function insertFactor(auth: AuthContext, user: UserRow, factor: NewFactor): Promise<void> {
  const at = auth.now();
  await withTransaction(auth.pool, async (client) => {
    await lockUser(client, user.id);
    await queryRows(
      client,
      `delete from auth.mfa_factors
       where user_id = $1 and status = 'unverified' and coalesce(last_challenged_at, created_at) < $2`,
      [user.id, new Date(at.getTime() - UNVERIFIED_TTL_MS)],
    );
    const rows = await queryRows(client, "select friendly_name from auth.mfa_factors where user_id = $1", [
      user.id,
    ]);
    if (factor.name.trim() && rows.some((row) => row.friendly_name === factor.name)) {
      throw new AuthError(
        422,
        "mfa_factor_name_conflict",
        `A factor with the friendly name "${factor.name}" for this user already exists`,
      );
    }
    if (rows.length >= MAX_FACTORS) {
      throw new AuthError(
        422,
        "too_many_enrolled_mfa_factors",
        "Maximum number of verified factors reached, unenroll to continue",
      );
    }
    await queryRows(
      client,
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values ($1, $2, $3, $4, 'unverified', $5, $6, $6)`,
      [
        factor.id,
        user.id,
        factor.name,
        factor.type,
        factor.secret && auth.secretCipher.encrypt(factor.secret, factor.id),
        at,
      ],
    );
  });
}

function totpEnrollment(uri: string, secret: string): { qr_code: string; secret: string; uri: string } {
  const qrCode = encodeQR(uri, "svg", { ecc: "medium", border: 4 });
  // Scanners need dark modules on a light background. Use color names, because supabase-js puts the SVG in a
  // data: URL, where "#" would start a fragment.
  const qrCodeOnWhite = qrCode.replace(">", '><path fill="white" d="M0 0h999v999H0z"/>');
  return { qr_code: qrCodeOnWhite, secret, uri };
}
