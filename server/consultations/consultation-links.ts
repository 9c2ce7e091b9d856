import { createHash, randomBytes } from "node:crypto";
import { consultationPath } from "#domain/consultations/consultation.ts";
import type { Query } from "#server/database/database.ts";

const TOKEN_BYTES = 32;

/** Creates a link with which the recipient of an email can manage a consultation. Only the hash of its token is stored. */
export async function createConsultationLink(
  query: Query,
  { consultationId, publicUrl, now }: { consultationId: string; publicUrl: string; now: Date },
): Promise<string> {
  const { token, hash } = createToken();
  await query(
    "insert into private.consultation_tokens (token_hash, consultation_id, created_at) values ($1, $2, $3)",
    [hash, consultationId, now],
  );
  return formatConsultationLink(publicUrl, token);
}

export function createToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, hash: hashToken(token) };
}

export function formatConsultationLink(publicUrl: string, token: string): string {
  return publicUrl + consultationPath(token);
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
