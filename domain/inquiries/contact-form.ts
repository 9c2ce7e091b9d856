import { SERVICES } from "#domain/firm/service.ts";

/**
 * Options of the contact form. Defined in a separate file, because the page loads the form's schema only when needed.
 */
export const SERVICE_INTERESTS = [...SERVICES, "General Inquiry", "Other"] as const;

/** Hidden field that only bots fill in. */
export const HONEYPOT_FIELD = "topic_detail";

/** Field for the CAPTCHA token, if a CAPTCHA is configured. */
export const CAPTCHA_FIELD = "captchaToken";

/** Sent as the token if the CAPTCHA could not load. A stricter rate limit then applies. */
export const CAPTCHA_UNAVAILABLE = "unavailable";
