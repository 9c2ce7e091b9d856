import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { ProviderError } from "#server/payments/provider-error.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a sealed text is bound to: moved to another merchant's row or another column, it does not open. */
export type SealedPlace = { merchantId: string; column: "access_token_sealed" | "refresh_token_sealed" };

/** Seals provider tokens with AES-256-GCM; keys are 32 bytes in base64. */
export type TokenSeal = {
  /** Name of the current key, stored beside what it sealed. */
  keyId: string;
  /** Nonce, ciphertext and tag in one. A fresh nonce each time. */
  seal(token: string, place: SealedPlace): Buffer;
  /** @throws ProviderError "tokens-unreadable" for an unknown key, another place, or one changed bit. */
  open(sealed: Buffer, keyId: string | null, place: SealedPlace): string;
};

/** @param previousKey still opens what was sealed before a change of keys; it never seals. */
export function createTokenSeal(currentKey: string, previousKey?: string): TokenSeal {
  const current = namedKey(currentKey);
  const keys = new Map(
    [current, ...(previousKey ? [namedKey(previousKey)] : [])].map((key) => [key.id, key.bytes]),
  );
  return {
    keyId: current.id,
    seal(token, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", current.bytes, nonce).setAAD(boundTo(place));
      return Buffer.concat([nonce, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, keyId, place) {
      const key = keys.get(keyId ?? "");
      if (!key || sealed.length < NONCE_BYTES + TAG_BYTES) throw new ProviderError("tokens-unreadable");
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(boundTo(place)).setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        const plain = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([plain, decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new ProviderError("tokens-unreadable", { cause });
      }
    },
  };
}

/** A key is known by the beginning of its hash: telling keys apart tells nothing about them. */
function namedKey(base64: string): { id: string; bytes: Buffer } {
  const bytes = Buffer.from(base64, "base64");
  return { id: createHash("sha256").update("key name:").update(bytes).digest("hex").slice(0, 16), bytes };
}

function boundTo(place: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([place.merchantId, place.column]), "utf8");
}
