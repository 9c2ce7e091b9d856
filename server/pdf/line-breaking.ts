import { FONTS, type PdfFont } from "./pdf-theme.ts";
import { toGlyphRuns } from "./printable-text.ts";
import type { TaggedDocument } from "./tagged-document.ts";

/** A web address, or the name of a destination in the document. */
export type PdfLink = { url: string } | { destination: string };

/** Text with a style. "\n" is a line break. */
export type TextSpan = {
  text: string;
  font?: PdfFont;
  isOblique?: boolean;
  isMuted?: boolean;
  link?: PdfLink;
};
export type PdfText = string | readonly TextSpan[];

export type LineRun = { text: string; font: PdfFont; width: number; span: TextSpan };
/** `width` excludes spaces at the end. */
export type TextLine = { runs: LineRun[]; width: number };

type LineOptions = { size: number; width: number; font?: PdfFont };
type Word = { runs: LineRun[]; width: number; isBreak: boolean };

/** Breaks after spaces, and after hyphens and slashes between words, but not in keys such as WL-12-003. */
const WORD_END = /(?<=\n)|(?=\n)|(?<= )(?=[^ ])|(?<=[^\s][-–—/])(?=\p{L})/u;

const advances = new Map<PdfFont, Map<string, number>>();

/** Collapses whitespace, because text from forms can contain line breaks. */
export function toSpans(text: PdfText): readonly TextSpan[] {
  return typeof text === "string" ? [{ text: text.replace(/\s+/g, " ").trim() }] : text;
}

/** Breaks text into lines. Words that are longer than a line are split. Returns at least one line. */
export function breakLines(
  doc: TaggedDocument,
  text: PdfText,
  { size, width, font = "regular" }: LineOptions,
): TextLine[] {
  const lines: LineRun[][] = [];
  let line: LineRun[] = [];
  let used = 0;
  const endLine = () => {
    lines.push(line);
    line = [];
    used = 0;
  };
  for (const word of splitWords(doc, toSpans(text), size, font)) {
    if (word.isBreak) {
      endLine();
      continue;
    }
    if (word.width > width) {
      for (const run of word.runs.flatMap(splitCharacters(doc, size))) {
        if (used + run.width > width && line.length > 0) {
          endLine();
        }
        used += appendRun(line, run);
      }
      continue;
    }
    if (used + word.width > width && line.length > 0) {
      endLine();
    }
    for (const run of word.runs) {
      used += appendRun(line, run);
    }
  }
  if (line.length > 0 || lines.length === 0) {
    endLine();
  }
  return lines.map((runs) => ({ runs, width: measureLine(doc, runs, size) }));
}

/** The fonts have no kerning and no ligatures, so the width of a text is the sum of its characters. */
export function measureText(doc: TaggedDocument, text: string, font: PdfFont, size: number): number {
  const known = advances.get(font) ?? new Map<string, number>();
  advances.set(font, known);
  let width = 0;
  for (const character of text) {
    let advance = known.get(character);
    if (advance === undefined) {
      advance = doc.font(FONTS[font]).fontSize(1000).widthOfString(character);
      known.set(character, advance);
    }
    width += advance;
  }
  return (width * size) / 1000;
}

function splitWords(doc: TaggedDocument, spans: readonly TextSpan[], size: number, font: PdfFont): Word[] {
  const words: Word[] = [];
  let word: LineRun[] = [];
  const endWord = () => {
    if (word.length > 0) {
      words.push({ runs: word, width: sumWidths(word), isBreak: false });
      word = [];
    }
  };
  for (const span of spans) {
    for (const run of toGlyphRuns(span.text, span.font ?? font)) {
      for (const [index, piece] of run.text.split(WORD_END).entries()) {
        if (index > 0 || piece.startsWith(" ")) {
          endWord();
        }
        if (piece === "\n") {
          endWord();
          words.push({ runs: [], width: 0, isBreak: true });
          continue;
        }
        word.push({ text: piece, font: run.font, width: measureText(doc, piece, run.font, size), span });
        if (piece.endsWith(" ")) {
          endWord();
        }
      }
    }
  }
  endWord();
  return words;
}

/** Appends to the last run if the style is the same. Returns the added width. */
function appendRun(line: LineRun[], run: LineRun): number {
  const last = line.at(-1);
  if (last && last.span === run.span && last.font === run.font) {
    last.text += run.text;
    last.width += run.width;
  } else {
    line.push({ ...run });
  }
  return run.width;
}

function splitCharacters(doc: TaggedDocument, size: number): (run: LineRun) => LineRun[] {
  return (run) =>
    [...run.text].map((text) => ({ ...run, text, width: measureText(doc, text, run.font, size) }));
}

function measureLine(doc: TaggedDocument, runs: readonly LineRun[], size: number): number {
  const last = runs.at(-1);
  const spaces = last ? last.text.slice(last.text.trimEnd().length) : "";
  return sumWidths(runs) - (last ? measureText(doc, spaces, last.font, size) : 0);
}

function sumWidths(runs: readonly { width: number }[]): number {
  return runs.reduce((sum, { width }) => sum + width, 0);
}
