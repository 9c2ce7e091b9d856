import { CAPTCHA_UNAVAILABLE } from "#domain/inquiries/contact-form.ts";

/** The API shared by Turnstile and hCaptcha. */
type CaptchaProvider = {
  render(container: HTMLElement, options: Record<string, unknown>): string;
  reset(widget: string): void;
  remove(widget: string): void;
};

const SCRIPT_URLS = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js",
  hcaptcha: "https://js.hcaptcha.com/1/api.js",
};

const TIMEOUT_MS = 20_000;
const READY_CALLBACK = "captchaIsReady";

export type Captcha = {
  /**
   * Resolves to a token for one submission; the next call returns a new one. Resolves to undefined if the
   * user did not solve the CAPTCHA in time, and to CAPTCHA_UNAVAILABLE if it could not be loaded.
   */
  getToken(): Promise<string | undefined>;
  remove(): void;
};

/** Loads the CAPTCHA configured on the element and renders it there. Never throws. */
export async function showCaptcha(container: HTMLElement): Promise<Captcha> {
  const name = container.dataset.captcha === "hcaptcha" ? "hcaptcha" : "turnstile";
  let token: string | undefined;
  let resolveToken = (_token: string) => {};
  const onToken = (received: string) => {
    token = received;
    resolveToken(received);
  };
  const provider = await loadProvider(name).catch(() => null);
  if (!provider) {
    container.hidden = true;
    return { getToken: async () => CAPTCHA_UNAVAILABLE, remove() {} };
  }
  const widgetId = provider.render(container, {
    sitekey: container.dataset.siteKey,
    theme: "dark",
    callback: onToken,
    "error-callback": () => onToken(CAPTCHA_UNAVAILABLE),
    "expired-callback": () => {
      token = undefined;
    },
  });
  return {
    async getToken() {
      const nextToken = new Promise<string>((resolve) => {
        resolveToken = resolve;
      });
      const result = token ?? (await Promise.race([nextToken, resolveAfter(TIMEOUT_MS)]));
      // Request a new token, because each is valid for only one submission.
      token = undefined;
      provider.reset(widgetId);
      return result;
    },
    remove: () => provider.remove(widgetId),
  };
}

let pendingProvider: Promise<CaptchaProvider> | undefined;

/** Loads the script once per page load. Retries after a failure. */
function loadProvider(name: keyof typeof SCRIPT_URLS): Promise<CaptchaProvider> {
  pendingProvider ??= fetchScript(name).catch((error: unknown) => {
    pendingProvider = undefined;
    throw error;
  });
  return pendingProvider;
}

function fetchScript(name: keyof typeof SCRIPT_URLS): Promise<CaptchaProvider> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(window, {
      [READY_CALLBACK]: () => resolve(Object.getOwnPropertyDescriptor(window, name)?.value),
    });
    script.src = `${SCRIPT_URLS[name]}?render=explicit&onload=${READY_CALLBACK}`;
    script.addEventListener("error", reject);
    setTimeout(reject, TIMEOUT_MS);
    document.head.append(script);
  });
}

function resolveAfter(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined));
}
