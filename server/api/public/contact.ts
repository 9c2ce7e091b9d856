import { createHash, randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { html } from "hono/html";
import { brand } from "#brand";
import { CAPTCHA_FIELD, CAPTCHA_UNAVAILABLE } from "#domain/inquiries/contact-form.ts";
import { ContactInquiry, inquiryErrors } from "#domain/inquiries/contact-inquiry.ts";
import { BOOKING_PATH } from "#domain/scheduling/booking-pages.ts";
import { renderContactFormPage } from "#server/api/public/contact-form-page.ts";
import type { Query } from "#server/database/database.ts";
import { queueFirmEmail } from "#server/email/firm-email.ts";
import { inquiryAcknowledgement, inquiryForFirm } from "#server/email/messages/inquiry-received.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { rejectCrossSite } from "#server/http/cross-site.ts";
import { ApiError } from "#server/http/errors.ts";
import { createFormProtection, type FormProtectionServices } from "#server/http/form-protection.ts";
import { renderPlainPage } from "#server/http/plain-page.ts";
import { readFormBody, readJsonBody } from "#server/http/request-body.ts";
import { generateReference } from "#server/inquiries/reference.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 64 * 1024;

type Dependencies = FormProtectionServices & Pick<Services, "jobs" | "now">;

/**
 * `POST /api/contact/send` accepts JSON from the page's script, or a form post without JavaScript, and returns an HTML
 * page for the latter. The inquiry is stored and both emails are queued in the same transaction.
 */
export function createContactRoutes(services: Dependencies) {
  const receive = createInquiryReceiver(services);
  const limitBody = bodyLimit({ maxSize: MAX_BODY_BYTES });
  return new Hono().post("/api/contact/send", limitBody, rejectCrossSite(), async (context) => {
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
        `Your reference number is ${reference}. We've emailed a confirmation to ${body.email?.trim()}.`,
        html`Prefer to talk? <a href="${BOOKING_PATH}">Book a free consultation</a>`,
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

function createInquiryReceiver(services: Dependencies) {
  const { database } = services;
  const protection = createFormProtection(services, "contact");

  return async (context: Context, readBody: () => Promise<unknown>): Promise<string> => {
    await protection.count(context);
    const body = await readBody();
    const parsed = ContactInquiry.safeParse(body);
    if (!parsed.success) {
      throw new ApiError(400, "invalid_input", parsed.error.issues[0]?.message ?? "Fill out the form");
    }
    const reference = generateReference();
    if (protection.isFromBot(body)) {
      return reference;
    }
    await protection.requireHuman(context, body);
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
    ...inquiryAcknowledgement(inquiry.reference, services.config.publicUrl, brand),
  });
}

function getContentType(context: Context): string {
  return (context.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}
