import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Codes of an authenticator app: RFC 6238 with SHA-1, six digits and 30-second steps, as every app reads them. */

const stepSeconds = 30;
const digits = 6;
const secretBytes = 20;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret in base32, as apps and people who type it expect. */
export function newTotpSecret(): string {
  let bits = "";
  for (const byte of randomBytes(secretBytes)) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join("");
}

/** The address an app reads from the QR code. */
export function totpUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const fields = { algorithm: "SHA1", digits, issuer, period: stepSeconds, secret };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${label}?${query.join("&")}`;
}

/** Which 30-second step of the world's clock a moment lies in. */
export function totpStepAt(at: Date): number {
  return Math.floor(at.getTime() / 1000 / stepSeconds);
}

/** The code of a step. @param secret base32 */
export function totpCodeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, "0");
}

/** The step whose code this is: the present one or, for clocks that differ, its neighbours. Null for a wrong code. */
export function totpStepOfCode(secret: string, code: string, at: Date): number | null {
  const typed = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(typed)) return null;
  const now = totpStepAt(at);
  const steps = [now, now - 1, now + 1];
  return (
    steps.find((step) => timingSafeEqual(Buffer.from(totpCodeOf(secret, step)), Buffer.from(typed))) ?? null
  );
}

function bytesOf(base32: string): Buffer {
  let bits = "";
  for (const letter of base32) bits += alphabet.indexOf(letter).toString(2).padStart(5, "0");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
