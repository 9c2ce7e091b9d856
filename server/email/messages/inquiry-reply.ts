import type { Brand } from "#brand";
import { type EmailContent, greeting, paragraph, reasonFootnote, signature } from "#server/email/content.ts";

/** Sent to a visitor with the reply that an administrator wrote. `author` is null if the administrator has no name. */
export function inquiryReply(
  inquiry: { reference: string; name: string },
  { message, author }: { message: string; author: string | null },
  brand: Pick<Brand, "name">,
): EmailContent {
  return {
    subject: `Re: your ${brand.name} inquiry (${inquiry.reference})`,
    blocks: [
      greeting(inquiry.name),
      paragraph(message),
      signature(brand, author ?? undefined),
      reasonFootnote(`you contacted ${brand.name}.`),
    ],
  };
}
