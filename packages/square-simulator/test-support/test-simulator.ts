import type { SimulatorOptions, SquareSimulator } from "../index.ts";
import { createSquareSimulator } from "../index.ts";

export const NOON = new Date("2026-11-21T17:00:00Z");
export const REDIRECT_URL = "http://localhost:3000/api/oauth/square";
export const READ_SCOPES =
  "MERCHANT_PROFILE_READ INVOICES_READ ORDERS_READ CUSTOMERS_READ PAYMENTS_READ SUBSCRIPTIONS_READ";

/** Creates a simulator with a fixed clock and a registered test application. */
export function createTestSimulator(options: Partial<SimulatorOptions> = {}): SquareSimulator {
  return createSquareSimulator({
    origin: "http://localhost:3000",
    applicationId: "sandbox-sq0idb-test",
    applicationSecret: "sandbox-sq0csb-test",
    applicationName: "Client portal",
    redirectUrls: [REDIRECT_URL],
    now: () => NOON,
    ...options,
  });
}

/** Submits the consent page. Returns the URL to which the seller is redirected. */
export async function submitConsent(
  simulator: SquareSimulator,
  decision: "allow" | "deny",
  fields: Record<string, string> = {},
): Promise<URL> {
  const form = new URLSearchParams({
    client_id: "sandbox-sq0idb-test",
    scope: READ_SCOPES,
    state: "the-state",
    decision,
    ...fields,
  });
  const response = await simulator.app.request("/oauth2/authorize", { method: "POST", body: form });
  return new URL(response.headers.get("location") ?? `http://no-redirect/${response.status}`);
}

/** Calls the API with JSON. Returns status and parsed body. */
export async function callApi(
  simulator: SquareSimulator,
  path: string,
  {
    method,
    token,
    body,
    headers,
  }: { method?: string; token?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await simulator.app.request(path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // The body stays `any`, because the assertions check its shape.
  const json = JSON.parse((await response.text()) || "{}");
  return { status: response.status, body: json };
}

/** Exchanges an authorization code for tokens. */
export function exchangeCode(simulator: SquareSimulator, code: string, fields: Record<string, unknown> = {}) {
  return callApi(simulator, "/oauth2/token", {
    body: {
      client_id: "sandbox-sq0idb-test",
      client_secret: "sandbox-sq0csb-test",
      grant_type: "authorization_code",
      code,
      ...fields,
    },
  });
}

/** Connects the seller with the given scopes. Returns the access token. */
export async function connectSeller(simulator: SquareSimulator, scope = READ_SCOPES): Promise<string> {
  const target = await submitConsent(simulator, "allow", { scope });
  const { body } = await exchangeCode(simulator, target.searchParams.get("code") ?? "");
  return body.access_token;
}

/** Creates a webhook listener that records deliveries. `respond` creates its responses. */
export function createWebhookListener(
  respond: (received: ReceivedWebhook[]) => Response = () => new Response(null, { status: 200 }),
) {
  const received: ReceivedWebhook[] = [];
  return {
    received,
    deliver: async (url: string, init: RequestInit) => {
      const body = String(init.body);
      received.push({ url, body, headers: new Headers(init.headers), event: JSON.parse(body) });
      return respond(received);
    },
  };
}

export type ReceivedWebhook = {
  url: string;
  body: string;
  headers: Headers;
  event: { type: string; event_id: string; data: { object?: Record<string, Record<string, unknown>> } };
};
