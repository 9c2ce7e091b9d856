/** Part of a text: plain, or code without its backticks. */
export type TextPart = { text: string; isCode: boolean };

/** One pair of single backticks on a line. Several backticks in a row are plain text. */
const INLINE_CODE = /(?<!`)`([^`\n]+)`(?!`)/;

/** Splits a comment at its inline code. All other characters stay as they are. */
export function splitInlineCode(text: string): TextPart[] {
  // Every second part is the captured code.
  return text
    .split(INLINE_CODE)
    .map((part, index) => ({ text: part, isCode: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}
