import { type Context, Hono, type MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { type CallerEnv, requireAdmin } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateQuery } from "#server/http/validate.ts";
import { getConnectionStatus } from "#server/payments/connection/connection-status.ts";
import { disconnect } from "#server/payments/connection/disconnect.ts";
import {
  completeAuthorization,
  issueAuthorizationTicket,
  startAuthorization,
} from "#server/payments/connection/oauth-flow.ts";
import {
  STATE_LIFETIME_SECONDS,
  TICKET_LIFETIME_SECONDS,
} from "#server/payments/connection/oauth-secrets.ts";
import type { Services } from "#server/services.ts";

const PATH = "/api/oauth/square";
const TICKET_COOKIE = "square_ticket";
const STATE_COOKIE = "square_state";
const UNKNOWN_ACTION_MESSAGE = "Unknown action.";
const PostQuery = z.object({ action: z.enum(["ticket", "disconnect"]) });
const GetQuery = z.object({ action: z.enum(["status", "authorize"]) });

/** Represents the redirect back from Square, which has no action and is authorized by its `state` parameter. */
const RETURN_FROM_SQUARE = Symbol("return from Square");
/** Who can use each action. `authorize` is a page navigation and is authorized by its ticket. */
const ACTION_ACCESS: ReadonlyMap<string, "admin" | "public"> = new Map([
  ["GET status", "admin"],
  ["GET authorize", "public"],
  ["POST ticket", "admin"],
  ["POST disconnect", "admin"],
]);

type Dependencies = Pick<Services, "config" | "sessions" | "payments" | "log">;

/**
 * `/api/oauth/square`: `action=status`, `ticket` and `disconnect` require the administrator's token.
 * `action=authorize` is a page navigation, which cannot send the token, and requires a ticket cookie instead. Without an
 * action, the request is the redirect back from Square.
 */
export function createSquareOAuthRoutes(services: Dependencies) {
  const { payments } = services;
  const adminGuard = requireAdmin(services.sessions);
  const requireAccess: MiddlewareHandler<CallerEnv> = (context, next) =>
    requiresAdmin(context) ? adminGuard(context, next) : next();
  return new Hono<CallerEnv>()
    .use(PATH, async (context, next) => {
      // A HEAD request, for example from a link preview, must not use up a ticket or state.
      if (context.req.method === "HEAD") {
        return context.body(null, 405, { Allow: "GET, POST" });
      }
      await next();
      context.res.headers.set("Cache-Control", "no-store");
      // The URL contains an authorization code, which must not leak through the Referer header.
      context.res.headers.set("Referrer-Policy", "no-referrer");
    })
    .post(PATH, requireAccess, validateQuery(PostQuery, UNKNOWN_ACTION_MESSAGE), async (context) => {
      const { sub } = context.var.caller;
      const isDisconnect = context.req.valid("query").action === "disconnect";
      const result = isDisconnect
        ? await disconnect(payments, sub)
        : await sendTicket(services, context, sub);
      return context.json({ success: true, ...result });
    })
    .get(
      PATH,
      requireAccess,
      navigate(services),
      validateQuery(GetQuery, UNKNOWN_ACTION_MESSAGE),
      async (context) => {
        return context.json(await getConnectionStatus(payments));
      },
    );
}

/** Sends the ticket for `action=authorize` as a cookie. */
async function sendTicket(
  services: Dependencies,
  context: Context,
  adminId: string,
): Promise<{ expires_in: number }> {
  const ticket = await issueAuthorizationTicket(services.payments, adminId);
  writeCookie(services, context, TICKET_COOKIE, ticket, TICKET_LIFETIME_SECONDS);
  return { expires_in: TICKET_LIFETIME_SECONDS };
}

/** Handles page navigations: to Square, and the redirect back. */
function navigate(services: Dependencies): MiddlewareHandler {
  return async (context, next) => {
    switch (parseAction(context)) {
      case "status":
        return next();
      case "authorize":
        return redirectToSquare(services, context);
      default:
        return handleCallback(services, context);
    }
  };
}

/** @throws {ApiError} 400 for an unknown action. */
function parseAction(context: Context): string | typeof RETURN_FROM_SQUARE {
  const action = context.req.query("action");
  if (action === undefined && context.req.method === "GET" && isReturnFromSquare(context)) {
    return RETURN_FROM_SQUARE;
  }
  if (action === undefined || !ACTION_ACCESS.has(`${context.req.method} ${action}`)) {
    throw new ApiError(400, "unknown_action", UNKNOWN_ACTION_MESSAGE);
  }
  return action;
}

function requiresAdmin(context: Context): boolean {
  const action = parseAction(context);
  return action !== RETURN_FROM_SQUARE && ACTION_ACCESS.get(`${context.req.method} ${action}`) !== "public";
}

function isReturnFromSquare(context: Context): boolean {
  return ["code", "error", "state"].some((name) => context.req.query(name) !== undefined);
}

async function redirectToSquare(services: Dependencies, context: Context): Promise<Response> {
  const authorization = await startAuthorization(
    services.payments,
    readCookie(services, context, TICKET_COOKIE),
  );
  clearCookie(services, context, TICKET_COOKIE);
  if (!authorization.ok) {
    return redirectToDashboard(context, authorization.reason);
  }
  writeCookie(services, context, STATE_COOKIE, authorization.browserSecret, STATE_LIFETIME_SECONDS);
  return context.redirect(authorization.authorizeUrl, 302);
}

async function handleCallback(services: Dependencies, context: Context): Promise<Response> {
  const browserSecret = readCookie(services, context, STATE_COOKIE);
  clearCookie(services, context, STATE_COOKIE);
  try {
    const { state, code, error } = context.req.query();
    const result = await completeAuthorization(services.payments, { state, code, error, browserSecret });
    return redirectToDashboard(context, result.ok ? null : result.reason);
  } catch (error) {
    // This is a page navigation, so redirect to a page instead of returning an error response.
    services.log.error({ err: error }, "Square authorization failed");
    return redirectToDashboard(context, "unknown_error");
  }
}

function redirectToDashboard(context: Context, errorReason: string | null): Response {
  const status = errorReason === null ? "oauth_status=success" : `oauth_status=error&message=${errorReason}`;
  return context.redirect(`/admin/dashboard?${status}`, 302);
}

/** Uses SameSite=Lax, because browsers would not send a Strict cookie when Square redirects back. */
function writeCookie(
  { config }: Dependencies,
  context: Context,
  name: string,
  value: string,
  seconds: number,
): void {
  const cookieOptions = { httpOnly: true, sameSite: "Lax", maxAge: seconds } as const;
  // The __Host- prefix proves that this host set the cookie. It requires https and does not allow a path.
  if (isSecure(config)) {
    setCookie(context, name, value, { ...cookieOptions, prefix: "host" });
  } else {
    setCookie(context, name, value, { ...cookieOptions, path: PATH });
  }
}

function readCookie({ config }: Dependencies, context: Context, name: string): string | undefined {
  return isSecure(config) ? getCookie(context, name, "host") : getCookie(context, name);
}

const isSecure = ({ publicUrl }: Dependencies["config"]) => publicUrl.startsWith("https:");

function clearCookie(services: Dependencies, context: Context, name: string): void {
  if (readCookie(services, context, name) !== undefined) {
    writeCookie(services, context, name, "", 0);
  }
}
