import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";

/**
 * Encrypts secrets at rest. A ciphertext can only be decrypted with the id it was encrypted with: the id of a factor or
 * signing key.
 */
export type SecretCipher = {
  /** Returns the value to store: encrypted (JSON), or in plain text if no key is configured. */
  encrypt(secret: string, id: string): string;
  /**
   * Returns the secret. `isStale` is true if it should be re-encrypted: it was in plain text or used the previous key.
   * @throws {Error} if the key is unknown or the ciphertext was modified.
   */
  decrypt(stored: string, id: string): { secret: string; isStale: boolean };
};

// Supabase Auth's format, so that factors can be migrated from a hosted project together with its key.
const EncryptedSecretSchema = z.object({
  key_id: z.string(),
  alg: z.literal("aes-gcm-hkdf"),
  data: z.base64(),
  nonce: z.base64(),
});

const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** @param key 32 bytes in base64. `previousKey` is used only for decryption. */
export function createSecretCipher(key: string | undefined, previousKey?: string): SecretCipher {
  const currentKey = key === undefined ? null : parseKey(key);
  const keys = [currentKey, previousKey ? parseKey(previousKey) : null].filter((known) => known !== null);
  return {
    encrypt(secret, id) {
      if (!currentKey) {
        return secret;
      }
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", deriveKey(id, currentKey.bytes), nonce);
      const data = Buffer.concat([cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return JSON.stringify({
        key_id: currentKey.id,
        alg: "aes-gcm-hkdf",
        data: data.toString("base64"),
        nonce: nonce.toString("base64"),
      } satisfies z.infer<typeof EncryptedSecretSchema>);
    },
    decrypt(stored, id) {
      // Plain text is base32 or a JSON Web Key, which have no key_id.
      if (!stored.includes('"key_id"')) {
        return { secret: stored, isStale: currentKey !== null };
      }
      const encrypted = EncryptedSecretSchema.parse(JSON.parse(stored));
      const usedKey = keys.find((key) => key.id === encrypted.key_id);
      if (!usedKey) {
        throw new Error(`The secret of ${id} is encrypted with an unknown key`);
      }
      const data = Buffer.from(encrypted.data, "base64");
      const decipher = createDecipheriv(
        "aes-256-gcm",
        deriveKey(id, usedKey.bytes),
        Buffer.from(encrypted.nonce, "base64"),
        { authTagLength: TAG_BYTES },
      ).setAuthTag(data.subarray(-TAG_BYTES));
      const plaintext = Buffer.concat([decipher.update(data.subarray(0, -TAG_BYTES)), decipher.final()]);
      return { secret: plaintext.toString("utf8"), isStale: usedKey !== currentKey };
    },
  };
}

/** Derives a key per id, to limit how often AES-GCM uses the same key. */
function deriveKey(id: string, key: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), id, 32));
}

/** Decodes a key. Its id is a prefix of its hash, which does not reveal the key. */
function parseKey(base64: string): { id: string; bytes: Buffer } {
  const bytes = Buffer.from(base64, "base64");
  const id = createHash("sha256").update("key of factors:").update(bytes).digest("hex").slice(0, 16);
  return { id, bytes };
}
