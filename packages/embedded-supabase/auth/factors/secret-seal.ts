import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";

/** Seals the secret of a factor for the database. A sealed text moved to another factor does not open. */
export type SecretSeal = {
  /** What the column holds: sealed, or the secret itself where the installation has no key. */
  seal(secret: string, factorId: string): string;
  /**
   * The secret, and whether it should be sealed anew: it lay open, or under the previous key.
   * Throws an Error when the key is unknown or the text was changed.
   */
  open(stored: string, factorId: string): { secret: string; isStale: boolean };
};

// The shape of Supabase Auth, so that a project's factors can move here with its key.
const Sealed = z.object({
  key_id: z.string(),
  alg: z.literal("aes-gcm-hkdf"),
  data: z.base64(),
  nonce: z.base64(),
});

const tagBytes = 16;
const nonceBytes = 12;

/** @param key 32 bytes in base64; `previousKey` opens and never seals. */
export function createSecretSeal(key: string | undefined, previousKey?: string): SecretSeal {
  const current = key === undefined ? null : named(key);
  const keys = [current, previousKey ? named(previousKey) : null].filter((known) => known !== null);
  return {
    seal(secret, factorId) {
      if (!current) return secret;
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", keyFor(factorId, current.bytes), nonce);
      const data = Buffer.concat([cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return JSON.stringify({
        key_id: current.id,
        alg: "aes-gcm-hkdf",
        data: data.toString("base64"),
        nonce: nonce.toString("base64"),
      } satisfies z.infer<typeof Sealed>);
    },
    open(stored, factorId) {
      // A secret in the open is base32 and holds no brace.
      if (!stored.startsWith("{")) return { secret: stored, isStale: current !== null };
      const sealed = Sealed.parse(JSON.parse(stored));
      const used = keys.find(({ id }) => id === sealed.key_id);
      if (!used) throw new Error(`The secret of factor ${factorId} was sealed with a key that is not here`);
      const data = Buffer.from(sealed.data, "base64");
      const opened = createDecipheriv(
        "aes-256-gcm",
        keyFor(factorId, used.bytes),
        Buffer.from(sealed.nonce, "base64"),
        { authTagLength: tagBytes },
      ).setAuthTag(data.subarray(-tagBytes));
      const plain = Buffer.concat([opened.update(data.subarray(0, -tagBytes)), opened.final()]);
      return { secret: plain.toString("utf8"), isStale: used !== current };
    },
  };
}

/** Each factor has a key of its own: one key must not seal without end. */
function keyFor(factorId: string, key: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), factorId, 32));
}

/** A key is known by the beginning of its hash, which tells nothing about it. */
function named(base64: string): { id: string; bytes: Buffer } {
  const bytes = Buffer.from(base64, "base64");
  const id = createHash("sha256").update("key of factors:").update(bytes).digest("hex").slice(0, 16);
  return { id, bytes };
}
