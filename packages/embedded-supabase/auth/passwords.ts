import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/bcrypt";
import { isCommonPassword } from "./common-passwords.ts";
import { AuthError } from "./errors.ts";

export type Passwords = {
  /** A bcrypt hash, as Supabase Auth keeps it; made off the main thread. */
  hash(password: string): Promise<string>;
  /** Takes as long without a hash (no such account, no password set) as with one. */
  isRight(password: string, hash: string | null): Promise<boolean>;
};

const cost = 10;
const shortest = 8;
// bcrypt silently ignores what follows: a longer password would be right with any ending.
const mostBytes = 72;

export async function createPasswords(): Promise<Passwords> {
  const nobodys = await hash(randomBytes(16).toString("hex"), { cost });
  return {
    hash: (password) => hash(password, { cost }),
    async isRight(password, known) {
      const matches = await verify(password, known || nobodys).catch(() => false);
      return matches && Boolean(known) && Buffer.byteLength(password) <= mostBytes;
    },
  };
}

/**
 * Throws an AuthError unless a password may be set: 8 characters to 72 bytes, none of the commonest, and more than one of
 * `words` with figures and signs around it.
 */
export function requireAcceptable(password: string, words: readonly string[] = []): void {
  if (Buffer.byteLength(password) > mostBytes) {
    throw new AuthError(400, "validation_failed", `Password cannot be longer than ${mostBytes} characters`);
  }
  if ([...password].length < shortest) {
    throw new AuthError(422, "weak_password", `Password should be at least ${shortest} characters.`, {
      extra: { weak_password: { reasons: ["length"] } },
    });
  }
  if (isCommonPassword(password) || words.includes(lettersOf(password))) {
    throw new AuthError(
      422,
      "weak_password",
      "Password is known to be weak and easy to guess, please choose a different one.",
      { extra: { weak_password: { reasons: ["pwned"] } } },
    );
  }
}

const shortestWord = 4;

/** The words that somebody who guesses tries first: the site's host and the person's own address, part by part. */
export function obviousWords(publicUrl: string, emails: readonly string[]): string[] {
  const parts = [new URL(publicUrl).hostname, ...emails].flatMap((text) => [
    text,
    ...text.split(/[@.]/),
    text.split("@")[0] ?? "",
  ]);
  return parts.map(lettersOf).filter((word) => word.length >= shortestWord);
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/\P{L}/gu, "");
