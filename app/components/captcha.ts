import { CAPTCHA_UNAVAILABLE } from "#domain/inquiries/contact-form.ts";

/** The API that Turnstile and hCaptcha share. */
type Provider = {
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
   * A token for one submission; the next call returns a new one. Undefined when the user did not solve the captcha in
   * time, CAPTCHA_UNAVAILABLE when it could not load.
   */
  getToken(): Promise<string | undefined>;
  remove(): void;
};

/** Loads the captcha configured on the element and renders it there. Never throws. */
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
  const widget = provider.render(container, {
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
      // A token is valid for one submission.
      token = undefined;
      provider.reset(widget);
      return result;
    },
    remove: () => provider.remove(widget),
  };
}

let loading: Promise<Provider> | undefined;

/** Loads the script once per page load. Retries after a failure. */
function loadProvider(name: keyof typeof SCRIPT_URLS): Promise<Provider> {
  loading ??= fetchScript(name).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function fetchScript(name: keyof typeof SCRIPT_URLS): Promise<Provider> {
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
