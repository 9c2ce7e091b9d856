import type { Account } from "./an-account.ts";

/** How a test reaches the backend: Hono's `app.request`, or `fetch` with the origin put before the path. */
export type Send = (path: string, init: RequestInit) => Response | Promise<Response>;

export type SignedIn = { accessToken: string; refreshToken: string };

/** Signs an account in with its password, as the login pages do. Throws with the service's answer when refused. */
export async function signInAs(send: Send, publishableKey: string, account: Account): Promise<SignedIn> {
  const response = await send("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email: account.email, password: account.password }),
  });
  const answer: { access_token?: string; refresh_token?: string } = await response.json();
  if (!answer.access_token || !answer.refresh_token) {
    throw new Error(`${account.email} could not sign in: ${response.status} ${JSON.stringify(answer)}`);
  }
  return { accessToken: answer.access_token, refreshToken: answer.refresh_token };
}
