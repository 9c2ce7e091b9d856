import { randomInt } from "node:crypto";

// Excludes 0, O, 1 and I, which are easy to confuse when the reference is read over the phone.
const REFERENCE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Creates the reference of an inquiry, such as "7K2M-Q9XT". */
export function generateReference(): string {
  const characters = Array.from(
    { length: 8 },
    () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)],
  ).join("");
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
