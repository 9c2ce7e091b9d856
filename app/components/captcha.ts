import { CAPTCHA_UNAVAILABLE } from "#domain/contact-form.ts";

/** Both providers offer the same few functions, under their own names. */
type Provider = {
  render(place: HTMLElement, options: Record<string, unknown>): string;
  reset(widget: string): void;
  remove(widget: string): void;
};

const scripts = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js",
  hcaptcha: "https://js.hcaptcha.com/1/api.js",
};

/** Milliseconds a message waits for an answer of the captcha. */
const patience = 20_000;
const readyCallback = "captchaIsReady";

export type Captcha = {
  /**
   * The answer, good for one message or one try to sign in; the next asks anew. Undefined when the person has not given
   * it, CAPTCHA_UNAVAILABLE when there is none to give.
   */
  answer(): Promise<string | undefined>;
  /** Takes it off the page. */
  remove(): void;
};

/** Loads the captcha that the element names, and shows it there. It never throws: a captcha that fails says so. */
export async function showCaptcha(place: HTMLElement): Promise<Captcha> {
  const name = place.dataset.captcha === "hcaptcha" ? "hcaptcha" : "turnstile";
  let given: string | undefined;
  let tell = (_answer: string) => {};
  const settle = (answer: string) => {
    given = answer;
    tell(answer);
  };
  const provider = await load(name).catch(() => null);
  if (!provider) {
    place.hidden = true;
    return { answer: async () => CAPTCHA_UNAVAILABLE, remove() {} };
  }
  const widget = provider.render(place, {
    sitekey: place.dataset.siteKey,
    theme: "dark",
    callback: settle,
    "error-callback": () => settle(CAPTCHA_UNAVAILABLE),
    "expired-callback": () => {
      given = undefined;
    },
  });
  return {
    async answer() {
      const arriving = new Promise<string>((resolve) => {
        tell = resolve;
      });
      const answer = given ?? (await Promise.race([arriving, after(patience)]));
      // It is good for one message.
      given = undefined;
      provider.reset(widget);
      return answer;
    },
    remove: () => provider.remove(widget),
  };
}

let loading: Promise<Provider> | undefined;

/** Once for all forms of a page load, again after a failure. */
function load(name: keyof typeof scripts): Promise<Provider> {
  loading ??= fetchScript(name).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function fetchScript(name: keyof typeof scripts): Promise<Provider> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(window, {
      [readyCallback]: () => resolve(Object.getOwnPropertyDescriptor(window, name)?.value),
    });
    script.src = `${scripts[name]}?render=explicit&onload=${readyCallback}`;
    script.addEventListener("error", reject);
    setTimeout(reject, patience);
    document.head.append(script);
  });
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined));
}
