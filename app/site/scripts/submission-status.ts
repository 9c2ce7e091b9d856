import type { InquiryResult } from "./send-inquiry.ts";

/**
 * Shows the result of the last submission below the form: the reference number, which outlasts the thank-you panel,
 * or an email link prefilled with the unsent message.
 */
export function showSubmissionStatus(form: HTMLFormElement, result: InquiryResult): void {
  const received = form.querySelector<HTMLElement>("[data-last-reference]");
  const notSent = form.querySelector<HTMLElement>("[data-not-sent]");
  const number = received?.querySelector("span");
  const link = notSent?.querySelector("a");
  if (!received || !number || !notSent || !link) {
    return;
  }
  received.hidden = !result.ok || result.reference === null;
  notSent.hidden = result.ok;
  if (result.ok) {
    number.textContent = result.reference;
  } else {
    link.search = mailtoQuery(new FormData(form));
  }
}

/** Query of a mailto link. URLSearchParams is no option: it encodes spaces as plus signs. */
function mailtoQuery(values: FormData): string {
  const encode = (name: string) => encodeURIComponent(String(values.get(name) ?? ""));
  return `?subject=${encode("serviceInterest")}&body=${encode("message")}`;
}
