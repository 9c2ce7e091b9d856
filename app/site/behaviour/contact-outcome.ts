import type { InquiryAnswer } from "./send-inquiry.ts";

/**
 * Keeps beneath the form what became of the last sending: the thanks are gone after five seconds, and their number
 * with them; and what was not sent can go by e-mail, with the words that were typed.
 */
export function showOutcome(form: HTMLFormElement, answer: InquiryAnswer): void {
  const received = form.querySelector<HTMLElement>("[data-last-reference]");
  const notSent = form.querySelector<HTMLElement>("[data-not-sent]");
  const number = received?.querySelector("span");
  const link = notSent?.querySelector("a");
  if (!received || !number || !notSent || !link) return;
  received.hidden = !answer.ok || answer.reference === null;
  notSent.hidden = answer.ok;
  if (answer.ok) number.textContent = answer.reference;
  else link.search = mailOf(new FormData(form));
}

/** Subject and body of a mail, as its link carries them: a space is no plus there. */
function mailOf(values: FormData): string {
  const part = (name: string) => encodeURIComponent(String(values.get(name) ?? ""));
  return `?subject=${part("serviceInterest")}&body=${part("message")}`;
}
