import { type ReactNode, useEffect, useRef, useState } from "react";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { getPublicConfig, type PublicConfig } from "#app/api/client/public-config.ts";
import type { Captcha } from "#app/components/captcha.ts";
import { CAPTCHA_UNAVAILABLE } from "#domain/inquiries/contact-form.ts";

type FormCaptcha = {
  /** Container for the CAPTCHA, or null if none is configured. */
  field: ReactNode;
  /**
   * Resolves to a token for one submission, or undefined if the CAPTCHA is not configured, solved or
   * available.
   */
  getToken: () => Promise<string | undefined>;
};

/** CAPTCHA for a sign-in form. Loads nothing unless CAPTCHA_* is configured. */
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
    const pendingCaptcha = import("#app/components/captcha.ts").then(({ showCaptcha }) =>
      showCaptcha(element),
    );
    captchaRef.current = pendingCaptcha.catch((error: unknown) => {
      logRequestError(error);
      return null;
    });
    return () => void pendingCaptcha.then((captcha) => captcha.remove()).catch(() => {});
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
 * Whether the document was loaded for another page. In that case the other page's content security policy
 * applies, and only the policies of sign-in pages allow the CAPTCHA provider.
 */
function wasOpenedOnAnotherPage(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation !== undefined && new URL(navigation.name).pathname !== window.location.pathname;
}
