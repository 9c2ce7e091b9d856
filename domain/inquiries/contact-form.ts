import { SERVICES } from "#domain/firm/service.ts";

/** Options of the contact form. Defined apart from the schema, which the page loads only when needed. */
export const SERVICE_INTERESTS = [...SERVICES, "General Inquiry", "Other"] as const;

/** Hidden field. Only bots fill it in. */
export const HONEYPOT_FIELD = "topic_detail";

/** Contains the captcha token when a captcha is configured. */
export const CAPTCHA_FIELD = "captchaToken";

/** Sent as the token when the captcha could not load. A stricter rate limit then applies. */
export const CAPTCHA_UNAVAILABLE = "unavailable";
