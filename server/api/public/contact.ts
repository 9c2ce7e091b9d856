import { createHash, randomInt, randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { brand } from "#brand";
import { CAPTCHA_FIELD, CAPTCHA_UNAVAILABLE, HONEYPOT_FIELD } from "#domain/inquiries/contact-form.ts";
import { ContactInquiry, inquiryErrors } from "#domain/inquiries/contact-inquiry.ts";
import { renderContactFormPage } from "#server/api/public/contact-form-page.ts";
import type { Query } from "#server/database/database.ts";
import { queueFirmEmail } from "#server/email/firm-email.ts";
import { inquiryAcknowledgement, inquiryForFirm } from "#server/email/messages/inquiry-received.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { createCaptchaVerifier } from "#server/http/captcha.ts";
import { toNetworkPrefix } from "#server/http/client-address.ts";
import { ApiError } from "#server/http/errors.ts";
import { renderPlainPage } from "#server/http/plain-page.ts";
import type { RateLimit } from "#server/http/rate-limits.ts";
import { readFormBody, readJsonBody } from "#server/http/request-body.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 64 * 1024;
const LIMIT_PER_ADDRESS: RateLimit = { name: "contact", points: 10, seconds: 3600 };
/** Limit for browsers that cannot show the captcha. It is low, so that bots gain little by skipping the captcha. */
const LIMIT_WITHOUT_CAPTCHA: RateLimit = { name: "contact-without-captcha", points: 2, seconds: 3600 };

type Dependencies = Pick<
  Services,
  "config" | "database" | "jobs" | "rateLimits" | "clientAddress" | "now" | "log"
> & {
  /** Verifies a CAPTCHA token. Not called if no CAPTCHA is configured. */
  verifyCaptcha?: (token: string, address: string) => Promise<boolean>;
};

/**
 * `POST /api/contact/send` accepts JSON from the page's script, or a form post without JavaScript, and returns an HTML
 * page for the latter. The inquiry is stored and both emails are queued in the same transaction.
 */
export function createContactRoutes(services: Dependencies) {
  const { captcha } = services.config;
  const verify = services.verifyCaptcha ?? (captcha && createCaptchaVerifier(captcha, services));
  const receive = createInquiryReceiver(services, verify);
  return new Hono().post("/api/contact/send", bodyLimit({ maxSize: MAX_BODY_BYTES }), async (context) => {
    rejectCrossSite(context);
    const contentType = getContentType(context);
    if (contentType === "application/json") {
      let body: unknown;
      try {
        const reference = await receive(context, async () => {
          body = await readJsonBody(context);
          return body;
        });
        return context.json({ success: true, reference });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "invalid_input") {
          throw error;
        }
        const { message, code, status } = error;
        return context.json(
          { success: false, error: message, code, fieldErrors: inquiryErrors(body) },
          status,
        );
      }
    }
    if (contentType !== "application/x-www-form-urlencoded") {
      throw new ApiError(415, "unsupported_media_type", "Send the form as JSON or as URL-encoded fields.");
    }
    let body: Record<string, string> = {};
    try {
      const reference = await receive(context, async () => {
        // A CAPTCHA needs JavaScript, so a plain form post cannot contain a token.
        body = { [CAPTCHA_FIELD]: CAPTCHA_UNAVAILABLE, ...(await readFormBody(context)) };
        return body;
      });
      return renderPlainPage(context, 200, "Thank You!", [
        "We have received your message and will get back to you within 24 hours.",
        `Your reference number is ${reference}.`,
      ]);
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      for (const [name, value] of Object.entries(error.headers)) {
        context.header(name, value);
      }
      return renderContactFormPage(context, error, body);
    }
  });
}

type VerifyCaptcha = (token: string, address: string) => Promise<boolean>;

function createInquiryReceiver(services: Dependencies, verify: VerifyCaptcha | null) {
  const { database, rateLimits } = services;
  // Count in a separate transaction, so that rejected submissions are counted too.
  const countSubmission = (limit: RateLimit, address: string) =>
    database.bypassPolicies({ reason: "count a contact form submission" }, (query) =>
      rateLimits.take(query, limit, toNetworkPrefix(address)),
    );

  return async (context: Context, readBody: () => Promise<unknown>): Promise<string> => {
    const address = services.clientAddress(context);
    // Count before reading, so that incomplete requests are counted too.
    await countSubmission(LIMIT_PER_ADDRESS, address);
    const body = await readBody();
    const parsed = ContactInquiry.safeParse(body);
    if (!parsed.success) {
      throw new ApiError(400, "invalid_input", parsed.error.issues[0]?.message ?? "Fill out the form");
    }
    const reference = generateReference();
    // Only bots fill in the hidden field. Respond as usual, but store nothing.
    if (readTextField(body, HONEYPOT_FIELD)) {
      return reference;
    }
    if (verify) {
      const token = readTextField(body, CAPTCHA_FIELD);
      if (token === CAPTCHA_UNAVAILABLE) {
        await countSubmission(LIMIT_WITHOUT_CAPTCHA, address);
      } else if (!token || !(await verify(token, address))) {
        throw new ApiError(400, "captcha_failed", "Confirm that you're human and try again.");
      }
    }
    await database.bypassPolicies({ reason: "store an inquiry" }, (query) =>
      storeInquiry(services, query, { ...parsed.data, reference }),
    );
    services.log.info({ reference }, "inquiry stored");
    return reference;
  };
}

async function storeInquiry(
  services: Dependencies,
  query: Query,
  inquiry: ContactInquiry & { reference: string },
): Promise<void> {
  const id = randomUUID();
  await query(
    `insert into public.contact_inquiries (id, reference, name, email, company, service_interest, message, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      inquiry.reference,
      inquiry.name,
      inquiry.email,
      inquiry.company,
      inquiry.serviceInterest,
      inquiry.message,
      services.now(),
    ],
  );
  await queueFirmEmail(services, query, {
    deduplicationKey: `inquiry:${inquiry.reference}`,
    kind: "inquiry",
    replyTo: inquiry.email,
    ...inquiryForFirm({ ...inquiry, id }, services.config.publicUrl),
  });
  // Queue at most one acknowledgement per email address and day, so that the form cannot be used to flood a mailbox.
  const day = services.now().toISOString().slice(0, 10);
  const mailboxHash = createHash("sha256").update(inquiry.email.toLowerCase()).digest("hex");
  await queueEmail(query, services.jobs, {
    deduplicationKey: `inquiry-acknowledgement:${mailboxHash}:${day}`,
    kind: "inquiry-acknowledgement",
    recipient: inquiry.email,
    ...inquiryAcknowledgement(inquiry.reference, brand),
  });
}

/** Another site must not be able to send inquiries from its visitors' browsers. */
function rejectCrossSite(context: Context): void {
  if (context.req.header("sec-fetch-site") === "cross-site") {
    throw new ApiError(403, "not_authorized", "Use the form on our site.");
  }
}

function getContentType(context: Context): string {
  return (context.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function readTextField(body: unknown, field: string): string {
  if (typeof body !== "object" || body === null) {
    return "";
  }
  const value: unknown = Object.getOwnPropertyDescriptor(body, field)?.value;
  return typeof value === "string" ? value : "";
}

// Excludes 0, O, 1 and I, which are easy to confuse when the reference is read over the phone.
const REFERENCE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

function generateReference(): string {
  const characters = Array.from(
    { length: 8 },
    () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)],
  ).join("");
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
