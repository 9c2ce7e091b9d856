import * as z from "zod/mini";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { cleanText, HIDDEN_CHARACTERS_NOTE } from "#server/findings/import/text/clean-text.ts";
import { codeBlock } from "#server/findings/import/text/markdown.ts";
import { shortenText } from "#server/findings/import/text/shorten.ts";

/** The parts of a result that show what happened, such as the prompt and the output. */
export type Sample = readonly { label: string; text: string }[];

/** The first samples of a finding, without secrets and hidden characters. */
export const Samples = z.array(
  z.array(z.object({ label: z.string(), text: z.string(), hadHiddenCharacters: z.boolean() })),
);
export type Samples = z.infer<typeof Samples>;

const MAX_SAMPLES = 3;
const MAX_PART_LENGTH = 6_000;
/** Higher than the limit of a part, because cleaning can shorten the text, for example by removing media. */
const MAX_RAW_PART_LENGTH = 200_000;
/** For the label, the fences and the notes of a part. */
const PART_OVERHEAD = 400;

/** Adds a sample, unless the finding has enough. */
export function addSample(samples: Samples, createSample: () => Sample): void {
  if (samples.length >= MAX_SAMPLES) {
    return;
  }
  samples.push(
    createSample().map(({ label, text }) => {
      const clean = cleanText(shortenText(text, MAX_RAW_PART_LENGTH));
      return { label, ...clean, text: shortenText(clean.text, MAX_PART_LENGTH) };
    }),
  );
}

/** Markdown with each part in a code block, within the limit of a section. */
export function formatSamples(samples: Samples): string {
  const parts = samples.flat().length;
  const maxLength = Math.floor(TEXT_LIMITS.section / Math.max(1, parts)) - PART_OVERHEAD;
  return samples
    .map((sample, index) => {
      const blocks = sample.map(({ label, text, hadHiddenCharacters }) => {
        const block = `${label}:\n\n${codeBlock(shortenText(text, maxLength))}`;
        return hadHiddenCharacters ? `${block}\n\n${HIDDEN_CHARACTERS_NOTE}` : block;
      });
      return [`**Sample ${index + 1}**`, ...blocks].join("\n\n");
    })
    .join("\n\n");
}
