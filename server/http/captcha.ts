import { isIP } from "node:net";
import { z } from "zod";
import type { Logger } from "#server/observability/logger.ts";

const VERIFY_URLS = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  hcaptcha: "https://api.hcaptcha.com/siteverify",
} as const;

const TIMEOUT_MS = 5_000;
const VerifyResponse = z.object({ success: z.boolean() });

type Captcha = { provider: keyof typeof VERIFY_URLS; siteKey: string; secret: string };

/**
 * Creates a function that verifies a CAPTCHA token with the provider. It returns false if there is no valid response
 * within 5 s. The user's network address is sent to the provider.
 */
export function createCaptchaVerifier(
  captcha: Captcha,
  { log, send = fetch }: { log: Pick<Logger, "warn">; send?: typeof fetch },
): (token: string, address: string) => Promise<boolean> {
  return async (token, address) => {
    const form = new URLSearchParams({ secret: captcha.secret, response: token });
    if (isIP(address)) {
      form.set("remoteip", address);
    }
    if (captcha.provider === "hcaptcha") {
      form.set("sitekey", captcha.siteKey);
    }
    try {
      const response = await send(VERIFY_URLS[captcha.provider], {
        method: "POST",
        body: form,
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) {
        throw new Error(`The captcha provider returned ${response.status}`);
      }
      return VerifyResponse.parse(await response.json()).success;
    } catch (error) {
      log.warn({ err: error, provider: captcha.provider }, "captcha could not be verified");
      return false;
    }
  };
}
