import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { cleanText, HIDDEN_CHARACTERS_NOTE } from "#server/findings/import/text/clean-text.ts";
import { codeBlock } from "#server/findings/import/text/markdown.ts";
import { shortenText } from "#server/findings/import/text/shorten.ts";

/** The parts of a result that show what happened, such as the prompt and the output. */
export type Sample = readonly { label: string; text: string }[];

const MAX_SAMPLES = 3;
const MAX_PART_LENGTH = 6_000;
/** For the label, the fences and the notes of a part. */
const PART_OVERHEAD = 400;

/** Keeps the first samples of a finding, without secrets and hidden characters. */
export class Samples {
  readonly #samples: { label: string; text: string; hadHiddenCharacters: boolean }[][] = [];

  add(createSample: () => Sample): void {
    if (this.#samples.length >= MAX_SAMPLES) {
      return;
    }
    const parts = createSample().map(({ label, text }) => {
      const clean = cleanText(text);
      return { label, ...clean, text: shortenText(clean.text, MAX_PART_LENGTH) };
    });
    this.#samples.push(parts);
  }

  /** Markdown with each part in a code block, within the limit of a section. */
  format(): string {
    const parts = this.#samples.flat().length;
    const maxLength = Math.floor(TEXT_LIMITS.section / Math.max(1, parts)) - PART_OVERHEAD;
    return this.#samples
      .map((sample, index) => {
        const blocks = sample.map(({ label, text, hadHiddenCharacters }) => {
          const block = `${label}:\n\n${codeBlock(shortenText(text, maxLength))}`;
          return hadHiddenCharacters ? `${block}\n\n${HIDDEN_CHARACTERS_NOTE}` : block;
        });
        return [`**Sample ${index + 1}**`, ...blocks].join("\n\n");
      })
      .join("\n\n");
  }
}
