import { type Context, Hono } from "hono";
import { withTransaction } from "../../transaction.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { PKCE_PREFIX } from "../links/one-time-tokens.ts";
import { amrMethod, issueAuthCode } from "../links/pkce.ts";
import { resolveRedirectTarget } from "../links/redirect-target.ts";
import { countVerifyAttempt, verifyToken } from "../links/verify-token.ts";
import { createSessionResponse, openSession } from "../sessions/sessions.ts";
import { recordFailures, recordSignIn } from "../sessions/sign-in-attempts.ts";

/**
 * GET /verify: consumes a link and redirects with tokens in the fragment, or with a code (PKCE). Emails should link to
 * a page that sends POST /verify instead, because mail scanners open every link.
 */
export function verifyLinkRoute(auth: AuthContext): Hono {
  return new Hono().get("/verify", async (context) => {
    // Hono also routes HEAD requests here. They must not consume the link.
    if (context.req.method !== "GET") {
      throw new AuthError(405, "validation_failed", "Only GET requests can use a link");
    }
    const token = context.req.query("token") || context.req.query("token_hash") || "";
    const type = context.req.query("type") ?? "";
    if (!token) {
      throw new AuthError(400, "validation_failed", "Verify requires a token or a token hash");
    }
    if (!type) {
      throw new AuthError(400, "validation_failed", "Verify requires a verification type");
    }
    const attempt = { auth, context, failureOutcome: "wrong-link" } as const;
    await recordFailures(attempt, () => countVerifyAttempt(auth, context));
    const target = new URL(resolveRedirectTarget(auth, context.req.query("redirect_to")));
    const usesPkce = token.startsWith(PKCE_PREFIX);
    try {
      await recordFailures(attempt, () =>
        usesPkce
          ? addCode(auth, { token, type }, target)
          : addSession(auth, context, { token, type }, target),
      );
    } catch (error) {
      if (!(error instanceof AuthError)) {
        throw error;
      }
      addError(error, target, usesPkce);
    }
    context.header("Referrer-Policy", "no-referrer");
    return context.redirect(target.href, 303);
  });
}

type LinkToken = { token: string; type: string };

async function addCode(auth: AuthContext, input: LinkToken, target: URL): Promise<void> {
  const code = await withTransaction(auth.pool, async (client) => {
    const { tokenId } = await verifyToken(auth, client, input);
    return issueAuthCode(client, tokenId, auth.now());
  });
  target.searchParams.set("code", code);
}

async function addSession(auth: AuthContext, context: Context, input: LinkToken, target: URL): Promise<void> {
  const opened = await withTransaction(auth.pool, async (client) => {
    const { user, purpose } = await verifyToken(auth, client, input);
    return openSession(auth, context, user, amrMethod(purpose), client);
  });
  if (!opened) {
    throw new AuthError(403, "otp_expired", "Email link is invalid or has expired");
  }
  await recordSignIn(auth, context, opened.user);
  const { user: _, ...tokens } = await createSessionResponse(auth, opened);
  const fragment = Object.entries(tokens).map(([name, value]) => [name, String(value)]);
  target.hash = new URLSearchParams([...fragment, ["type", input.type]]).toString();
}

function addError(error: AuthError, target: URL, usesPkce: boolean): void {
  const params = new URLSearchParams({
    error: error.status < 500 ? "access_denied" : "server_error",
    error_code: error.code,
    error_description: error.message,
  });
  target.search = usesPkce ? params.toString() : "";
  target.hash = params.toString();
}
