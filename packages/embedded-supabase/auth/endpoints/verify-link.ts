import { type Context, Hono } from "hono";
import { withTransaction } from "../../transaction.ts";
import { issueCode, methodOf } from "../code-flow.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { codeFlowPrefix } from "../one-time-tokens.ts";
import { redirectTarget } from "../redirects.ts";
import { openSession, sessionAnswer } from "../sessions.ts";
import { noteSignIn, notingRefusals } from "../sign-in-attempts.ts";
import { countTry, verifyToken } from "../verify-token.ts";

/**
 * GET /verify: the link that leads back to a page with tokens in the fragment, or with a code (PKCE). Our own mails
 * lead to a page instead, which asks by POST: programs that look through mail follow links.
 */
export function verifyLink(auth: AuthContext): Hono {
  return new Hono().get("/verify", async (context) => {
    // A HEAD is a look, not a use.
    if (context.req.method !== "GET") throw new AuthError(405, "validation_failed", "Only GET spends a link");
    const token = context.req.query("token") || context.req.query("token_hash") || "";
    const type = context.req.query("type") ?? "";
    if (!token) throw new AuthError(400, "validation_failed", "Verify requires a token or a token hash");
    if (!type) throw new AuthError(400, "validation_failed", "Verify requires a verification type");
    const refusals = { auth, context, by: "wrong-link" } as const;
    await notingRefusals(refusals, () => countTry(auth, context));
    const target = new URL(redirectTarget(auth, context.req.query("redirect_to")));
    const byCode = token.startsWith(codeFlowPrefix);
    try {
      await notingRefusals(refusals, () =>
        byCode
          ? withCode(auth, { token, type }, target)
          : withSession(auth, context, { token, type }, target),
      );
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      tellRefusal(error, target, byCode);
    }
    context.header("Referrer-Policy", "no-referrer");
    return context.redirect(target.href, 303);
  });
}

type Given = { token: string; type: string };

async function withCode(auth: AuthContext, given: Given, target: URL): Promise<void> {
  const code = await withTransaction(auth.pool, async (client) => {
    const { user, purpose } = await verifyToken(auth, client, given);
    return issueCode(client, user.id, purpose, auth.now());
  });
  target.searchParams.set("code", code);
}

async function withSession(auth: AuthContext, context: Context, given: Given, target: URL): Promise<void> {
  const opened = await withTransaction(auth.pool, async (client) => {
    const { user, purpose } = await verifyToken(auth, client, given);
    return openSession(auth, context, user, methodOf(purpose), client);
  });
  if (!opened) throw new AuthError(403, "otp_expired", "Email link is invalid or has expired");
  await noteSignIn(auth, context, opened.user);
  const { user: _, ...tokens } = await sessionAnswer(auth, opened);
  const fragment = Object.entries(tokens).map(([name, value]) => [name, String(value)]);
  target.hash = new URLSearchParams([...fragment, ["type", given.type]]).toString();
}

function tellRefusal(error: AuthError, target: URL, byCode: boolean): void {
  const told = new URLSearchParams({
    error: error.status < 500 ? "access_denied" : "server_error",
    error_code: error.code,
    error_description: error.message,
  });
  target.search = byCode ? told.toString() : "";
  target.hash = told.toString();
}
