import { CAPTCHA_UNAVAILABLE } from "#domain/inquiries/contact-form.ts";

/**
 * Loads the form's CAPTCHA on first focus, because most visitors never use the form. Returns a function that returns a token
 * for one submission, or undefined without a CAPTCHA.
 */
export function prepareCaptcha(form: HTMLFormElement): () => Promise<string | undefined> {
  const element = form.querySelector<HTMLElement>("[data-captcha]:not([data-captcha=''])");
  if (!element) {
    return async () => undefined;
  }
  let widget: Promise<{ getToken(): Promise<string | undefined> }> | undefined;
  const load = () => {
    widget ??= import("#app/components/captcha.ts").then(({ showCaptcha }) => showCaptcha(element));
    return widget;
  };
  const preload = () => void load().catch(() => undefined);
  // The visitor can focus a field before the scripts run.
  if (form.contains(document.activeElement)) {
    preload();
  } else {
    form.addEventListener("focusin", preload, { once: true });
  }
  return () =>
    load()
      .then(({ getToken }) => getToken())
      .catch(() => CAPTCHA_UNAVAILABLE);
}
