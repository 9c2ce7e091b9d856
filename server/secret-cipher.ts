import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets with AES-256-GCM. A ciphertext cannot be decrypted with another binding than it was encrypted with. */
export type SecretCipher = {
  /** Id of the current key, stored with each ciphertext. */
  keyId: string;
  /** Returns the nonce, ciphertext and tag in one buffer. Each call uses a new nonce. */
  encrypt(secret: string, binding: readonly string[]): Buffer;
  /** @throws for an unknown key, a different binding or a modified ciphertext */
  decrypt(encrypted: Buffer, keyId: string | null, binding: readonly string[]): string;
};

/**
 * @param currentKey 32 bytes in base64
 * @param previousKey used only to decrypt existing secrets during a key rotation
 */
export function createSecretCipher(currentKey: string, previousKey?: string): SecretCipher {
  const currentKeyInfo = identifyKey(currentKey);
  const keys = new Map(
    [currentKeyInfo, ...(previousKey ? [identifyKey(previousKey)] : [])].map((key) => [key.id, key.bytes]),
  );
  return {
    keyId: currentKeyInfo.id,
    encrypt(secret, binding) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", currentKeyInfo.bytes, nonce).setAAD(
        additionalData(binding),
      );
      return Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(encrypted, keyId, binding) {
      const key = keys.get(keyId ?? "");
      if (!key || encrypted.length < NONCE_BYTES + TAG_BYTES) {
        throw new Error("the secret is too short or was encrypted with an unknown key");
      }
      const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(additionalData(binding)).setAuthTag(encrypted.subarray(-TAG_BYTES));
      const decrypted = decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([decrypted, decipher.final()]).toString("utf8");
    },
  };
}

/** Derives the key's id from its hash, so that the id reveals nothing about the key. */
function identifyKey(base64: string): { id: string; bytes: Buffer } {
  const bytes = Buffer.from(base64, "base64");
  return { id: createHash("sha256").update("key name:").update(bytes).digest("hex").slice(0, 16), bytes };
}

function additionalData(binding: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(binding), "utf8");
}
