import { hkdfSync, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";

/** The claims of a signed link to a document's file. */
export type DocumentLink = {
  /** Id of the link, whose use is recorded only once. */
  id: string;
  documentId: string;
  userId: string;
  byRole: "client" | "admin";
  kind: "download" | "preview";
};

export type DocumentLinks = {
  create(link: Omit<DocumentLink, "id">): Promise<{ token: string; expiresAt: Date }>;
  /** Returns null for an expired or invalid token. */
  verify(token: string): Promise<DocumentLink | null>;
};

export const LINK_LIFETIME_SECONDS = 300;

const Claims = z.object({
  jti: z.uuid(),
  sub: z.uuid(),
  document: z.uuid(),
  role: z.enum(["client", "admin"]),
  kind: z.enum(["download", "preview"]),
});
const AUDIENCE = "document-bytes";

/** Creates links signed with a key derived from the encryption key, so that every server process accepts them. */
export function createDocumentLinks(encryptionKey: string, now: () => Date): DocumentLinks {
  const signingKey = new Uint8Array(
    hkdfSync("sha256", Buffer.from(encryptionKey, "base64"), "", "links to documents", 32),
  );
  return {
    async create({ documentId, userId, byRole, kind }) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      const expiresAt = issuedAt + LINK_LIFETIME_SECONDS;
      const token = await new SignJWT({ document: documentId, role: byRole, kind })
        .setProtectedHeader({ alg: "HS256" })
        .setJti(randomUUID())
        .setSubject(userId)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(signingKey);
      return { token, expiresAt: new Date(expiresAt * 1000) };
    },
    async verify(token) {
      const verifiedToken = await jwtVerify(token, signingKey, {
        algorithms: ["HS256"],
        audience: AUDIENCE,
        currentDate: now(),
        requiredClaims: ["exp"],
      }).catch(() => null);
      const claims = Claims.safeParse(verifiedToken?.payload);
      if (!claims.success) {
        return null;
      }
      const { jti, sub, document, role, kind } = claims.data;
      return { id: jti, documentId: document, userId: sub, byRole: role, kind };
    },
  };
}
