/** Turns the order of what follows around, or hides it: "invoice‮fdp.exe" must not read as "invoiceexe.pdf". */
const INVISIBLE = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/**
 * A file's name as a document keeps it: without folders, without characters nobody sees, without blanks or dots at its
 * ends. Letters of every script stay as they are. May be empty: then nothing of the name was one.
 */
export function documentName(given: string): string {
  return (
    given
      .normalize("NFC")
      .replace(INVISIBLE, "")
      .split(/[\\/]/)
      .findLast((part) => part.trim() !== "")
      ?.replace(/^\s+|[\s.]+$/gu, "") ?? ""
  );
}

/** The extension in lower case, without its dot; empty where there is none. */
export function extensionOf(name: string): string {
  return name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
}
