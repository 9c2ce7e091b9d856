import * as z from "zod/mini";
import { SERVICE_INTERESTS } from "#domain/contact-form.ts";

const LONGEST_LINE = 200;
const LONGEST_EMAIL = 254;
const LONGEST_MESSAGE = 5000;

/** Control characters; a message may hold line breaks and tabs, a name or company may not. */
const inLines = /\p{Cc}/u;
const inMessages = /(?![\n\r\t])\p{Cc}/u;

/** A visitor's message, with the words shown under each field (specification section 5). */
export const ContactInquiry = z.object(
  {
    name: text({ least: 2, most: LONGEST_LINE, tooShort: "Name must be at least 2 characters" }),
    email: z.string("Invalid email address").check(
      z.trim(),
      z.email("Invalid email address"),
      z.refine((address) => address.length <= LONGEST_EMAIL, "Invalid email address"),
    ),
    company: text({ least: 2, most: LONGEST_LINE, tooShort: "Company name must be at least 2 characters" }),
    serviceInterest: z.enum(SERVICE_INTERESTS, "Please select a service"),
    message: text({
      least: 10,
      most: LONGEST_MESSAGE,
      tooShort: "Message must be at least 10 characters",
      unwanted: inMessages,
    }),
  },
  "Please fill in the form",
);
export type ContactInquiry = z.infer<typeof ContactInquiry>;

/** What is wrong with each field, the first reason of each; empty when the inquiry can be sent. */
export function inquiryErrors(candidate: unknown): Partial<Record<keyof ContactInquiry, string>> {
  const parsed = ContactInquiry.safeParse(candidate);
  if (parsed.success) return {};
  // The last entry of a key wins, and the first reason is the one to show.
  const reasons = parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]);
  return Object.fromEntries(reasons);
}

type TextRule = { least: number; most: number; tooShort: string; unwanted?: RegExp };

function text({ least, most, tooShort, unwanted = inLines }: TextRule) {
  return z.string(tooShort).check(
    z.trim(),
    z.refine((value) => characters(value) >= least, tooShort),
    z.refine(
      (value) => characters(value) <= most,
      `Please use at most ${most.toLocaleString("en-US")} characters`,
    ),
    z.refine((value) => !unwanted.test(value), "Please remove the characters that are not text"),
  );
}

// As the database counts: an emoji is one character, though two code units of a JavaScript string.
function characters(value: string): number {
  return [...value].length;
}
