import { SERVICES } from "#domain/service.ts";

/** What a visitor may ask about (specification section 3). Apart from the schema, which the page loads when needed. */
export const SERVICE_INTERESTS = [...SERVICES, "General Inquiry", "Other"] as const;

/** A field no person sees. What arrives with it filled in was written by a machine. */
export const HONEYPOT_FIELD = "topic_detail";

/** Carries the answer to the captcha, where the installation asks for one. */
export const CAPTCHA_FIELD = "captchaToken";

/** Stands in that field when the captcha could not be shown: fewer messages are then taken from one address. */
export const CAPTCHA_UNAVAILABLE = "unavailable";
