import { createHash, randomInt } from "node:crypto";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { brand } from "#brand";
import { CAPTCHA_FIELD, CAPTCHA_UNAVAILABLE, HONEYPOT_FIELD } from "#domain/contact-form.ts";
import { ContactInquiry } from "#domain/contact-inquiry.ts";
import { contactFormPage } from "#server/api/contact-form-page.ts";
import { captchaVerifier } from "#server/captcha.ts";
import { networkOf } from "#server/client-address.ts";
import type { Query } from "#server/database.ts";
import { inquiryAcknowledgement, inquiryForTheFirm } from "#server/email/messages/inquiry-received.ts";
import { queueMail } from "#server/email/outbox.ts";
import { queueMailToTheFirm } from "#server/email/to-the-firm.ts";
import { ApiError } from "#server/errors.ts";
import { plainPage } from "#server/plain-page.ts";
import type { RateLimit } from "#server/rate-limits.ts";
import type { Services } from "#server/services.ts";

const LARGEST_BODY_BYTES = 64 * 1024;
const PER_ADDRESS: RateLimit = { name: "contact", points: 10, seconds: 3600 };
/** For people whose browser could not show the captcha; a machine that says so gains little. */
const WITHOUT_CAPTCHA: RateLimit = { name: "contact-without-captcha", points: 2, seconds: 3600 };

type Parts = Pick<
  Services,
  "config" | "database" | "jobs" | "rateLimits" | "clientAddress" | "now" | "log"
> & {
  /** Whether the answer to a captcha is right; asked only where one is configured. */
  verifyCaptcha?: (token: string, address: string) => Promise<boolean>;
};

/**
 * `POST /api/contact/send` (specification section 7): JSON from the page's form, or the form itself where scripts do
 * not run, which is answered with a page. Stored first; both mails are queued in the same transaction.
 */
export function contactEndpoint(services: Parts): Hono {
  const app = new Hono();
  const { captcha } = services.config;
  const verify = services.verifyCaptcha ?? (captcha && captchaVerifier(captcha, services));
  const receive = receiver(services, verify);
  app.post("/api/contact/send", bodyLimit({ maxSize: LARGEST_BODY_BYTES }), async (context) => {
    const isForm = (context.req.header("content-type") ?? "").startsWith("application/x-www-form-urlencoded");
    if (!isForm) {
      const reference = await receive(context, await readJson(context));
      return context.json({ success: true, reference });
    }
    // No script, no captcha: the form itself cannot hold an answer.
    const body = { [CAPTCHA_FIELD]: CAPTCHA_UNAVAILABLE, ...(await context.req.parseBody()) };
    try {
      const reference = await receive(context, body);
      return plainPage(context, 200, "Thank You!", [
        "We have received your message and will get back to you within 24 hours.",
        `Your reference number is ${reference}.`,
      ]);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      for (const [name, value] of Object.entries(cause.headers)) context.header(name, value);
      return contactFormPage(context, cause, body);
    }
  });
  return app;
}

type Verify = (token: string, address: string) => Promise<boolean>;

function receiver(services: Parts, verify: Verify | null) {
  const { database, rateLimits } = services;
  // A limit counts in a transaction of its own, so that a refused form counts too.
  const take = (limit: RateLimit, address: string) =>
    database.bypassingPolicies({ reason: "limit contact form" }, (query) =>
      rateLimits.take(query, limit, networkOf(address)),
    );

  return async (context: Context, body: unknown): Promise<string> => {
    const address = services.clientAddress(context);
    await take(PER_ADDRESS, address);
    const parsed = ContactInquiry.safeParse(body);
    if (!parsed.success)
      throw new ApiError(400, "invalid_input", parsed.error.issues[0]?.message ?? "Please fill in the form");
    const reference = newReference();
    // A machine filled the field no person sees: answer as usual, keep nothing.
    if (textIn(body, HONEYPOT_FIELD)) return reference;
    if (verify) {
      const token = textIn(body, CAPTCHA_FIELD);
      if (token === CAPTCHA_UNAVAILABLE) await take(WITHOUT_CAPTCHA, address);
      else if (!token || !(await verify(token, address)))
        throw new ApiError(400, "captcha_failed", "Please confirm that you are human, and send again.");
    }
    await database.bypassingPolicies({ reason: "store inquiry" }, (query) =>
      store(services, query, { ...parsed.data, reference }),
    );
    services.log.info({ reference }, "inquiry stored");
    return reference;
  };
}

async function store(
  services: Parts,
  query: Query,
  inquiry: ContactInquiry & { reference: string },
): Promise<void> {
  await query(
    `insert into public.contact_inquiries (reference, name, email, company, service_interest, message, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      inquiry.reference,
      inquiry.name,
      inquiry.email,
      inquiry.company,
      inquiry.serviceInterest,
      inquiry.message,
      services.now(),
    ],
  );
  await queueMailToTheFirm(services, query, {
    deduplicationKey: `inquiry:${inquiry.reference}`,
    kind: "inquiry",
    replyTo: inquiry.email,
    ...inquiryForTheFirm(inquiry),
  });
  // At most one a day to an address, whoever fills in the form.
  const day = services.now().toISOString().slice(0, 10);
  const mailbox = createHash("sha256").update(inquiry.email.toLowerCase()).digest("hex");
  await queueMail(query, services.jobs, {
    deduplicationKey: `inquiry-acknowledgement:${mailbox}:${day}`,
    kind: "inquiry-acknowledgement",
    recipient: inquiry.email,
    ...inquiryAcknowledgement(inquiry.reference, brand),
  });
}

async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, "invalid_json", "The message could not be read.");
  }
}

function textIn(body: unknown, field: string): string {
  if (typeof body !== "object" || body === null) return "";
  const value: unknown = Object.getOwnPropertyDescriptor(body, field)?.value;
  return typeof value === "string" ? value : "";
}

// No 0, O, 1, I: the number is read aloud on the telephone.
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

function newReference(): string {
  const letters = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
