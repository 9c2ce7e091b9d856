import type { Brand } from "#brand";

/** An inquiry as it was stored. */
export type StoredInquiry = {
  reference: string;
  name: string;
  email: string;
  company: string;
  serviceInterest: string;
  message: string;
};

/** To the firm: the whole inquiry, as text. Answering it writes to the visitor. */
export function inquiryForTheFirm(inquiry: StoredInquiry) {
  return {
    subject: `Inquiry ${inquiry.reference}: ${inquiry.serviceInterest}`,
    text: [
      `Name: ${inquiry.name}`,
      `Company: ${inquiry.company}`,
      `E-mail: ${inquiry.email}`,
      `Service: ${inquiry.serviceInterest}`,
      `Reference: ${inquiry.reference}`,
      "",
      inquiry.message,
      "",
      "Promised answer: within 24 hours. Replying to this mail writes to the person.",
    ].join("\n"),
  };
}

/**
 * To the sender: the reference number. It holds no text from the form, so that nobody can have words of theirs sent
 * to a stranger's mailbox.
 */
export function inquiryAcknowledgement(reference: string, brand: Pick<Brand, "name" | "contactEmail">) {
  return {
    subject: `We have received your message (${reference})`,
    text: [
      `Thank you for writing to ${brand.name}.`,
      "",
      `Your message has the reference number ${reference}. We answer within 24 hours.`,
      "",
      `If you did not write to us, somebody entered your address by mistake. Tell us at ${brand.contactEmail}.`,
      "",
      brand.name,
    ].join("\n"),
  };
}
