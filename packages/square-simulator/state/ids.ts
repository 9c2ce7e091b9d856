import { randomBytes } from "node:crypto";
import type { RandomSource } from "./random.ts";
import { nextRandom } from "./random.ts";

const UPPERCASE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";
const MIXED_CASE_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const HEX = "0123456789abcdef";

/** Ids in Square's formats, reproducible for a given seed. */
export const ids = {
  merchant: (source: RandomSource) => `ML${randomString(source, UPPERCASE_ALPHABET, 11)}`,
  location: (source: RandomSource) => `L${randomString(source, UPPERCASE_ALPHABET, 12)}`,
  customer: (source: RandomSource) => randomString(source, UPPERCASE_ALPHABET, 26),
  order: (source: RandomSource) => `CAIS${randomString(source, MIXED_CASE_ALPHABET, 24)}`,
  invoice: (source: RandomSource) => `inv:0-Ch${randomString(source, MIXED_CASE_ALPHABET, 25)}`,
  /** Id of an invoice from before Square introduced the `inv:` prefix. */
  oldInvoice: (source: RandomSource) => randomString(source, MIXED_CASE_ALPHABET, 22),
  payPage: (source: RandomSource) => `invtmp:${randomUuid(source)}`,
  payment: (source: RandomSource) => randomString(source, MIXED_CASE_ALPHABET, 29),
  refund: (source: RandomSource, paymentId: string) =>
    `${paymentId}_${randomString(source, MIXED_CASE_ALPHABET, 22)}`,
  card: (source: RandomSource) => `ccof:${randomString(source, MIXED_CASE_ALPHABET, 19)}`,
  subscription: (source: RandomSource) => randomUuid(source),
  action: (source: RandomSource) => randomUuid(source),
  catalog: (source: RandomSource) => randomString(source, UPPERCASE_ALPHABET, 24),
  paymentLink: (source: RandomSource) => randomString(source, UPPERCASE_ALPHABET, 16),
  webhookSubscription: (source: RandomSource) => `wbhk_${randomString(source, HEX, 32)}`,
  uid: (source: RandomSource) => randomUuid(source),
  event: (source: RandomSource) => randomUuid(source),
  receiptNumber: (source: RandomSource) => randomString(source, MIXED_CASE_ALPHABET, 4),
  versionToken: (source: RandomSource) => randomString(source, MIXED_CASE_ALPHABET, 29),
};

/** Secrets come from the system's random generator, so that they cannot be computed from the seed. */
export const secrets = {
  code: () => `sq0cgb-${randomBytes(16).toString("base64url")}`,
  accessToken: () => `EAAA${randomBytes(45).toString("base64url")}`,
  refreshToken: () => `EQAA${randomBytes(45).toString("base64url")}`,
  signatureKey: () => randomBytes(16).toString("base64url"),
};

function randomString(source: RandomSource, alphabet: string, length: number): string {
  let text = "";
  while (text.length < length) {
    text += alphabet[Math.floor(nextRandom(source) * alphabet.length)];
  }
  return text;
}

function randomUuid(source: RandomSource): string {
  const hex = randomString(source, HEX, 32);
  const variant = "89ab"[Math.floor(nextRandom(source) * 4)];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
