import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HOLD_MINUTES } from "#domain/consultations/consultation.ts";
import { consultationErrors } from "#domain/consultations/consultation-request.ts";
import { CAPTCHA_FIELD, CAPTCHA_UNAVAILABLE } from "#domain/inquiries/contact-form.ts";
import type { BookingServices } from "#server/consultations/book-consultation.ts";
import { type BookedTime, createConsultationService } from "#server/consultations/consultation-service.ts";
import type { ChangeResult } from "#server/consultations/find-consultation.ts";
import { rejectCrossSite } from "#server/http/cross-site.ts";
import { ApiError } from "#server/http/errors.ts";
import type { FormProtectionServices } from "#server/http/form-protection.ts";
import { renderPlainPage } from "#server/http/plain-page.ts";
import { readFormBody, readJsonBody } from "#server/http/request-body.ts";
import { validateQuery } from "#server/http/validate.ts";
import { FREE_TIMES_QUERY_MESSAGE, FreeTimesQuery } from "#server/scheduling/free-times.ts";

const MAX_BODY_BYTES = 64 * 1024;

/**
 * Endpoints for visitors. `GET /api/consultations/slots` lists free times. `POST /api/consultations` holds one and emails a
 * link, whose token the other endpoints accept. They accept JSON and form posts, and show a page after a form post.
 * GET requests change nothing, because mail scanners open links.
 */
export function createConsultationRoutes(services: BookingServices & FormProtectionServices) {
  const service = createConsultationService(services);
  const checkForm = [bodyLimit({ maxSize: MAX_BODY_BYTES }), rejectCrossSite()] as const;
  return new Hono()
    .get(
      "/api/consultations/slots",
      validateQuery(FreeTimesQuery, FREE_TIMES_QUERY_MESSAGE),
      async (context) => context.json(await service.listDays(context.req.valid("query"), context)),
    )
    .post("/api/consultations", ...checkForm, async (context) => {
      const { body, isForm } = await readBody(context);
      let result: Awaited<ReturnType<typeof service.book>>;
      try {
        result = await service.book(body, context);
      } catch (error) {
        if (isForm || !(error instanceof ApiError) || error.code !== "invalid_input") {
          return rejectForm(context, error, isForm);
        }
        const { message, code, status } = error;
        return context.json(
          { success: false, error: message, code, fieldErrors: consultationErrors(body) },
          status,
        );
      }
      if (!result.ok) {
        return respondTaken(context, result.freeTimes, isForm);
      }
      const { status, startsAt, holdExpiresAt } = result.booked;
      return isForm
        ? renderBooked(context, result.booked)
        : context.json({ success: true, status, startsAt, holdExpiresAt });
    })
    .get("/api/consultations/:token", async (context) =>
      context.json(await service.find(context.req.param("token"), context)),
    )
    .get("/api/consultations/:token/calendar.ics", async (context) => {
      const file = await service.formatFile(context.req.param("token"), context);
      context.header("Content-Type", "text/calendar; charset=utf-8");
      context.header("Content-Disposition", 'attachment; filename="consultation.ics"');
      return context.body(file);
    })
    .post("/api/consultations/:token/confirm", ...checkForm, (context) =>
      respondToChange(context, () => service.confirm(context.req.param("token"), context)),
    )
    .post("/api/consultations/:token/reschedule", ...checkForm, (context) =>
      respondToChange(context, (body) => service.reschedule(context.req.param("token"), body, context)),
    )
    .post("/api/consultations/:token/cancel", ...checkForm, (context) =>
      respondToChange(context, (body) => service.cancel(context.req.param("token"), body, context)),
    );
}

/** Shows the result of a form post. A form that is sent again may have been confirmed or canceled in the meantime. */
function renderBooked(context: Context, { status }: BookedTime) {
  return status === "held"
    ? renderPlainPage(context, 200, "Check your email", [
        `Open the link in the email to confirm your consultation. We hold the time for ${HOLD_MINUTES} minutes.`,
      ])
    : renderPlainPage(context, 200, "You've already sent this form", [
        "The latest email about your consultation shows its status, with a link to manage it.",
      ]);
}

type Body = { body: unknown; isForm: boolean };

/** Reads JSON or a form. A form post has no CAPTCHA token, because a CAPTCHA needs JavaScript. */
async function readBody(context: Context): Promise<Body> {
  const contentType = (context.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (contentType === "application/x-www-form-urlencoded") {
    const form = await readFormBody(context);
    return { body: { [CAPTCHA_FIELD]: CAPTCHA_UNAVAILABLE, ...form }, isForm: true };
  }
  if (contentType === "application/json") {
    return { body: await readJsonBody(context), isForm: false };
  }
  if (!contentType && !(await context.req.text())) {
    return { body: {}, isForm: false };
  }
  throw new ApiError(415, "unsupported_media_type", "Send the form as JSON or as URL-encoded fields.");
}

async function respondToChange(context: Context, change: (body: unknown) => Promise<ChangeResult>) {
  const { body, isForm } = await readBody(context);
  let result: ChangeResult;
  try {
    result = await change(body);
  } catch (error) {
    return rejectForm(context, error, isForm);
  }
  if (!result.ok) {
    return respondTaken(context, result.freeTimes, isForm);
  }
  return isForm
    ? renderPlainPage(context, 200, "Your consultation is updated", [
        "We've sent you an email with the details.",
      ])
    : context.json({ success: true, consultation: result.consultation });
}

const TIME_TAKEN_MESSAGE = "That time was just taken. Choose another one.";

function respondTaken(context: Context, freeTimes: readonly string[], isForm: boolean) {
  return isForm
    ? renderPlainPage(context, 409, "Choose another time", [TIME_TAKEN_MESSAGE])
    : context.json({ success: false, error: TIME_TAKEN_MESSAGE, code: "time_taken", freeTimes }, 409);
}

/** Shows an expected error of a form post as a page. @throws all other errors */
function rejectForm(context: Context, error: unknown, isForm: boolean) {
  if (!isForm || !(error instanceof ApiError)) {
    throw error;
  }
  for (const [name, value] of Object.entries(error.headers)) {
    context.header(name, value);
  }
  return renderPlainPage(context, error.status, "We couldn't do that", [error.message]);
}
