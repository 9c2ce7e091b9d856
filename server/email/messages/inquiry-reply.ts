import type { Brand } from "#brand";

/** To whoever inquired: what an administrator wrote, under the reference the person knows. */
export function inquiryReply(
  inquiry: { reference: string; name: string },
  message: string,
  brand: Pick<Brand, "name">,
): { subject: string; text: string } {
  return {
    subject: `Your inquiry ${inquiry.reference} at ${brand.name}`,
    text: [`Hello ${inquiry.name},`, message, brand.name].join("\n\n"),
  };
}
