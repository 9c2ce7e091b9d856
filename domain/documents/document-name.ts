/** Invisible and bidirectional control characters, which can disguise a file's extension. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/**
 * Removes folders, invisible characters, and leading or trailing spaces and dots from a file name. Letters of every
 * script are kept. Returns an empty string when nothing is left.
 */
export function sanitizeFileName(name: string): string {
  return (
    name
      .normalize("NFC")
      .replace(INVISIBLE_CHARACTERS, "")
      .split(/[\\/]/)
      .findLast((part) => part.trim() !== "")
      ?.replace(/^\s+|[\s.]+$/gu, "") ?? ""
  );
}

/** Returns the lowercase extension without the dot, or an empty string if there is none. */
export function getFileExtension(name: string): string {
  return name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
}
