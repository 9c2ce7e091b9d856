/** The `tel:` URL that calls a phone number. */
export function phoneUrl(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, "")}`;
}
