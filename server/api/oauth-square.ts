import { type Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { ApiError } from "#server/errors.ts";
import { STATE_SECONDS, TICKET_SECONDS } from "#server/payments/one-time-secrets.ts";
import type { Services } from "#server/services.ts";

const PATH = "/api/oauth/square";
const TICKET_COOKIE = "square_ticket";
const STATE_COOKIE = "square_state";

type Parts = Pick<Services, "config" | "sessions" | "payments" | "log">;

/**
 * `/api/oauth/square` (specification section 7): `action=status` and `action=ticket`
 * ask for the administrator's token; `action=authorize` is a page navigation and asks for a ticket; without an action
 * it is the browser coming back from Square.
 */
export function oauthSquare(services: Parts): Hono {
  const { sessions, payments } = services;
  const app = new Hono();
  app.use(PATH, async (context, next) => {
    // Following a link to an authorization must not use it up.
    if (context.req.method === "HEAD") return context.body(null, 405, { Allow: "GET, POST" });
    await next();
    context.res.headers.set("Cache-Control", "no-store");
    // The address holds a code: it must not travel on.
    context.res.headers.set("Referrer-Policy", "no-referrer");
  });
  app.post(PATH, async (context) => {
    const action = context.req.query("action");
    if (action !== "ticket" && action !== "disconnect") throw unknownAction();
    const { sub } = await sessions.requireAdmin(context);
    if (action === "disconnect") return context.json({ success: true, ...(await payments.disconnect(sub)) });
    keepCookie(services, context, TICKET_COOKIE, await payments.issueTicket(sub), TICKET_SECONDS);
    return context.json({ success: true, expires_in: TICKET_SECONDS });
  });
  app.get(PATH, async (context) => {
    const action = context.req.query("action");
    if (action === "status") {
      await sessions.requireAdmin(context);
      return context.json(await payments.status());
    }
    if (action === "authorize") return sendToSquare(services, context);
    const isReturn = ["code", "error", "state"].some((name) => context.req.query(name) !== undefined);
    if (action !== undefined || !isReturn) throw unknownAction();
    return comeBack(services, context);
  });
  return app;
}

async function sendToSquare(services: Parts, context: Context): Promise<Response> {
  const begun = await services.payments.beginConnecting(keptCookie(services, context, TICKET_COOKIE));
  dropCookie(services, context, TICKET_COOKIE);
  if (!begun.ok) return toDashboard(context, begun.reason);
  keepCookie(services, context, STATE_COOKIE, begun.browserSecret, STATE_SECONDS);
  return context.redirect(begun.authorizeUrl, 302);
}

async function comeBack(services: Parts, context: Context): Promise<Response> {
  const browserSecret = keptCookie(services, context, STATE_COOKIE);
  dropCookie(services, context, STATE_COOKIE);
  try {
    const { state, code, error } = context.req.query();
    const finished = await services.payments.finishConnecting({ state, code, error, browserSecret });
    return toDashboard(context, finished.ok ? null : finished.reason);
  } catch (cause) {
    // The person is in the middle of a navigation: a page must follow, whatever happened.
    services.log.error({ err: cause }, "connecting failed");
    return toDashboard(context, "unknown_error");
  }
}

function toDashboard(context: Context, problem: string | null): Response {
  const outcome = problem === null ? "oauth_status=success" : `oauth_status=error&message=${problem}`;
  return context.redirect(`/admin/dashboard?${outcome}`, 302);
}

function unknownAction(): ApiError {
  return new ApiError(400, "unknown_action", "This action does not exist.");
}

/** Lax, not Strict: the browser must send it along when Square sends it back here. */
function keepCookie({ config }: Parts, context: Context, name: string, value: string, seconds: number): void {
  const always = { httpOnly: true, sameSite: "Lax", maxAge: seconds } as const;
  // Behind TLS the name itself says that this very host has set it; that is for whole hosts alone.
  if (isSecure(config)) setCookie(context, name, value, { ...always, prefix: "host" });
  else setCookie(context, name, value, { ...always, path: PATH });
}

function keptCookie({ config }: Parts, context: Context, name: string): string | undefined {
  return isSecure(config) ? getCookie(context, name, "host") : getCookie(context, name);
}

const isSecure = ({ publicUrl }: Parts["config"]) => publicUrl.startsWith("https:");

function dropCookie(parts: Parts, context: Context, name: string): void {
  if (keptCookie(parts, context, name) !== undefined) keepCookie(parts, context, name, "", 0);
}
