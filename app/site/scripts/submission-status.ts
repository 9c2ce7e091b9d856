import type { InquiryResult } from "./send-inquiry.ts";

/**
 * Shows the result of the last submission: above the form the reference number, which remains after the
 * thank-you panel closes, or below it an email link prefilled with the unsent message. Invalid fields show their own errors
 * instead.
 */
export function showSubmissionStatus(form: HTMLFormElement, result: InquiryResult): void {
  const receivedNotice = form.querySelector<HTMLElement>("[data-last-reference]");
  const notSentNotice = form.querySelector<HTMLElement>("[data-not-sent]");
  const link = notSentNotice?.querySelector("a");
  if (!receivedNotice || !notSentNotice || !link) {
    return;
  }
  const values = new FormData(form);
  showReference(receivedNotice, result.ok ? result.reference : null, String(values.get("email")));
  notSentNotice.hidden = result.ok || Object.keys(result.fieldErrors).length > 0;
  if (!result.ok) {
    link.search = mailtoQuery(values);
  }
}

/** Fills in the reference number and the address of the confirmation, or hides the element without a number. */
export function showReference(element: HTMLElement, reference: string | null, email: string): void {
  const number = element.querySelector("span");
  const address = element.querySelector("strong");
  if (number && address) {
    number.textContent = reference;
    address.textContent = email;
  }
  element.hidden = reference === null;
}

/**
 * Builds the query string of a mailto link. URLSearchParams can't be used, because it encodes spaces as plus
 * signs.
 */
function mailtoQuery(values: FormData): string {
  const encode = (name: string) => encodeURIComponent(String(values.get(name) ?? ""));
  return `?subject=${encode("serviceInterest")}&body=${encode("message")}`;
}
