import { prepareClientBooking } from "#app/components/scheduling/client-booking.ts";
import { CAPTCHA_FIELD } from "#domain/inquiries/contact-form.ts";
import { setBusy } from "./busy-button.ts";
import { showFieldErrors } from "./field-errors.ts";
import { prepareCaptcha } from "./form-captcha.ts";

/**
 * Prevents a form from being sent twice, and adds the CAPTCHA's token. The server renders errors, so forms work without
 * scripts. This script updates them while the visitor types.
 */
export function initBookingForms(): void {
  document
    .querySelector<HTMLElement>("[data-message=negative], [data-message=warning]")
    ?.focus({ preventScroll: true });
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-sent-once]")) {
    const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
    const getCaptchaToken = prepareCaptcha(form);
    const bookAsClient = prepareClientBooking(form);
    // Only the details form has the fields that are validated.
    if (form.matches("[data-live-errors]:has([data-field-error])")) {
      form.addEventListener("input", () => {
        updateErrors(form).catch(() => {
          // The validation couldn't be loaded. The server's errors stay, and it validates the form again.
        });
      });
    }
    if (!button) {
      continue;
    }
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const restoreButton = setBusy(button);
      // The page may be shown again when the visitor goes back.
      window.addEventListener("pageshow", restoreButton, { once: true });
      const page = await bookAsClient?.then((book) => book()).catch(() => null);
      if (page) {
        window.location.assign(page);
        return;
      }
      const token = await getCaptchaToken();
      const field = form.querySelector<HTMLInputElement>(`input[name=${CAPTCHA_FIELD}]`);
      if (field) {
        field.value = token ?? "";
      }
      form.submit();
    });
  }
}

async function updateErrors(form: HTMLFormElement): Promise<void> {
  // Load the validation on demand, because most visitors make no mistakes.
  const { consultationErrors } = await import("#domain/consultations/consultation-request.ts");
  showFieldErrors(form, consultationErrors(Object.fromEntries(new FormData(form))));
}
