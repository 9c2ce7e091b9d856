import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { grantCode } from "../actions/authorization.ts";
import type { Simulation } from "../simulation.ts";
import { showNotice, showPage } from "./page.ts";
import { readForm } from "./read-form.ts";
import { DEFAULT_SCOPES, KNOWN_SCOPES, scopeInWords } from "./words.ts";

type ConsentRequest = {
  clientId: string;
  scopes: string[];
  state: string | null;
  /** As it was sent; the token call must send the same. */
  redirectUri: string | null;
  /** Where the seller goes back to. */
  target: URL;
  codeChallenge: string | null;
};

/** `/oauth2/authorize`: the seller allows or denies, and goes back to the application. */
export function consentPages(app: Hono, simulation: Simulation): void {
  app.get("/oauth2/authorize", (context) => {
    const request = consentRequest(simulation, context.req.query());
    if (typeof request === "string") return showNotice(context, "This request cannot be shown", request, 400);
    return showConsent(context, simulation, request);
  });

  app.post("/oauth2/authorize", async (context) => {
    const form = await readForm(context);
    const fields = Object.fromEntries(
      Object.entries(form).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
    const request = consentRequest(simulation, fields);
    if (typeof request === "string") return showNotice(context, "This request cannot be shown", request, 400);
    const answer = request.target;
    if (fields.decision === "allow") {
      const { clientId, redirectUri, scopes, codeChallenge } = request;
      const { code } = simulation.store.commit((change) =>
        grantCode(change, { clientId, redirectUri, scopes, codeChallenge }),
      );
      answer.searchParams.set("code", code);
      answer.searchParams.set("response_type", "code");
    } else {
      answer.searchParams.set("error", "access_denied");
      answer.searchParams.set("error_description", "user_denied");
    }
    if (request.state !== null) answer.searchParams.set("state", request.state);
    return context.redirect(answer.toString(), 303);
  });
}

/** The request as a seller may decide on it, or why it is refused. Nothing refused is ever redirected. */
function consentRequest(simulation: Simulation, fields: Record<string, string>): ConsentRequest | string {
  const { application } = simulation;
  if (fields.client_id !== application.id) return "The application is not known (client_id).";
  const redirectUri = fields.redirect_uri || null;
  const target = redirectUri ?? application.redirectUrls[0];
  if (target === undefined || !application.redirectUrls.includes(target)) {
    return "The address to return to is not registered for this application (redirect_uri).";
  }
  const scopes = fields.scope ? fields.scope.split(/[\s+]+/).filter(Boolean) : DEFAULT_SCOPES;
  const unknown = scopes.filter((scope) => !KNOWN_SCOPES.has(scope));
  if (unknown.length > 0) return `Unknown permissions: ${unknown.join(", ")}.`;
  return {
    clientId: application.id,
    scopes: [...new Set(scopes)],
    state: fields.state ?? null,
    redirectUri,
    target: new URL(target),
    codeChallenge: fields.code_challenge || null,
  };
}

function showConsent(
  context: Context,
  { application, store, addresses }: Simulation,
  request: ConsentRequest,
): Response | Promise<Response> {
  const hidden = (name: string, value: string | null) =>
    value === null ? "" : html`<input type="hidden" name="${name}" value="${value}">`;
  const body = html`
<h1>${application.name} wants to connect to ${store.state.merchant.business_name}</h1>
<p>It would be able to:</p>
<ul>${request.scopes.map((scope) => html`<li>${scopeInWords(scope)}</li>`)}</ul>
<p class="soft">You can end this at any time. Afterwards you go back to ${request.target.host}.</p>
<form method="post" action="${addresses.base}/oauth2/authorize">
${hidden("client_id", request.clientId)}
${hidden("scope", request.scopes.join(" "))}
${hidden("state", request.state)}
${hidden("redirect_uri", request.redirectUri)}
${hidden("code_challenge", request.codeChallenge)}
<div class="buttons">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="quiet">Deny</button>
</div>
</form>`;
  return showPage(context, { title: "Allow access", body, formTargets: [request.target.origin] });
}
