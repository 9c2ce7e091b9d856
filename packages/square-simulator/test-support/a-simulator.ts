import type { SimulatorOptions, SquareSimulator } from "../index.ts";
import { createSquareSimulator } from "../index.ts";

export const NOON = new Date("2026-11-21T17:00:00Z");
export const REDIRECT_URL = "http://localhost:3000/api/oauth/square";
export const READ_SCOPES =
  "MERCHANT_PROFILE_READ INVOICES_READ ORDERS_READ CUSTOMERS_READ PAYMENTS_READ SUBSCRIPTIONS_READ";

/** A simulator that stands at one moment, with a small application registered. */
export function aSimulator(options: Partial<SimulatorOptions> = {}): SquareSimulator {
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

/** Presses Allow (or Deny) on the consent page; returns where the seller is sent. */
export async function decide(
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

/** Calls the API as JSON; returns status and body. */
export async function call(
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
  // Tests say what they expect of it; a wrong expectation fails them.
  const json = JSON.parse((await response.text()) || "{}");
  return { status: response.status, body: json };
}

/** Exchanges a code for tokens. */
export function exchange(simulator: SquareSimulator, code: string, fields: Record<string, unknown> = {}) {
  return call(simulator, "/oauth2/token", {
    body: {
      client_id: "sandbox-sq0idb-test",
      client_secret: "sandbox-sq0csb-test",
      grant_type: "authorization_code",
      code,
      ...fields,
    },
  });
}

/** The access token of a seller who allowed `scope`. */
export async function connected(simulator: SquareSimulator, scope = READ_SCOPES): Promise<string> {
  const target = await decide(simulator, "allow", { scope });
  const { body } = await exchange(simulator, target.searchParams.get("code") ?? "");
  return body.access_token;
}

/** A listener that remembers what it heard and answers as told. */
export function aListener(answer: (heard: Heard[]) => Response = () => new Response(null, { status: 200 })) {
  const heard: Heard[] = [];
  return {
    heard,
    deliver: async (url: string, init: RequestInit) => {
      const body = String(init.body);
      heard.push({ url, body, headers: new Headers(init.headers), event: JSON.parse(body) });
      return answer(heard);
    },
  };
}

export type Heard = {
  url: string;
  body: string;
  headers: Headers;
  event: { type: string; event_id: string; data: { object?: Record<string, Record<string, unknown>> } };
};
