import { type ReactNode, useEffect, useRef, useState } from "react";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { getPublicConfig, type PublicConfig } from "#app/api/client/public-config.ts";
import type { Captcha } from "#app/components/captcha.ts";
import { CAPTCHA_UNAVAILABLE } from "#domain/inquiries/contact-form.ts";

type FormCaptcha = {
  /** Container of the captcha. Null if none is configured. */
  field: ReactNode;
  /** A token for one submission. Undefined if no captcha is configured, solved or available. */
  getToken: () => Promise<string | undefined>;
};

/** Captcha of a sign-in form. Loads nothing unless CAPTCHA_* is configured. */
export function useCaptcha(): FormCaptcha {
  const [config, setConfig] = useState<PublicConfig["captcha"]>(null);
  const container = useRef<HTMLDivElement>(null);
  const captchaRef = useRef<Promise<Captcha | null>>(Promise.resolve(null));

  useEffect(() => {
    getPublicConfig().then(({ captcha }) => {
      if (captcha && wasOpenedOnAnotherPage()) {
        window.location.reload();
      } else {
        setConfig(captcha);
      }
    }, logRequestError);
  }, []);

  useEffect(() => {
    const element = container.current;
    if (!config || !element) {
      return;
    }
    const loading = import("#app/components/captcha.ts").then(({ showCaptcha }) => showCaptcha(element));
    captchaRef.current = loading.catch((error: unknown) => {
      logRequestError(error);
      return null;
    });
    return () => void loading.then((captcha) => captcha.remove()).catch(() => {});
  }, [config]);

  return {
    field: config && (
      <div
        ref={container}
        data-captcha={config.provider}
        data-site-key={config.siteKey}
        className="min-h-[65px]"
      />
    ),
    async getToken() {
      const token = await (await captchaRef.current)?.getToken();
      return token === CAPTCHA_UNAVAILABLE ? undefined : token;
    },
  };
}

/**
 * Whether the document was loaded for another page. Its content security policy is that page's, and only the sign-in
 * pages allow the captcha provider.
 */
function wasOpenedOnAnotherPage(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation !== undefined && new URL(navigation.name).pathname !== window.location.pathname;
}
