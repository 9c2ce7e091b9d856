const SQL =
  /^\s*(?:select|insert|update|delete|with|create|alter|begin|commit|rollback|set|grant|revoke|lock|listen|notify)\b/;
const CODE = /^[\w$.[\]-]+$|^[/#.@?&]|[{;]\s*\w+:|=>|^\w+\/[\w.+-]+$/;

/** Returns whether a string is text for people, and not an identifier, a class list, a path, SQL or other code. */
export function readsLikeText(text: string): boolean {
  const textWithoutPlaceholders = text.replace(/\{[^}]*\}/g, "").trim();
  if (
    !/\p{L}{2}/u.test(textWithoutPlaceholders) ||
    SQL.test(text) ||
    /https?:\/\//.test(textWithoutPlaceholders)
  ) {
    return false;
  }
  if (/^\p{Lu}\p{Ll}+$/u.test(textWithoutPlaceholders)) {
    return true;
  }
  if (CODE.test(textWithoutPlaceholders)) {
    return false;
  }
  const isProse =
    /^[\p{Lu}"“]/u.test(textWithoutPlaceholders) ||
    /[.!?…:]$/.test(textWithoutPlaceholders) ||
    /^\p{Ll}+(?: [\p{L}\d'’,.]+)+$/u.test(textWithoutPlaceholders);
  return isProse && /\s/.test(textWithoutPlaceholders) && !looksLikeClassList(textWithoutPlaceholders);
}

const SINGLE_WORD_CLASSES = new Set(
  "flex grid block inline hidden truncate relative absolute sticky fixed grow shrink italic underline uppercase border rounded shadow transition container group peer".split(
    " ",
  ),
);

function looksLikeClassList(text: string): boolean {
  const tokens = text.split(/\s+/);
  return tokens.every(
    (token) => SINGLE_WORD_CLASSES.has(token) || /^-?[a-z]+(?:-[\w./[\]%()]+)+$|^[a-z-]+:\S+$/.test(token),
  );
}
