import { z } from "zod";
import type { SignIn } from "#server/demo/sign-ins.ts";

const SyncResponse = z.object({ synced: z.number() });
const TokenResponse = z.object({ access_token: z.string() });

/** Sends a request to the server and returns its response. */
export type SendRequest = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * Connects and syncs the simulated Square through the same endpoints that an administrator uses. Signs out afterwards, so that the
 * administrator's list of sessions does not contain this one.
 * @returns the number of synced invoices.
 */
export async function connectAndSync(
  send: SendRequest,
  secretKey: string,
  administrator: Pick<SignIn, "email" | "password">,
): Promise<number> {
  const headers = await connectSquare(send, secretKey, administrator);
  const syncResponse = await send("/api/square/sync-invoices", { method: "POST", headers });
  expectStatus(syncResponse, "sync", 200);
  const { synced } = SyncResponse.parse(await syncResponse.json());
  const signOutResponse = await send("/auth/v1/logout?scope=local", {
    method: "POST",
    headers: { ...headers, apikey: secretKey },
  });
  expectStatus(signOutResponse, "sign-out", 204);
  return synced;
}

/**
 * Signs in and completes the OAuth flow: ticket, consent page and callback.
 * @returns the administrator's authorization header.
 */
export async function connectSquare(
  send: SendRequest,
  secretKey: string,
  administrator: Pick<SignIn, "email" | "password">,
): Promise<{ authorization: string }> {
  const token = await signIn(send, secretKey, administrator);
  const authHeaders = { authorization: `Bearer ${token}` };
  const cookies = new Map<string, string>();

  const ticketResponse = await send("/api/oauth/square?action=ticket", {
    method: "POST",
    headers: authHeaders,
  });
  expectStatus(ticketResponse, "ticket", 200);
  storeCookies(ticketResponse, cookies);

  const authorizeResponse = await send("/api/oauth/square?action=authorize", {
    headers: { cookie: formatCookieHeader(cookies) },
  });
  storeCookies(authorizeResponse, cookies);
  const consentPage = getRedirectPath(authorizeResponse, "authorize");

  // The consent form posts the parameters of its page URL.
  const [path = "", params] = consentPage.split("?");
  const consentResponse = await send(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `${params}&decision=allow`,
  });
  const callbackResponse = await send(getRedirectPath(consentResponse, "consent"), {
    headers: { cookie: formatCookieHeader(cookies) },
  });
  if (!getRedirectPath(callbackResponse, "callback").includes("oauth_status=success")) {
    throw new Error("the Square connection failed");
  }
  return authHeaders;
}

// The secret key exempts the request from the CAPTCHA.
async function signIn(
  send: SendRequest,
  secretKey: string,
  { email, password }: Pick<SignIn, "email" | "password">,
): Promise<string> {
  const response = await send("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { apikey: secretKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  expectStatus(response, "sign-in", 200);
  return TokenResponse.parse(await response.json()).access_token;
}

function expectStatus(response: Response, step: string, status: number): void {
  if (response.status !== status) {
    throw new Error(`${step}: expected status ${status}, got ${response.status}`);
  }
}

function getRedirectPath(response: Response, step: string): string {
  const location = response.headers.get("location");
  if (response.status < 300 || response.status > 399 || !location) {
    expectStatus(response, step, 302);
  }
  const url = new URL(location ?? "", "http://product.invalid");
  return `${url.pathname}${url.search}`;
}

function storeCookies(response: Response, cookies: Map<string, string>): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ""] = line.split(";");
    const [name = "", ...value] = pair.split("=");
    cookies.set(name, value.join("="));
  }
}

function formatCookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}
