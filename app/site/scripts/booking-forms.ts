import { prepareClientBooking } from "#app/components/scheduling/client-booking.ts";
import { CAPTCHA_FIELD } from "#domain/inquiries/contact-form.ts";
import { setBusy } from "./busy-button.ts";
import { prepareCaptcha } from "./form-captcha.ts";

/** Prevents a form from being sent twice, and adds the CAPTCHA's token. The server shows errors, even without scripts. */
export function initBookingForms(): void {
  document
    .querySelector<HTMLElement>("[data-message=negative], [data-message=warning]")
    ?.focus({ preventScroll: true });
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-sent-once]")) {
    const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
    const getCaptchaToken = prepareCaptcha(form);
    const bookAsClient = prepareClientBooking(form);
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
