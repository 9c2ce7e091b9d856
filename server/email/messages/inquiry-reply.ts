import type { Brand } from "#brand";
import { type EmailContent, greeting, paragraph, reason } from "#server/email/content.ts";

/** To a visitor: the reply an administrator wrote. */
export function inquiryReply(
  inquiry: { reference: string; name: string },
  message: string,
  brand: Pick<Brand, "name">,
): EmailContent {
  return {
    subject: `Re: your ${brand.name} inquiry (${inquiry.reference})`,
    blocks: [
      greeting(inquiry.name),
      paragraph(message),
      paragraph(`The ${brand.name} team`),
      reason(`you contacted ${brand.name}.`),
    ],
  };
}
