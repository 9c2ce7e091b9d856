import { ProviderError } from "#server/payments/provider-error.ts";
import { createSecretCipher } from "#server/secret-cipher.ts";

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
  const cipher = createSecretCipher(currentKey, previousKey);
  const toBinding = ({ merchantId, column }: TokenBinding) => [merchantId, column];
  return {
    keyId: cipher.keyId,
    encrypt: (token, binding) => cipher.encrypt(token, toBinding(binding)),
    decrypt(encrypted, keyId, binding) {
      try {
        return cipher.decrypt(encrypted, keyId, toBinding(binding));
      } catch (error) {
        throw new ProviderError("tokens-unreadable", { cause: error });
      }
    },
  };
}
