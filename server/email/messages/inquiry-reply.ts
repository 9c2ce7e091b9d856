import type { Brand } from "#brand";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import {
  type EmailContent,
  greeting,
  paragraph,
  personal,
  quote,
  reasonFootnote,
  signature,
  textLink,
} from "#server/email/content.ts";

type AnsweredInquiry = {
  reference: string;
  name: string;
  message: string;
  receivedOn: CalendarDate;
};

/**
 * Sent to a visitor with the reply that an administrator wrote, and the visitor's message. Looks like an email from a
 * person. `author` is null if the administrator has no name.
 */
export function inquiryReply(
  inquiry: AnsweredInquiry,
  { message, author }: { message: string; author: string | null },
  { publicUrl, brand }: { publicUrl: string; brand: Pick<Brand, "name"> },
): EmailContent {
  return {
    subject: `Re: your ${brand.name} inquiry (${inquiry.reference})`,
    blocks: [
      personal(),
      greeting(inquiry.name),
      paragraph(message),
      textLink("Book a time", `${publicUrl}/book`),
      signature(brand, author ?? undefined),
      paragraph(`On ${formatDate(inquiry.receivedOn)}, you wrote:`),
      quote(inquiry.message),
      reasonFootnote(`you contacted ${brand.name}.`),
    ],
  };
}
