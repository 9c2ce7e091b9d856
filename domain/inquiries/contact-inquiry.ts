import * as z from "zod/mini";
import { fieldErrors } from "#domain/forms/field-errors.ts";
import { SERVICE_INTERESTS } from "#domain/inquiries/contact-form.ts";
import { isSingleLine, UNSUPPORTED_CHARACTERS_MESSAGE } from "#domain/text/single-line.ts";

const MAX_LINE_LENGTH = 200;
const MAX_EMAIL_LENGTH = 254;
const MAX_MESSAGE_LENGTH = 5000;

const CONTROL_CHARACTER_EXCEPT_WHITESPACE = /(?![\n\r\t])\p{Cc}/u;

/** What a person writes to the firm, of at least 10 characters. */
export function longTextField(tooShort: string) {
  return textField({
    min: 10,
    max: MAX_MESSAGE_LENGTH,
    tooShort,
    isPermitted: (text) => !CONTROL_CHARACTER_EXCEPT_WHITESPACE.test(text),
  });
}

/** The contact form and its validation messages. */
export const ContactInquiry = z.object(
  {
    name: textField({ min: 2, max: MAX_LINE_LENGTH, tooShort: "Name must be at least 2 characters" }),
    email: z.string("Invalid email address").check(
      z.trim(),
      z.email("Invalid email address"),
      z.refine((address) => address.length <= MAX_EMAIL_LENGTH, "Invalid email address"),
    ),
    company: textField({
      min: 2,
      max: MAX_LINE_LENGTH,
      tooShort: "Company name must be at least 2 characters",
    }),
    serviceInterest: z.enum(SERVICE_INTERESTS, "Please select a service"),
    message: longTextField("Message must be at least 10 characters"),
  },
  "Fill out the form",
);
export type ContactInquiry = z.infer<typeof ContactInquiry>;

/** Returns the first validation message per field. Empty if the inquiry is valid or not an object. */
export function inquiryErrors(candidate: unknown): Partial<Record<keyof ContactInquiry, string>> {
  return fieldErrors(ContactInquiry, candidate);
}

type TextFieldOptions = {
  min: number;
  max: number;
  tooShort: string;
  isPermitted?: (text: string) => boolean;
};

function textField({ min, max, tooShort, isPermitted = isSingleLine }: TextFieldOptions) {
  return z.string(tooShort).check(
    z.trim(),
    z.refine((value) => countCharacters(value) >= min, tooShort),
    z.refine(
      (value) => countCharacters(value) <= max,
      `Use at most ${max.toLocaleString("en-US")} characters`,
    ),
    z.refine(isPermitted, UNSUPPORTED_CHARACTERS_MESSAGE),
  );
}

// Counts code points, like PostgreSQL: an emoji is one character but two UTF-16 code units.
function countCharacters(value: string): number {
  return [...value].length;
}
