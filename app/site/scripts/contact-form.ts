import { CAPTCHA_FIELD } from "#domain/inquiries/contact-form.ts";
import type { ContactInquiry } from "#domain/inquiries/contact-inquiry.ts";
import { showAlert } from "./alert.ts";
import { setBusy } from "./busy-button.ts";
import { focusFirstInvalid, showFieldErrors } from "./field-errors.ts";
import { prepareCaptcha } from "./form-captcha.ts";
import { sendInquiry } from "./send-inquiry.ts";
import { showReference, showSubmissionStatus } from "./submission-status.ts";

/** How long the thank-you panel replaces the form. */
const THANK_YOU_DURATION_MS = 5000;

type Errors = Partial<Record<keyof ContactInquiry, string>>;

// Load this on first focus, because most visitors never use the form.
const loadValidation = () => import("#domain/inquiries/contact-inquiry.ts");

/**
 * Validates and submits the form without leaving the page. Without scripts, the form posts to the same
 * endpoint.
 */
export function initContactForm(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-contact]");
  const button = form?.querySelector<HTMLButtonElement>("button[type=submit]");
  if (!form || !button) {
    return;
  }
  let hasErrors = false;

  const validate = async (): Promise<Errors> => {
    const { inquiryErrors } = await loadValidation();
    const errors = inquiryErrors(readFormValues(form));
    hasErrors = Object.keys(errors).length > 0;
    showFieldErrors(form, errors);
    return errors;
  };

  const getCaptchaToken = prepareCaptcha(form);
  form.addEventListener("focusin", () => void loadValidation().catch(() => undefined), { once: true });
  // After the first failed validation, update errors while the visitor types.
  form.addEventListener("input", () => {
    if (hasErrors) {
      void validate().catch(() => undefined);
    }
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const restoreButton = setBusy(button);
    // If the validation code can't be loaded, the server applies the same rules.
    const errors = await validate().catch((): Errors => ({}));
    if (Object.keys(errors).length > 0) {
      restoreButton();
      return focusFirstInvalid(form, errors);
    }
    const captchaToken = await getCaptchaToken();
    const values = readFormValues(form);
    const result = await sendInquiry({
      ...values,
      ...(captchaToken && { [CAPTCHA_FIELD]: captchaToken }),
    });
    restoreButton();
    showSubmissionStatus(form, result);
    const fieldErrors = result.ok ? {} : result.fieldErrors;
    hasErrors = Object.keys(fieldErrors).length > 0;
    showFieldErrors(form, fieldErrors);
    if (result.ok) {
      form.reset();
      showThankYou(form, result.reference, String(values.email));
    } else {
      // The alert returns the focus to this element when it closes.
      if (hasErrors) {
        focusFirstInvalid(form, fieldErrors);
      } else {
        button.focus({ preventScroll: true });
      }
      showAlert(result.message);
    }
  });
}

/** The form keeps its size, so that the layout does not shift. On phones, it would leave most of the screen empty. */
const HIDDEN_FORM_CLASSES = ["invisible", "max-sm:hidden"];

/** Replaces the form with the thank-you panel. */
function showThankYou(form: HTMLFormElement, reference: string | null, email: string): void {
  const panel = document.querySelector<HTMLElement>("[data-thanks]");
  const referenceLine = panel?.querySelector<HTMLElement>("[data-reference]");
  if (!panel || !referenceLine) {
    return;
  }
  showReference(referenceLine, reference, email);
  form.classList.add(...HIDDEN_FORM_CLASSES);
  panel.hidden = false;
  panel.focus({ preventScroll: true });
  panel.scrollIntoView({ block: "nearest" });
  // The panel and, after it, the banner are at the top of the form.
  form.querySelector("[data-last-reference]")?.scrollIntoView({ block: "nearest" });
  setTimeout(() => {
    const hadFocus = panel.contains(document.activeElement);
    panel.hidden = true;
    form.classList.remove(...HIDDEN_FORM_CLASSES);
    if (hadFocus) {
      form.focus({ preventScroll: true });
    }
  }, THANK_YOU_DURATION_MS);
}

function readFormValues(form: HTMLFormElement): Record<string, FormDataEntryValue> {
  return Object.fromEntries(new FormData(form));
}
