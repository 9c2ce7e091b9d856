import { SignJWT } from "jose";
import type pg from "pg";
import { silentLog } from "../log.ts";
import { createSecretCipher } from "../secret-cipher.ts";
import { createSigningKeys } from "../tokens/signing-keys.ts";

type BackendKeys = { pool: pg.Pool; encryptionKey?: string; now?: () => Date };

/** Signs claims with the backend's own key, to test tokens that it never issues. */
export async function signClaims(
  { pool, encryptionKey, now = () => new Date() }: BackendKeys,
  claims: Record<string, unknown>,
): Promise<string> {
  const secretCipher = createSecretCipher(encryptionKey);
  const { kid, key } = await createSigningKeys({ pool, secretCipher, now, log: silentLog }).current();
  return new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid, typ: "JWT" }).sign(key);
}
