import type { InquiryResult } from "./send-inquiry.ts";

/**
 * Shows the result of the last submission below the form: the reference number, which remains after the
 * thank-you panel closes, or an email link prefilled with the unsent message. Invalid fields show their own errors
 * instead.
 */
export function showSubmissionStatus(form: HTMLFormElement, result: InquiryResult): void {
  const receivedNotice = form.querySelector<HTMLElement>("[data-last-reference]");
  const notSentNotice = form.querySelector<HTMLElement>("[data-not-sent]");
  const referenceText = receivedNotice?.querySelector("span");
  const link = notSentNotice?.querySelector("a");
  if (!receivedNotice || !referenceText || !notSentNotice || !link) {
    return;
  }
  receivedNotice.hidden = !result.ok || result.reference === null;
  notSentNotice.hidden = result.ok || Object.keys(result.fieldErrors).length > 0;
  if (result.ok) {
    referenceText.textContent = result.reference;
  } else {
    link.search = mailtoQuery(new FormData(form));
  }
}

/**
 * Builds the query string of a mailto link. URLSearchParams can't be used, because it encodes spaces as plus
 * signs.
 */
function mailtoQuery(values: FormData): string {
  const encode = (name: string) => encodeURIComponent(String(values.get(name) ?? ""));
  return `?subject=${encode("serviceInterest")}&body=${encode("message")}`;
}
