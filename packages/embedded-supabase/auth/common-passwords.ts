import { readFileSync } from "node:fs";

const list = new URL("common-passwords.txt", import.meta.url);

let known: Set<string> | null = null;

/** True for the 3,000 commonest passwords, in whatever case they are written. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(readFileSync(list, "utf8").split("\n"));
  return known.has(password.toLowerCase());
}
