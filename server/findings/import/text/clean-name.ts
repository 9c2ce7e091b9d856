import { createHash } from "node:crypto";
import { cleanLine } from "./clean-text.ts";

const MAX_NAME_LENGTH = 500;
/** Higher than the limit of a name, because cleaning can shorten the text. */
const MAX_RAW_LENGTH = 5_000;
const HASH_LENGTH = 16;

/**
 * Like `cleanLine`, for names that identify a finding, such as rules and targets. A name of more than 500 characters is shortened
 * and gets its hash, so that different names remain distinct.
 */
export function cleanName(raw: string): string {
  const name = cleanLine(raw.slice(0, MAX_RAW_LENGTH));
  if (raw.length <= MAX_RAW_LENGTH && name.length <= MAX_NAME_LENGTH) {
    return name;
  }
  const hash = createHash("sha256").update(raw).digest("hex").slice(0, HASH_LENGTH);
  return `${name.slice(0, MAX_NAME_LENGTH).toWellFormed()}… ${hash}`;
}
