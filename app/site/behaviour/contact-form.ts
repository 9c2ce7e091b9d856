import { CAPTCHA_FIELD, CAPTCHA_UNAVAILABLE } from "#domain/contact-form.ts";
import type { ContactInquiry } from "#domain/contact-inquiry.ts";
import { showAlert } from "./alert.ts";
import { showOutcome } from "./contact-outcome.ts";
import { focusFirstWrong, showFieldErrors } from "./field-errors.ts";
import { sendInquiry } from "./send-inquiry.ts";

/** Milliseconds the thanks are shown before the form returns (specification section 9). */
const thanksFor = 5000;

type Errors = Partial<Record<keyof ContactInquiry, string>>;

// Loaded when the form is approached: most visits never need the rules.
const loadRules = () => import("#domain/contact-inquiry.ts");
const loadCaptcha = () => import("#app/components/captcha.ts");

/** Sends the form without leaving the page. Where scripts do not run the form posts itself, to the same address. */
export function sendContactForm(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-contact]");
  const button = form?.querySelector<HTMLButtonElement>("button[type=submit]");
  if (!form || !button) return;
  let hasErrors = false;

  const check = async (): Promise<Errors> => {
    const { inquiryErrors } = await loadRules();
    const errors = inquiryErrors(valuesOf(form));
    hasErrors = Object.keys(errors).length > 0;
    showFieldErrors(form, errors);
    return errors;
  };

  const place = form.querySelector<HTMLElement>("[data-captcha]:not([data-captcha=''])");
  const captcha = once(async () => (place ? (await loadCaptcha()).showCaptcha(place) : null));
  const approach = () => {
    void loadRules().catch(() => undefined);
    void captcha().catch(() => undefined);
  };
  form.addEventListener("focusin", approach, { once: true });
  // Once told what is wrong, a person sees it go away while mending it.
  form.addEventListener("input", () => {
    if (hasErrors) void check();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const idle = showBusy(button);
    // The server has the same rules: without ours, it decides.
    const errors = await check().catch((): Errors => ({}));
    if (Object.keys(errors).length > 0) {
      idle();
      return focusFirstWrong(form, errors);
    }
    const proof = await captcha()
      .then((shown) => shown?.answer())
      .catch(() => CAPTCHA_UNAVAILABLE);
    const answer = await sendInquiry({ ...valuesOf(form), ...(proof && { [CAPTCHA_FIELD]: proof }) });
    idle();
    showOutcome(form, answer);
    if (answer.ok) {
      form.reset();
      thank(form, answer.reference);
    } else {
      button.focus({ preventScroll: true });
      showAlert(answer.reason);
    }
  });
}

/** Disables the button and shows its busy label, in the width it had; call the result to undo it. */
function showBusy(button: HTMLButtonElement): () => void {
  const label = button.querySelector<HTMLElement>("[data-other-label]");
  const swapLabels = () => {
    if (!label) return;
    const shown = label.textContent;
    label.textContent = label.dataset.otherLabel ?? shown;
    label.dataset.otherLabel = shown;
  };
  button.disabled = true;
  swapLabels();
  return () => {
    button.disabled = false;
    swapLabels();
  };
}

/** Puts the thanks in the form's place for a while; the form keeps its room, so that nothing on the page moves. */
function thank(form: HTMLFormElement, reference: string | null): void {
  const panel = document.querySelector<HTMLElement>("[data-thanks]");
  const referenceLine = panel?.querySelector<HTMLElement>("[data-reference]");
  const number = referenceLine?.querySelector("span");
  if (!panel || !referenceLine || !number) return;
  number.textContent = reference;
  referenceLine.hidden = reference === null;
  form.classList.add("invisible");
  panel.hidden = false;
  panel.focus({ preventScroll: true });
  setTimeout(() => {
    const hadFocus = panel.contains(document.activeElement);
    panel.hidden = true;
    form.classList.remove("invisible");
    if (hadFocus) form.focus({ preventScroll: true });
  }, thanksFor);
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}

function valuesOf(form: HTMLFormElement): Record<string, FormDataEntryValue> {
  return Object.fromEntries(new FormData(form));
}
