import type { SignIn } from "#server/demo/sign-ins.ts";

/** Sends a request to the product itself, inside this process. */
export type AskProduct = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * Connects and syncs the simulated Square as the administrator would: signs in, connects, syncs. Nothing here knows a
 * shortcut.
 * @returns the number of invoices synced.
 * @throws Error naming the step that failed.
 */
export async function connectAndSync(
  ask: AskProduct,
  secretKey: string,
  administrator: Pick<SignIn, "email" | "password">,
): Promise<number> {
  const headers = await connectSquare(ask, secretKey, administrator);
  const sync = await ask("/api/square/sync-invoices", { method: "POST", headers });
  expectStatus(sync, "sync", 200);
  const { synced } = (await sync.json()) as { synced: number };
  return synced;
}

/**
 * Signs in, takes a ticket, follows the consent page and comes back with a code.
 * @returns the administrator's header for what follows. @throws Error naming the step that failed.
 */
export async function connectSquare(
  ask: AskProduct,
  secretKey: string,
  administrator: Pick<SignIn, "email" | "password">,
): Promise<{ authorization: string }> {
  const token = await signIn(ask, secretKey, administrator);
  const bearer = { authorization: `Bearer ${token}` };
  const cookies = new Map<string, string>();

  const ticket = await ask("/api/oauth/square?action=ticket", { method: "POST", headers: bearer });
  expectStatus(ticket, "ticket", 200);
  keepCookies(ticket, cookies);

  const authorize = await ask("/api/oauth/square?action=authorize", {
    headers: { cookie: cookieLine(cookies) },
  });
  keepCookies(authorize, cookies);
  const consentPage = pathOf(authorize, "authorize");

  // The consent page's form sends back what it was asked with.
  const [page = "", asked] = consentPage.split("?");
  const consent = await ask(page, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `${asked}&decision=allow`,
  });
  const back = await ask(pathOf(consent, "consent"), { headers: { cookie: cookieLine(cookies) } });
  if (!pathOf(back, "return").includes("oauth_status=success"))
    throw new Error("Square connection was refused");
  return bearer;
}

// With the secret key, which is asked for no captcha: nobody is there to answer it.
async function signIn(
  ask: AskProduct,
  secretKey: string,
  { email, password }: Pick<SignIn, "email" | "password">,
): Promise<string> {
  const answer = await ask("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { apikey: secretKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  expectStatus(answer, "sign-in", 200);
  const { access_token } = (await answer.json()) as { access_token: string };
  return access_token;
}

function expectStatus(answer: Response, step: string, status: number): void {
  if (answer.status !== status) throw new Error(`${step} answered ${answer.status} instead of ${status}`);
}

function pathOf(answer: Response, step: string): string {
  const location = answer.headers.get("location");
  if (answer.status < 300 || answer.status > 399 || !location) expectStatus(answer, step, 302);
  const url = new URL(location ?? "", "http://product.invalid");
  return `${url.pathname}${url.search}`;
}

function keepCookies(answer: Response, cookies: Map<string, string>): void {
  for (const line of answer.headers.getSetCookie()) {
    const [pair = ""] = line.split(";");
    const [name = "", ...value] = pair.split("=");
    cookies.set(name, value.join("="));
  }
}

function cookieLine(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}
