import { cleanText, HIDDEN_CHARACTERS_NOTE } from "./clean-text.ts";
import { escapeActiveMarkdown, escapeMarkdown } from "./markdown.ts";
import { shortenText } from "./shorten.ts";

/** Formats plain text of a tool as Markdown without any syntax in effect. */
export function formatPlainText(raw: string, maxLength: number): string {
  return format(raw, maxLength, escapeMarkdown);
}

/** Formats Markdown of a person. HTML, links and images have no effect. */
export function formatMarkdown(raw: string, maxLength: number): string {
  return format(raw, maxLength, escapeActiveMarkdown);
}

function format(raw: string, maxLength: number, escapeText: (text: string) => string): string {
  const { text, hadHiddenCharacters } = cleanText(raw);
  const note = hadHiddenCharacters ? `\n\n${HIDDEN_CHARACTERS_NOTE}` : "";
  const limit = maxLength - note.length;
  const escaped = escapeText(shortenText(text.trim(), limit));
  // Escaping at most doubles the length. Cutting afterwards could cut an escape sequence or a fence.
  const fitting =
    escaped.length <= limit ? escaped : escapeText(shortenText(text.trim(), Math.floor(limit / 2) - 10));
  return `${fitting}${note}`;
}
