import type { Brand } from "#brand";
import {
  button,
  contactSentence,
  details,
  type EmailContent,
  greeting,
  paragraph,
  quote,
  reasonFootnote,
  signature,
  withTitle,
} from "#server/email/content.ts";

export type StoredInquiry = {
  id: string;
  reference: string;
  name: string;
  email: string;
  company: string;
  serviceInterest: string;
  message: string;
};

/** Sent to the firm. Replies go to the visitor. */
export function inquiryForFirm(inquiry: StoredInquiry, publicUrl: string): EmailContent {
  return withTitle(
    (shorten) => `Inquiry from ${shorten(inquiry.company)} (${inquiry.reference})`,
    [
      paragraph(`Reply due within 24 hours. Reply to this email to answer ${inquiry.name}.`),
      details(
        ["Name", inquiry.name],
        ["Company", inquiry.company],
        ["Email", inquiry.email],
        ["Service", inquiry.serviceInterest],
        ["Reference", inquiry.reference],
      ),
      quote(inquiry.message),
      button("View inquiry", `${publicUrl}/admin/inbox/${inquiry.id}`),
      reasonFootnote("this address receives inquiries from the contact form."),
    ],
  );
}

/**
 * Sent to the visitor. Contains no text from the form, so that no one can use the form to send text to another person's
 * address.
 */
export function inquiryAcknowledgement(
  reference: string,
  publicUrl: string,
  brand: Pick<Brand, "name" | "contactEmail">,
): EmailContent {
  return {
    subject: `${brand.name} received your message (${reference})`,
    blocks: [
      greeting(),
      paragraph(`Thanks for contacting ${brand.name}. An engineer will reply within 24 hours.`),
      paragraph(`Your reference is ${reference}. If you'd rather talk, choose a time for a call.`),
      button("Book a free consultation", `${publicUrl}/book`),
      contactSentence(
        "Didn't contact us? Someone may have entered your address by mistake. Let us know at",
        brand,
      ),
      signature(brand),
      reasonFootnote("this address was entered in our contact form."),
    ],
  };
}
