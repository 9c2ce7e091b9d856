import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { ProviderError } from "#server/payments/provider-error.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The merchant and column that a ciphertext is bound to. It cannot be decrypted for any other merchant or column. */
export type TokenBinding = {
  merchantId: string;
  column: "access_token_encrypted" | "refresh_token_encrypted";
};

/** Encrypts provider tokens with AES-256-GCM. Keys are 32 bytes in base64. */
export type TokenCipher = {
  /** Id of the current key, stored with each ciphertext. */
  keyId: string;
  /** Returns the nonce, ciphertext and tag in one buffer. Each call uses a new nonce. */
  encrypt(token: string, binding: TokenBinding): Buffer;
  /** @throws {ProviderError} "tokens-unreadable" for an unknown key, a different binding or a modified ciphertext */
  decrypt(encrypted: Buffer, keyId: string | null, binding: TokenBinding): string;
};

/** @param previousKey used only to decrypt existing tokens during a key rotation */
export function createTokenCipher(currentKey: string, previousKey?: string): TokenCipher {
  const currentKeyInfo = identifyKey(currentKey);
  const keys = new Map(
    [currentKeyInfo, ...(previousKey ? [identifyKey(previousKey)] : [])].map((key) => [key.id, key.bytes]),
  );
  return {
    keyId: currentKeyInfo.id,
    encrypt(token, binding) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", currentKeyInfo.bytes, nonce).setAAD(
        additionalData(binding),
      );
      return Buffer.concat([nonce, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(encrypted, keyId, binding) {
      const key = keys.get(keyId ?? "");
      if (!key || encrypted.length < NONCE_BYTES + TAG_BYTES) {
        throw new ProviderError("tokens-unreadable");
      }
      const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(additionalData(binding)).setAuthTag(encrypted.subarray(-TAG_BYTES));
      try {
        const decrypted = decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([decrypted, decipher.final()]).toString("utf8");
      } catch (error) {
        throw new ProviderError("tokens-unreadable", { cause: error });
      }
    },
  };
}

/** Derives the key's id from its hash, so that the id reveals nothing about the key. */
function identifyKey(base64: string): { id: string; bytes: Buffer } {
  const bytes = Buffer.from(base64, "base64");
  return { id: createHash("sha256").update("key name:").update(bytes).digest("hex").slice(0, 16), bytes };
}

function additionalData(binding: TokenBinding): Buffer {
  return Buffer.from(JSON.stringify([binding.merchantId, binding.column]), "utf8");
}
