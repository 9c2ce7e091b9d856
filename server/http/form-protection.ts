import type { Context } from "hono";
import { CAPTCHA_FIELD, CAPTCHA_UNAVAILABLE, HONEYPOT_FIELD } from "#domain/inquiries/contact-form.ts";
import { createCaptchaVerifier } from "#server/http/captcha.ts";
import { toNetworkPrefix, toSitePrefix } from "#server/http/client-address.ts";
import { ApiError } from "#server/http/errors.ts";
import type { RateLimit } from "#server/http/rate-limits.ts";
import type { Services } from "#server/services.ts";

export type VerifyCaptcha = (token: string, address: string) => Promise<boolean>;

export type FormProtectionServices = Pick<
  Services,
  "config" | "database" | "rateLimits" | "clientAddress" | "log"
> & {
  /** Verifies a CAPTCHA token. Not called if no CAPTCHA is configured. */
  verifyCaptcha?: VerifyCaptcha | undefined;
};

/** Protects a public form from bots and floods. */
export type FormProtection = {
  /** Counts a submission. Call it before reading the body, so that incomplete requests are counted too. @throws {ApiError} 429 */
  count(context: Context): Promise<void>;
  /** Whether the hidden field is filled in. Respond as usual, but store nothing. */
  isFromBot(body: unknown): boolean;
  /** Verifies the CAPTCHA, if one is configured. @throws {ApiError} 400 or 429 */
  requireHuman(context: Context, body: unknown): Promise<void>;
};

/** @param name the name of the form, which keeps its limits apart from those of other forms */
export function createFormProtection(services: FormProtectionServices, name: string): FormProtection {
  const { database, rateLimits, clientAddress } = services;
  const { captcha } = services.config;
  const verify = services.verifyCaptcha ?? (captcha && createCaptchaVerifier(captcha, services));
  const limitPerAddress: RateLimit = { name, points: 10, seconds: 3600 };
  const limitPerSite: RateLimit = { name: `${name}-site`, points: 40, seconds: 3600 };
  // For browsers that cannot show the captcha. The limit is low, so that bots gain little by skipping the captcha.
  const limitWithoutCaptcha: RateLimit = { name: `${name}-without-captcha`, points: 2, seconds: 3600 };
  // Count in a separate transaction, so that rejected submissions are counted too.
  const take = (limit: RateLimit, network: string) =>
    database.bypassPolicies({ reason: "count a form submission" }, (query) =>
      rateLimits.take(query, limit, network),
    );
  const takeForSite = async (limit: RateLimit, address: string) => {
    const site = toSitePrefix(address);
    if (site) {
      await take(limit, site);
    }
  };
  return {
    async count(context) {
      const address = clientAddress(context);
      await take(limitPerAddress, toNetworkPrefix(address));
      await takeForSite(limitPerSite, address);
    },
    isFromBot: (body) => readTextField(body, HONEYPOT_FIELD) !== "",
    async requireHuman(context, body) {
      if (!verify) {
        return;
      }
      const address = clientAddress(context);
      const token = readTextField(body, CAPTCHA_FIELD);
      if (token === CAPTCHA_UNAVAILABLE) {
        await take(limitWithoutCaptcha, toNetworkPrefix(address));
        await takeForSite(limitWithoutCaptcha, address);
      } else if (!token || !(await verify(token, address))) {
        throw new ApiError(400, "captcha_failed", "Confirm that you're human and try again.");
      }
    },
  };
}

function readTextField(body: unknown, field: string): string {
  if (typeof body !== "object" || body === null) {
    return "";
  }
  const value: unknown = Object.getOwnPropertyDescriptor(body, field)?.value;
  return typeof value === "string" ? value : "";
}
