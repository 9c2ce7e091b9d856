import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { carriesBearer } from "#server/bearer-token.ts";
import { recordBounce } from "#server/email/bounce.ts";
import { createBounceReader } from "#server/email/bounce-reader.ts";
import { ApiError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

const PATH = "/api/mail-bounce";
/** Reports are of some tens of kilobytes; of what strangers write, twice the size can take four times as long to read. */
const LARGEST_MAIL_BYTES = 128 * 1024;
const MAIL = /^(message\/rfc822|text\/plain)\s*(;|$)/i;

/**
 * `POST /api/mail-bounce`: raw mail, as a mail server's pipe hands it over, for the bearer of MAIL_BOUNCE_TOKEN; without
 * one set there is nothing here. A delivery status notification marks the mail it is about; any other mail is answered
 * with 200 and changes nothing, so that a mailbox shared with people can be passed on whole. `outcome` says what it was.
 */
export function mailBounce({
  config,
  database,
  log,
  now,
}: Pick<Services, "config" | "database" | "log" | "now">): Hono {
  const app = new Hono();
  const token = config.mailBounceToken;
  if (!token) return app;
  const readBounce = createBounceReader();
  const limit = bodyLimit({
    maxSize: LARGEST_MAIL_BYTES,
    onError: () => {
      throw new ApiError(413, "too_large", "The mail is too large.");
    },
  });
  app.use(PATH, async (context, next) => {
    if (!carriesBearer(context, token))
      throw new ApiError(401, "not_authorized", "This request is not allowed.", {
        "WWW-Authenticate": "Bearer",
      });
    await next();
  });
  app.post(PATH, limit, async (context) => {
    if (!MAIL.test(context.req.header("content-type") ?? ""))
      throw new ApiError(415, "unsupported_type", "Send the mail as message/rfc822 or text/plain.");
    const reading = readBounce(new Uint8Array(await context.req.arrayBuffer()));
    if (!reading)
      throw new ApiError(503, "busy", "Another mail is being read. Please send this one again.", {
        "Retry-After": "5",
      });
    const read = await reading;
    if (!read.ok) {
      if (read.reason === "not-a-report") return context.json({ success: true, outcome: "not_a_report" });
      throw new ApiError(400, "invalid_input", UNREADABLE[read.reason]);
    }
    const { outcome, mail } = await database.bypassingPolicies(
      { reason: "note a mail that came back" },
      (query) => recordBounce(query, read.report, now()),
    );
    log.info({ mail, outcome }, "report on mail read");
    return context.json({ success: true, outcome });
  });
  return app;
}

const UNREADABLE = {
  "not-mail": "This is no mail.",
  unreadable: "The notification names no recipient.",
  "too-much": "The mail takes too much time or memory to read.",
};
