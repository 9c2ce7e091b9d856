import { type ReactNode, useEffect, useRef, useState } from "react";
import { type PublicConfig, publicConfig } from "#app/api/config.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import type { Captcha } from "#app/components/captcha.ts";
import { CAPTCHA_UNAVAILABLE } from "#domain/contact-form.ts";

type FormCaptcha = {
  /** Where the captcha is drawn; nothing where the installation asks for none. */
  field: ReactNode;
  /** The answer for one try; undefined where none is asked for, given, or to be had. */
  answer: () => Promise<string | undefined>;
};

/** The captcha of a form at the door, where CAPTCHA_* is configured; without it nothing is loaded. */
export function useCaptcha(): FormCaptcha {
  const [wanted, setWanted] = useState<PublicConfig["captcha"]>(null);
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<Promise<Captcha | null>>(Promise.resolve(null));

  useEffect(() => {
    publicConfig().then(({ captcha }) => {
      if (captcha && isElsewhere()) window.location.reload();
      else setWanted(captcha);
    }, reportFailure);
  }, []);

  useEffect(() => {
    const div = place.current;
    if (!wanted || !div) return;
    const showing = import("#app/components/captcha.ts").then(({ showCaptcha }) => showCaptcha(div));
    shown.current = showing.catch((error: unknown) => {
      reportFailure(error);
      return null;
    });
    return () => void showing.then((captcha) => captcha.remove()).catch(() => {});
  }, [wanted]);

  return {
    field: wanted && (
      <div
        ref={place}
        data-captcha={wanted.provider}
        data-site-key={wanted.siteKey}
        className="min-h-[65px]"
      />
    ),
    async answer() {
      const answer = await (await shown.current)?.answer();
      return answer === CAPTCHA_UNAVAILABLE ? undefined : answer;
    },
  };
}

/**
 * Whether the document was opened at another address than the one shown: its policy is that page's, and only the pages
 * at the door admit the captcha's provider (docs/decisions/009).
 */
function isElsewhere(): boolean {
  const [opened] = performance.getEntriesByType("navigation");
  return opened !== undefined && new URL(opened.name).pathname !== window.location.pathname;
}
