import { maskSecrets } from "./mask-secrets.ts";

export type CleanText = {
  text: string;
  /** Whether invisible characters were removed. */
  hadHiddenCharacters: boolean;
};

/**
 * Control characters except newline and tab, characters that change the direction of text, the byte order mark, and
 * Unicode tags, which can carry instructions that a person does not see.
 */
const HIDDEN_CHARACTERS =
  /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]|(?![\t\n])\p{Cc}/gu;

/** The folder of a user on Linux, macOS and Windows. Backslashes are doubled in JSON. */
const HOME_FOLDERS =
  /(?<![\w.~-])(?:\/mnt\/[a-z]|\/var|\/export)?\/(?:home|Users)\/[^\s/\\"'`<>|:;,)\]}]+|\b[A-Za-z]:[\\/]{1,4}Users[\\/]{1,4}(?:[^\\/\r\n"'`<>|:*?]{1,64}(?=[\\/])|[^\s\\/"'`<>|:*?]+)/gi;

const INLINE_MEDIA = /data:[\w/+.-]{1,100}(?:;[\w=-]{1,50})*;base64,[A-Za-z0-9+/=_-]+/g;

/** Most texts match this pattern, and neither of the two below, which avoids the slow searches. */
const VISIBLE_ASCII = /^[\t\n -~]*$/;
/** Matches a part of each home folder. */
const HOME_FOLDER_HINT = /[\\/](?:home|users)[\\/]/i;
/** A part of all inline media. */
const INLINE_MEDIA_HINT = ";base64,";

export const HIDDEN_CHARACTERS_NOTE =
  "Note: hidden characters were removed (Unicode tags, control characters or characters that change the direction of text).";

/** Removes hidden characters, secrets, inline media and the names of home folders. Line breaks become `\n`. */
export function cleanText(raw: string): CleanText {
  const { text: visible, hadHiddenCharacters } = VISIBLE_ASCII.test(raw)
    ? { text: raw, hadHiddenCharacters: false }
    : removeHiddenCharacters(raw);
  const withoutMedia = visible.includes(INLINE_MEDIA_HINT)
    ? visible.replace(INLINE_MEDIA, "[media removed]")
    : visible;
  const masked = maskSecrets(withoutMedia);
  const text = HOME_FOLDER_HINT.test(masked) ? masked.replace(HOME_FOLDERS, "~") : masked;
  return { text, hadHiddenCharacters };
}

function removeHiddenCharacters(raw: string): CleanText {
  const withNewlines = raw
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[\u2028\u2029]/g, "\n");
  const text = withNewlines.replace(HIDDEN_CHARACTERS, "");
  return { text, hadHiddenCharacters: text.length !== withNewlines.length };
}

/** As `cleanText`, on one line. */
export function cleanLine(raw: string): string {
  return cleanText(raw).text.replace(/\s+/g, " ").trim();
}
