import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { recordBounce } from "#server/email/bounces/record-bounce.ts";
import { createBounceReportReader } from "#server/email/bounces/report-reader.ts";
import { hasBearerToken } from "#server/http/bearer-token.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Services } from "#server/services.ts";

const PATH = "/api/mail-bounce";
/** Real reports are a few tens of KB. The limit is low because parsing hostile input can take quadratic time. */
const MAX_EMAIL_BYTES = 128 * 1024;
const EMAIL_CONTENT_TYPE = /^(message\/rfc822|text\/plain)\s*(;|$)/i;

/**
 * `POST /api/mail-bounce` accepts a raw email, as piped by a mail server, with MAIL_BOUNCE_TOKEN as the bearer token.
 * The route does not exist unless the token is set. A delivery status notification marks its email as bounced. Any
 * other email is ignored with 200, so that a shared mailbox can be forwarded here as a whole.
 */
export function createEmailBounceRoutes({
  config,
  database,
  log,
  now,
}: Pick<Services, "config" | "database" | "log" | "now">): Hono {
  const app = new Hono();
  const token = config.mailBounceToken;
  if (!token) {
    return app;
  }
  const readBounce = createBounceReportReader();
  const limitBody = bodyLimit({
    maxSize: MAX_EMAIL_BYTES,
    onError: () => {
      throw new ApiError(413, "too_large", "The email is too large.");
    },
  });
  app.use(PATH, async (context, next) => {
    if (!hasBearerToken(context, token)) {
      throw new ApiError(401, "not_authorized", "This request is not allowed.", {
        "WWW-Authenticate": "Bearer",
      });
    }
    await next();
  });
  app.post(PATH, limitBody, async (context) => {
    if (!EMAIL_CONTENT_TYPE.test(context.req.header("content-type") ?? "")) {
      throw new ApiError(415, "unsupported_type", "Send the email as message/rfc822 or text/plain.");
    }
    const pendingBounce = readBounce(new Uint8Array(await context.req.arrayBuffer()));
    if (!pendingBounce) {
      throw new ApiError(503, "busy", "Another email is being processed. Send this one again.", {
        "Retry-After": "5",
      });
    }
    const bounce = await pendingBounce;
    if (!bounce.ok) {
      if (bounce.reason === "not-a-report") {
        return context.json({ success: true, outcome: "not_a_report" });
      }
      throw new ApiError(400, "invalid_input", READ_ERROR_MESSAGES[bounce.reason]);
    }
    const { outcome, emailId } = await database.bypassPolicies(
      { reason: "record a bounced email" },
      (query) => recordBounce(query, bounce.report, now()),
    );
    log.info({ emailId, outcome }, "processed a delivery report");
    return context.json({ success: true, outcome });
  });
  return app;
}

const READ_ERROR_MESSAGES = {
  "not-mail": "This is not an email message.",
  unreadable: "The notification names no recipient.",
  "too-much": "Reading this email takes too much time or memory.",
};
