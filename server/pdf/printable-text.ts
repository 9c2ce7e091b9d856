import { readFontCoverage } from "./font-coverage.ts";
import { FONTS, type PdfFont } from "./pdf-theme.ts";

/** Text in a font that has all of its glyphs. */
export type GlyphRun = { text: string; font: PdfFont };

/** Characters that every font has. They need no further checks. */
const PLAIN_TEXT = /^[\n\x20-\x7e]*$/;
/** Controls, characters that change the direction of text, combining marks, surrogates and line separators. */
const HIDDEN_CHARACTER = /[\p{C}\p{M}\p{Zl}\p{Zp}]/u;

const coverage = new Map<PdfFont, ReadonlySet<number>>();

/**
 * Splits text into runs that the fonts can show. Characters that only the monospace font has use it. Hidden characters and
 * those without a glyph appear as an escape: "\u{4F60 597D}". Line breaks stay.
 */
export function toGlyphRuns(text: string, font: PdfFont): GlyphRun[] {
  if (PLAIN_TEXT.test(text)) {
    return text === "" ? [] : [{ text, font }];
  }
  const runs: GlyphRun[] = [];
  let escaped: string[] = [];
  const append = (added: string, addedFont: PdfFont) => {
    const last = runs.at(-1);
    if (last?.font === addedFont) {
      last.text += added;
    } else {
      runs.push({ text: added, font: addedFont });
    }
  };
  const appendEscaped = () => {
    if (escaped.length > 0) {
      append(`\\u{${escaped.join(" ")}}`, font);
      escaped = [];
    }
  };
  for (const character of text.normalize("NFC")) {
    const available = findFont(character, font);
    if (available) {
      appendEscaped();
      append(character, available);
    } else {
      escaped.push((character.codePointAt(0) ?? 0).toString(16).toUpperCase());
    }
  }
  appendEscaped();
  return runs;
}

/** The text as the document shows it, with escapes. */
export function toPrintableText(text: string, font: PdfFont = "regular"): string {
  return toGlyphRuns(text, font)
    .map((run) => run.text)
    .join("");
}

/** Whether the fonts can show the text without escapes. */
export function isPrintable(text: string): boolean {
  return toPrintableText(text) === text.normalize("NFC");
}

/** Text for bookmarks and metadata, which viewers show in a font of their own. */
export function toPlainText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function findFont(character: string, font: PdfFont): PdfFont | null {
  if (character === "\n") {
    return font;
  }
  if (HIDDEN_CHARACTER.test(character)) {
    return null;
  }
  const code = character.codePointAt(0) ?? 0;
  return [font, "mono" as const].find((candidate) => getCoverage(candidate).has(code)) ?? null;
}

function getCoverage(font: PdfFont): ReadonlySet<number> {
  const known = coverage.get(font) ?? readFontCoverage(FONTS[font]);
  coverage.set(font, known);
  return known;
}
