import { hkdfSync, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";

/** What a link to a document's bytes says: which document, for whom, and how. */
export type DocumentLink = {
  /** The link's own id, under which its use is logged once. */
  id: string;
  documentId: string;
  userId: string;
  byRole: "client" | "admin";
  kind: "download" | "preview";
};

export type DocumentLinks = {
  /** @returns the token of a new link, and when it ends. */
  make(link: Omit<DocumentLink, "id">): Promise<{ token: string; expiresAt: Date }>;
  /** What the token says; null for one that is forged, of another installation, or over. */
  read(token: string): Promise<DocumentLink | null>;
};

/** How long a link lives at most (contract: five minutes). */
export const LINK_SECONDS = 300;

const Claims = z.object({
  jti: z.uuid(),
  sub: z.uuid(),
  document: z.uuid(),
  role: z.enum(["client", "admin"]),
  kind: z.enum(["download", "preview"]),
});
const AUDIENCE = "document-bytes";

/** Links signed with a key of their own, derived from the installation's: several processes read each other's. */
export function createDocumentLinks(encryptionKey: string, now: () => Date): DocumentLinks {
  const key = new Uint8Array(
    hkdfSync("sha256", Buffer.from(encryptionKey, "base64"), "", "links to documents", 32),
  );
  return {
    async make({ documentId, userId, byRole, kind }) {
      const issued = Math.floor(now().getTime() / 1000);
      const expires = issued + LINK_SECONDS;
      const token = await new SignJWT({ document: documentId, role: byRole, kind })
        .setProtectedHeader({ alg: "HS256" })
        .setJti(randomUUID())
        .setSubject(userId)
        .setAudience(AUDIENCE)
        .setIssuedAt(issued)
        .setExpirationTime(expires)
        .sign(key);
      return { token, expiresAt: new Date(expires * 1000) };
    },
    async read(token) {
      const verified = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        audience: AUDIENCE,
        currentDate: now(),
        requiredClaims: ["exp"],
      }).catch(() => null);
      const claims = Claims.safeParse(verified?.payload);
      if (!claims.success) return null;
      const { jti, sub, document, role, kind } = claims.data;
      return { id: jti, documentId: document, userId: sub, byRole: role, kind };
    },
  };
}
