const SHORTENED = "…(shortened)";

/** Limits the length of a text with a visible note. */
export function shortenText(text: string, maxLength: number): string {
  return shorten(text, maxLength, SHORTENED);
}

/** Limits the length of a title or name, at a word if possible. */
export function shortenLine(text: string, maxLength: number): string {
  return shorten(text, maxLength, "…");
}

function shorten(text: string, maxLength: number, ending: string): string {
  if (text.length <= maxLength) {
    return text;
  }
  // A cut in the middle of a surrogate pair would leave an invalid character.
  const start = text.slice(0, maxLength - ending.length).replace(/[\ud800-\udbff]$/, "");
  const endsWithWord = /\s/.test(text.charAt(start.length));
  const lastSpace = endsWithWord ? start.length : start.search(/\s\S*$/);
  return `${lastSpace > start.length / 2 ? start.slice(0, lastSpace).trimEnd() : start}${ending}`;
}
