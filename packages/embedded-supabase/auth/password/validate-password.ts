import { readFileSync } from "node:fs";
import { AuthError } from "../http/errors.ts";

const MIN_PASSWORD_LENGTH = 8;
/** bcrypt ignores everything after 72 bytes, so a longer password would match with any ending. */
export const MAX_PASSWORD_BYTES = 72;
const MIN_TERM_LENGTH = 4;
const COMMON_PASSWORDS_FILE = new URL("common-passwords.txt", import.meta.url);

/**
 * Requires 8 characters to 72 bytes, and rejects common passwords and passwords that consist of one `disallowed` term
 * plus digits or punctuation.
 * @throws {AuthError} `weak_password` or `validation_failed`
 */
export function validatePassword(
  password: string,
  { disallowed = [] }: { disallowed?: readonly string[] } = {},
): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw new AuthError(
      400,
      "validation_failed",
      `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`,
    );
  }
  if ([...password].length < MIN_PASSWORD_LENGTH) {
    throw new AuthError(
      422,
      "weak_password",
      `Password should be at least ${MIN_PASSWORD_LENGTH} characters.`,
      { extra: { weak_password: { reasons: ["length"] } } },
    );
  }
  if (isCommonPassword(password) || disallowed.includes(lettersOnly(password))) {
    throw new AuthError(
      422,
      "weak_password",
      "Password is known to be weak and easy to guess, please choose a different one.",
      { extra: { weak_password: { reasons: ["pwned"] } } },
    );
  }
}

/** Terms that attackers try first: the site's host name and the user's email addresses, whole and in parts. */
export function personalTerms(publicUrl: string, emails: readonly string[]): string[] {
  const parts = [new URL(publicUrl).hostname, ...emails].flatMap((text) => [
    text,
    ...text.split(/[@.]/),
    text.split("@")[0] ?? "",
  ]);
  return parts.map(lettersOnly).filter((term) => term.length >= MIN_TERM_LENGTH);
}

const lettersOnly = (text: string): string => text.toLowerCase().replaceAll(/\P{L}/gu, "");

let commonPasswords: Set<string> | null = null;

/** True for the 3,000 most common passwords, ignoring case. */
function isCommonPassword(password: string): boolean {
  commonPasswords ??= new Set(readFileSync(COMMON_PASSWORDS_FILE, "utf8").split("\n"));
  return commonPasswords.has(password.toLowerCase());
}
