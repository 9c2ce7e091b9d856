import { isIP } from "node:net";
import { z } from "zod";
import type { Logger } from "#server/log.ts";

const ADDRESSES = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  hcaptcha: "https://api.hcaptcha.com/siteverify",
} as const;

const LONGEST_WAIT_MS = 5_000;
const Verdict = z.object({ success: z.boolean() });

type Captcha = { provider: keyof typeof ADDRESSES; siteKey: string; secret: string };

/**
 * Asks the captcha's provider whether an answer is right. Fails closed: no verdict within 5 seconds, or one that
 * cannot be read, is a no.
 * @param address the person's network address, told to the provider.
 */
export function captchaVerifier(
  captcha: Captcha,
  { log, send = fetch }: { log: Pick<Logger, "warn">; send?: typeof fetch },
): (token: string, address: string) => Promise<boolean> {
  return async (token, address) => {
    const form = new URLSearchParams({ secret: captcha.secret, response: token });
    if (isIP(address)) form.set("remoteip", address);
    if (captcha.provider === "hcaptcha") form.set("sitekey", captcha.siteKey);
    try {
      const answer = await send(ADDRESSES[captcha.provider], {
        method: "POST",
        body: form,
        redirect: "error",
        signal: AbortSignal.timeout(LONGEST_WAIT_MS),
      });
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      return Verdict.parse(await answer.json()).success;
    } catch (cause) {
      log.warn({ err: cause, provider: captcha.provider }, "captcha could not be verified");
      return false;
    }
  };
}
