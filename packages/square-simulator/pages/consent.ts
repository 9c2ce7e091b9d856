import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { issueAuthorizationCode } from "../actions/authorization.ts";
import type { Simulation } from "../simulation.ts";
import { renderNotice, renderPage } from "./page.ts";
import { readForm } from "./read-form.ts";
import { DEFAULT_SCOPES, KNOWN_SCOPES, scopeLabel } from "./scopes.ts";

type ConsentRequest = {
  clientId: string;
  scopes: string[];
  state: string | null;
  /** The URL that the application sent. The token request must send the same value. */
  redirectUri: string | null;
  /** The URL to which the seller is redirected. */
  target: URL;
  codeChallenge: string | null;
};

/** `/oauth2/authorize`: the seller allows or denies access and returns to the application. */
export function registerConsentPages(app: Hono, simulation: Simulation): void {
  app.get("/oauth2/authorize", (context) => {
    const request = parseConsentRequest(simulation, context.req.query());
    if (typeof request === "string") {
      return renderNotice(context, "Invalid authorization request", request, 400);
    }
    return renderConsent(context, simulation, request);
  });

  app.post("/oauth2/authorize", async (context) => {
    const form = await readForm(context);
    const fields = Object.fromEntries(
      Object.entries(form).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
    const request = parseConsentRequest(simulation, fields);
    if (typeof request === "string") {
      return renderNotice(context, "Invalid authorization request", request, 400);
    }
    const redirectUrl = request.target;
    if (fields.decision === "allow") {
      const { clientId, redirectUri, scopes, codeChallenge } = request;
      const { code } = simulation.store.commit((change) =>
        issueAuthorizationCode(change, { clientId, redirectUri, scopes, codeChallenge }),
      );
      redirectUrl.searchParams.set("code", code);
      redirectUrl.searchParams.set("response_type", "code");
    } else {
      redirectUrl.searchParams.set("error", "access_denied");
      redirectUrl.searchParams.set("error_description", "user_denied");
    }
    if (request.state !== null) {
      redirectUrl.searchParams.set("state", request.state);
    }
    return context.redirect(redirectUrl.toString(), 303);
  });
}

/** Parses the request, or returns why it is invalid. Invalid requests are never redirected. */
function parseConsentRequest(
  simulation: Simulation,
  fields: Record<string, string>,
): ConsentRequest | string {
  const { application } = simulation;
  if (fields.client_id !== application.id) {
    return "Unknown application (client_id).";
  }
  const redirectUri = fields.redirect_uri || null;
  const target = redirectUri ?? application.redirectUrls[0];
  if (target === undefined || !application.redirectUrls.includes(target)) {
    return "The redirect URL is not registered for this application (redirect_uri).";
  }
  const scopes = fields.scope ? fields.scope.split(/[\s+]+/).filter(Boolean) : DEFAULT_SCOPES;
  const unknownScopes = scopes.filter((scope) => !KNOWN_SCOPES.has(scope));
  if (unknownScopes.length > 0) {
    return `Unknown permissions: ${unknownScopes.join(", ")}.`;
  }
  return {
    clientId: application.id,
    scopes: [...new Set(scopes)],
    state: fields.state ?? null,
    redirectUri,
    target: new URL(target),
    codeChallenge: fields.code_challenge || null,
  };
}

function renderConsent(
  context: Context,
  { application, store, urls }: Simulation,
  request: ConsentRequest,
): Response | Promise<Response> {
  const renderHiddenField = (name: string, value: string | null) =>
    value === null ? "" : html`<input type="hidden" name="${name}" value="${value}">`;
  const body = html`
<h1>${application.name} wants to connect to ${store.state.merchant.business_name}</h1>
<p>It will be able to:</p>
<ul>${request.scopes.map((scope) => html`<li>${scopeLabel(scope)}</li>`)}</ul>
<p class="muted">You can revoke access at any time. You will return to ${request.target.host}.</p>
<form method="post" action="${urls.base}/oauth2/authorize">
${renderHiddenField("client_id", request.clientId)}
${renderHiddenField("scope", request.scopes.join(" "))}
${renderHiddenField("state", request.state)}
${renderHiddenField("redirect_uri", request.redirectUri)}
${renderHiddenField("code_challenge", request.codeChallenge)}
<div class="buttons">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="secondary">Deny</button>
</div>
</form>`;
  return renderPage(context, { title: "Allow access", body, formTargets: [request.target.origin] });
}
