import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

// TOTP (RFC 6238) with SHA-1, six digits and 30-second steps, which every authenticator app supports.

const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
const BASE32_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Generates a secret in base32, the encoding that apps expect. */
export function generateTotpSecret(): string {
  let bits = "";
  for (const byte of randomBytes(SECRET_BYTES)) {
    bits += byte.toString(2).padStart(8, "0");
  }
  return (bits.match(/.{5}/g) ?? []).map((group) => BASE32_ALPHABET[Number.parseInt(group, 2)]).join("");
}

/** The URI in the QR code. */
export function totpUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const fields = { algorithm: "SHA1", digits: DIGITS, issuer, period: STEP_SECONDS, secret };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${label}?${query.join("&")}`;
}

/** Returns the number of the 30-second time step that contains `at`. */
export function totpStepAt(at: Date): number {
  return Math.floor(at.getTime() / 1000 / STEP_SECONDS);
}

/** @param secret In base32. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", decodeBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** Returns the step of a code: the current one or, to allow for clock drift, an adjacent one. Null for a wrong code. */
export function findTotpStep(secret: string, code: string, at: Date): number | null {
  const digits = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(digits)) {
    return null;
  }
  const currentStep = totpStepAt(at);
  const steps = [currentStep, currentStep - 1, currentStep + 1];
  return (
    steps.find((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(digits))) ?? null
  );
}

function decodeBase32(base32: string): Buffer {
  let bits = "";
  for (const letter of base32) {
    bits += BASE32_ALPHABET.indexOf(letter).toString(2).padStart(5, "0");
  }
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((group) => Number.parseInt(group, 2)));
}
