import { beforeAll, describe, expect, test } from "vitest";
import { brand } from "#brand";
import { renewTokenIfDue } from "#server/payments/connection/account-access.ts";
import {
  createSquareEnvironment,
  type SquareEnvironment,
  submitConsent,
  toCookieHeader,
} from "#tests/support/square/square-environment.ts";

let fixture: SquareEnvironment;
beforeAll(async () => {
  fixture = await createSquareEnvironment();
});

const requestTicket = (as?: "administrator" | "client") =>
  fixture.request("/api/oauth/square?action=ticket", { method: "POST", ...(as ? { as } : {}) });
const authorize = (cookie = "") =>
  fixture.request("/api/oauth/square?action=authorize", cookie ? { headers: { cookie } } : {});
const readAlertEmails = async () =>
  (
    await fixture.pool.query(
      "select recipient, subject from private.email_outbox where kind = 'square-alarm' order by created_at",
    )
  ).rows;
const readAuditEntries = async () =>
  (
    await fixture.pool.query(
      "select actor, action from public.audit_log where table_name = 'provider_connections' order by id",
    )
  ).rows;
const readStatus = async () =>
  (await fixture.request("/api/oauth/square?action=status", { as: "administrator" })).json();
const getLocation = (response: Response) => response.headers.get("location") ?? "";
const buildErrorRedirect = (reason: string) => `/admin/dashboard?oauth_status=error&message=${reason}`;

describe("the ticket", () => {
  test("is issued to administrators only, in an HttpOnly cookie", async () => {
    expect((await requestTicket()).status).toBe(401);
    expect((await requestTicket("client")).status).toBe(403);
    const ticket = await requestTicket("administrator");
    expect(ticket.status).toBe(200);
    expect(ticket.headers.get("set-cookie")).toMatch(
      /^square_ticket=[\w-]{43}; Max-Age=60; Path=\/api\/oauth\/square; HttpOnly; SameSite=Lax$/,
    );
  });

  test("is stored only as a hash", async () => {
    const ticketSecret = toCookieHeader(await requestTicket("administrator")).split("=")[1] ?? "";
    const { rows } = await fixture.pool.query(
      "select encode(ticket_hash, 'escape') as hash from private.oauth_tickets",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(ticketSecret);
  });

  test("is required, and starts one authorization within a minute", async () => {
    for (const cookie of ["", "square_ticket=", "square_ticket=made-up"]) {
      const rejected = await authorize(cookie);
      expect([rejected.status, getLocation(rejected)]).toEqual([302, buildErrorRedirect("not_authorized")]);
    }
    const cookie = toCookieHeader(await requestTicket("administrator"));
    expect(getLocation(await authorize(cookie))).toContain("/oauth2/authorize?");
    expect(getLocation(await authorize(cookie))).toBe(buildErrorRedirect("not_authorized"));

    const expiredTicket = toCookieHeader(await requestTicket("administrator"));
    fixture.clock.now = new Date(fixture.clock.now.getTime() + 60_000);
    expect(getLocation(await authorize(expiredTicket))).toBe(buildErrorRedirect("not_authorized"));
  });

  test("is not consumed by a HEAD request", async () => {
    const cookie = toCookieHeader(await requestTicket("administrator"));
    const head = await fixture.request("/api/oauth/square?action=authorize", {
      method: "HEAD",
      headers: { cookie },
    });
    expect(head.status).toBe(405);
    expect(getLocation(await authorize(cookie))).toContain("/oauth2/authorize?");
  });
});

test("redirects to Square with six read permissions, a state and the exact redirect URL", async () => {
  const redirect = await authorize(toCookieHeader(await requestTicket("administrator")));
  const url = new URL(getLocation(redirect));
  expect(url.origin + url.pathname).toBe("http://localhost:3000/square-simulator/oauth2/authorize");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: "sandbox-sq0idb-test",
    scope: "MERCHANT_PROFILE_READ INVOICES_READ ORDERS_READ CUSTOMERS_READ PAYMENTS_READ SUBSCRIPTIONS_READ",
    state: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: "http://localhost:3000/api/oauth/square",
  });
  expect(redirect.headers.get("referrer-policy")).toBe("no-referrer");
  expect(redirect.headers.get("set-cookie")).toMatch(
    /square_state=[\w-]{43}; Max-Age=600; .*HttpOnly; SameSite=Lax/,
  );
});

describe("the callback from Square", () => {
  const readTokens = () => fixture.simulator.state().tokens;
  const startAuthorization = async () => {
    const redirect = await authorize(toCookieHeader(await requestTicket("administrator")));
    return { cookie: toCookieHeader(redirect), url: new URL(getLocation(redirect)) };
  };
  const finishAuthorization = async (cookie: string, url: URL) =>
    getLocation(await fixture.request(`${url.pathname}${url.search}`, { headers: { cookie } }));

  test("rejects a foreign, missing, reused or expired state without calling Square", async () => {
    const before = Object.keys(readTokens()).length;
    const { cookie, url } = await startAuthorization();
    const callbackUrl = await submitConsent(fixture.simulator, url, "allow");

    const otherAttempt = await startAuthorization();
    expect(await finishAuthorization(otherAttempt.cookie, callbackUrl)).toBe(
      buildErrorRedirect("invalid_state"),
    );
    // The attempt from another browser has used up the state.
    expect(await finishAuthorization(cookie, callbackUrl)).toBe(buildErrorRedirect("invalid_state"));

    const thirdAttempt = await startAuthorization();
    const callbackWithUnknownState = await submitConsent(fixture.simulator, thirdAttempt.url, "allow", {
      state: "made-up",
    });
    expect(await finishAuthorization(thirdAttempt.cookie, callbackWithUnknownState)).toBe(
      buildErrorRedirect("invalid_state"),
    );

    const expiredAttempt = await startAuthorization();
    const expiredCallbackUrl = await submitConsent(fixture.simulator, expiredAttempt.url, "allow");
    fixture.clock.now = new Date(fixture.clock.now.getTime() + 600_000);
    expect(await finishAuthorization(expiredAttempt.cookie, expiredCallbackUrl)).toBe(
      buildErrorRedirect("state_expired"),
    );
    expect(Object.keys(readTokens()).length).toBe(before);
    expect((await readStatus()).connected).toBe(false);
  });

  test("reports a denial or another error with our own error code", async () => {
    const responses = await Promise.all(
      ["access_denied", "<script>alert(1)</script>"].map(async (error) => {
        const { cookie, url } = await startAuthorization();
        const query = new URLSearchParams({ error, state: url.searchParams.get("state") ?? "" });
        return finishAuthorization(cookie, new URL(`http://localhost/api/oauth/square?${query}`));
      }),
    );
    expect(responses).toEqual([buildErrorRedirect("access_denied"), buildErrorRedirect("unknown_error")]);
    const { cookie, url } = await startAuthorization();
    expect(await finishAuthorization(cookie, await submitConsent(fixture.simulator, url, "deny"))).toBe(
      buildErrorRedirect("access_denied"),
    );
  });

  test("does not connect without a code or with one that Square rejects", async () => {
    const { cookie, url } = await startAuthorization();
    const state = url.searchParams.get("state") ?? "";
    expect(await finishAuthorization(cookie, new URL(`http://x/api/oauth/square?state=${state}`))).toBe(
      buildErrorRedirect("missing_code"),
    );
    const second = await startAuthorization();
    const callbackUrl = new URL(
      `http://x/api/oauth/square?code=sq0cgb-wrong&state=${second.url.searchParams.get("state")}`,
    );
    expect(await finishAuthorization(second.cookie, callbackUrl)).toBe(
      buildErrorRedirect("token_exchange_failed"),
    );
  });

  test("rejects fewer permissions than requested and revokes the token", async () => {
    const { cookie, url } = await startAuthorization();
    const callbackUrl = await submitConsent(fixture.simulator, url, "allow", {
      scope: "MERCHANT_PROFILE_READ INVOICES_READ",
    });
    expect(await finishAuthorization(cookie, callbackUrl)).toBe(buildErrorRedirect("scope_missing"));
    expect(Object.values(readTokens()).every((token) => token.revoked)).toBe(true);
    expect((await readStatus()).connected).toBe(false);
  });
});

test.each([
  ["503", { kind: "server-error", status: 503 }],
  ["429", { kind: "rate-limited" }],
] as const)("connecting repeats requests that Square rejects once with %s", async (_, fault) => {
  const environment = await createSquareEnvironment({
    payments: { rateLimitDelays: { firstMs: 0.1, maxMs: 0.1 } },
  });
  environment.simulator.addFault({ ...fault, operation: "RetrieveTokenStatus" });
  environment.simulator.addFault({ ...fault, operation: "RetrieveMerchant" });
  expect(getLocation(await environment.connect())).toBe("/admin/dashboard?oauth_status=success");
});

test("connecting does not repeat a request that timed out, because the browser waits", async () => {
  let requests = 0;
  const environment = await createSquareEnvironment({
    payments: {
      timeoutInSeconds: 0.1,
      fetch: async (input, init) => {
        if (!new URL(String(input)).pathname.endsWith("/oauth2/token/status")) {
          return environment.simulator.api(input, init);
        }
        requests += 1;
        return new Promise((_, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        });
      },
    },
  });
  await environment.connect();
  expect(requests).toBe(1);
});

describe("a rejected grant", () => {
  const readActiveTokens = () =>
    Object.values(fixture.simulator.state().tokens).filter((token) => !token.revoked);

  test.each([
    [
      "Square fails to inspect its token",
      { kind: "server-error", status: 503, operation: "RetrieveTokenStatus" },
    ],
    [
      "Square fails to return its merchant",
      { kind: "server-error", status: 503, operation: "RetrieveMerchant" },
    ],
  ] as const)("is revoked if %s", async (_, fault) => {
    fixture.simulator.addFault({ ...fault, times: null });
    const callbackResponse = await fixture.connect();
    fixture.simulator.clearFaults();
    expect(getLocation(callbackResponse)).toBe(buildErrorRedirect("token_exchange_failed"));
    expect(readActiveTokens()).toEqual([]);
    expect((await readStatus()).connected).toBe(false);
  });

  test("is revoked if its token belongs to another merchant", async () => {
    const environment = await createSquareEnvironment({
      payments: {
        fetch: async (input, init) => {
          const response = await environment.simulator.api(input, init);
          return new URL(String(input)).pathname.endsWith("/oauth2/token/status")
            ? Response.json({ ...(await response.json()), merchant_id: "ANOTHER" })
            : response;
        },
      },
    });
    expect(getLocation(await environment.connect())).toBe(buildErrorRedirect("token_exchange_failed"));
    const tokens = Object.values(environment.simulator.state().tokens);
    expect(tokens.map(({ revoked }) => revoked)).toEqual([true]);
  });

  test("is revoked if the merchant's currency is not USD", async () => {
    const environment = await createSquareEnvironment({
      simulator: { seed: { currency: "EUR", invoiceCount: 0 } },
    });
    expect(getLocation(await environment.connect())).toBe(buildErrorRedirect("unsupported_currency"));
    const tokens = Object.values(environment.simulator.state().tokens);
    expect(tokens.map(({ revoked }) => revoked)).toEqual([true]);
    const { rows } = await environment.pool.query("select from private.provider_connections");
    expect(rows).toEqual([]);
  });
});

describe("a connection", () => {
  test("is created, and its status does not reveal its tokens", async () => {
    const before = new Set(Object.keys(fixture.simulator.state().tokens));
    const callbackResponse = await fixture.connect();
    expect([callbackResponse.status, getLocation(callbackResponse)]).toEqual([
      302,
      "/admin/dashboard?oauth_status=success",
    ]);
    expect(callbackResponse.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await readStatus()).toEqual({
      connected: true,
      reason: null,
      merchant_id: fixture.simulator.state().merchant.id,
      // Square returns whole seconds.
      expires_in_days: 29 + Number(fixture.clock.now.getMilliseconds() === 0),
      merchant_name: "Wardline",
      last_synced_at: null,
      last_error: null,
    });
    const tokens = Object.values(fixture.simulator.state().tokens).filter(
      (token) => !before.has(token.accessToken),
    );
    expect(tokens).toHaveLength(1);
    const { rows } = await fixture.pool.query(
      `select *, encode(access_token_encrypted, 'escape') as a, encode(refresh_token_encrypted, 'escape') as b
         from private.provider_connections`,
    );
    const rowsAndLog = `${JSON.stringify(rows)}${fixture.getLog()}`;
    for (const token of tokens) {
      expect(rowsAndLog).not.toContain(token.accessToken);
      expect(rowsAndLog).not.toContain(token.refreshToken);
    }
    expect(rowsAndLog).not.toContain("sandbox-sq0csb-test");
    expect(rows).toHaveLength(1);
  });

  test("is renewed by connecting the same merchant again", async () => {
    expect(getLocation(await fixture.connect())).toBe("/admin/dashboard?oauth_status=success");
    const { rows } = await fixture.pool.query("select id from private.provider_connections");
    expect(rows).toHaveLength(1);
  });

  test("is not replaced by another merchant", async () => {
    const ownMerchantId = fixture.simulator.state().merchant.id;
    fixture.simulator.change(({ state }) => {
      state.merchant.id = "ANOTHER";
    });
    expect(getLocation(await fixture.connect())).toBe(buildErrorRedirect("another_merchant_connected"));
    fixture.simulator.change(({ state }) => {
      state.merchant.id = ownMerchantId;
    });
    expect(await readStatus()).toMatchObject({ connected: true, merchant_id: ownMerchantId });
  });

  test("refreshes its token after 7 days and ends when Square rejects the refresh", async () => {
    const readEncryptedToken = async () =>
      (
        await fixture.pool.query(
          "select access_token_encrypted from private.provider_connections where revoked_at is null",
        )
      ).rows[0]?.access_token_encrypted.toString("hex");
    const firstToken = await readEncryptedToken();
    const addDays = (count: number) => new Date(fixture.clock.now.getTime() + count * 86_400_000);
    fixture.clock.now = addDays(6.99);
    await renewTokenIfDue(fixture.payments);
    expect(await readEncryptedToken()).toBe(firstToken);
    fixture.clock.now = addDays(0.01);
    await Promise.all([renewTokenIfDue(fixture.payments), renewTokenIfDue(fixture.payments)]);
    expect(await readEncryptedToken()).not.toBe(firstToken);
    expect(await readStatus()).toMatchObject({ connected: true, expires_in_days: 30 });

    fixture.clock.now = addDays(7);
    fixture.simulator.addFault({ kind: "server-error", status: 503, operation: "ObtainToken", times: 2 });
    await expect(renewTokenIfDue(fixture.payments)).rejects.toThrow("couldn't reach Square");
    expect(await readStatus()).toMatchObject({
      connected: true,
      last_error: "We couldn't renew access to Square. We couldn't reach Square.",
    });
    // Another failure on the same day sends no second email, and a successful sync does not delete the alert.
    await expect(renewTokenIfDue(fixture.payments)).rejects.toThrow();
    fixture.simulator.clearFaults();
    await fixture.sync();
    expect((await readStatus()).last_error).toContain("couldn't renew access");
    expect(await readAlertEmails()).toEqual([
      {
        recipient: brand.contactEmail,
        subject: expect.stringMatching(/^Square access couldn't be renewed: /),
      },
    ]);

    await fixture.pool.query("update public.email_settings set recipients = '{owner@firm.example}'");
    fixture.simulator.change(({ state }) => {
      for (const token of Object.values(state.tokens)) {
        token.refreshRevoked = true;
      }
    });
    await expect(renewTokenIfDue(fixture.payments)).rejects.toThrow();
    expect(await readStatus()).toMatchObject({
      connected: false,
      merchant_id: null,
      last_error: "The connection to Square has expired. Please reconnect.",
    });
    const { rows } = await fixture.pool.query(
      "select from private.provider_connections where access_token_encrypted is not null or refresh_token_encrypted is not null",
    );
    expect(rows).toEqual([]);
    expect(await readAlertEmails()).toEqual([
      {
        recipient: brand.contactEmail,
        subject: expect.stringMatching(/^Square access couldn't be renewed: /),
      },
      { recipient: "owner@firm.example", subject: expect.stringMatching(/^Square is disconnected: /) },
    ]);
    expect(await readAuditEntries()).toContainEqual({ actor: "Square", action: "disconnect" });
  });

  test("is not refreshed with another merchant's tokens", async () => {
    await fixture.connect();
    fixture.clock.now = new Date(fixture.clock.now.getTime() + 8 * 86_400_000);
    const setMerchantId = (id: string) =>
      fixture.simulator.change(({ state }) => Object.assign(state.merchant, { id }));
    const { id } = fixture.simulator.state().merchant;
    setMerchantId("ANOTHER");
    await expect(renewTokenIfDue(fixture.payments)).rejects.toThrow("a different account");
    setMerchantId(id);
    expect(await readStatus()).toMatchObject({ connected: false });
    const { rows } = await fixture.pool.query(
      "select from private.provider_connections where access_token_encrypted is not null",
    );
    expect(rows).toEqual([]);
  });

  test("is kept when the server has a different ENCRYPTION_KEY, and the error is reported", async () => {
    await fixture.connect();
    const { rows: stored } = await fixture.pool.query(
      "select id, encryption_key_id from private.provider_connections where revoked_at is null",
    );
    const setKeyId = (id: string) =>
      fixture.pool.query("update private.provider_connections set encryption_key_id = $2 where id = $1", [
        stored[0].id,
        id,
      ]);
    await setKeyId("another key");
    fixture.clock.now = new Date(fixture.clock.now.getTime() + 7 * 86_400_000);
    await expect(renewTokenIfDue(fixture.payments)).rejects.toThrow("ENCRYPTION_KEY");
    expect(await readStatus()).toMatchObject({
      connected: false,
      merchant_id: expect.any(String),
      last_error: expect.stringContaining("ENCRYPTION_KEY"),
    });
    await setKeyId(stored[0].encryption_key_id);
    await renewTokenIfDue(fixture.payments);
    expect(await readStatus()).toMatchObject({ connected: true, last_error: null });
  });

  test("is also revoked at Square when an administrator disconnects", async () => {
    await fixture.connect();
    const response = await fixture.request("/api/oauth/square?action=disconnect", {
      method: "POST",
      as: "administrator",
    });
    expect(await response.json()).toEqual({ success: true, disconnected: true, revokedAtProvider: true });
    expect((await readStatus()).connected).toBe(false);
    expect(Object.values(fixture.simulator.state().tokens).at(-1)?.revoked).toBe(true);
    expect((await readAuditEntries()).slice(-2)).toEqual([
      { actor: fixture.adminId, action: "connect" },
      { actor: fixture.adminId, action: "disconnect" },
    ]);
    const secondResponse = await fixture.request("/api/oauth/square?action=disconnect", {
      method: "POST",
      as: "administrator",
    });
    expect(await secondResponse.json()).toEqual({
      success: true,
      disconnected: false,
      revokedAtProvider: false,
    });
  });

  test("is ended locally even if Square is unreachable, and the response reports it", async () => {
    await fixture.connect();
    fixture.simulator.addFault({ kind: "server-error", status: 503, operation: "RevokeToken" });
    const response = await fixture.request("/api/oauth/square?action=disconnect", {
      method: "POST",
      as: "administrator",
    });
    expect(await response.json()).toEqual({ success: true, disconnected: true, revokedAtProvider: false });
    fixture.simulator.clearFaults();
    const { rows } = await fixture.pool.query(
      "select from private.provider_connections where access_token_encrypted is not null",
    );
    expect(rows).toEqual([]);
  });

  test("to another account is rejected until the previous one has no open invoices or was released", async () => {
    const ownMerchantId = fixture.simulator.state().merchant.id;
    const createInvoice = async (merchant: string, state: string) =>
      fixture.pool.query(
        "insert into public.invoices (amount, status, square_merchant_id) values (10, $2, $1)",
        [merchant, state],
      );
    await createInvoice(ownMerchantId, "paid");
    await createInvoice(ownMerchantId, "pending");
    fixture.simulator.change(({ state }) => {
      state.merchant.id = "ANOTHER";
    });
    expect(getLocation(await fixture.connect())).toBe(
      buildErrorRedirect("another_merchant_has_open_invoices"),
    );
    expect((await readStatus()).connected).toBe(false);
    const release = (merchantId: string, as: "administrator" | "client" = "administrator") =>
      fixture.request("/api/admin/square/release", {
        method: "POST",
        as,
        body: JSON.stringify({ merchantId }),
      });
    expect((await release(ownMerchantId, "client")).status).toBe(403);
    expect((await release("UNKNOWN")).status).toBe(404);
    expect((await release("bad\u0000id")).status).toBe(400);
    expect((await release(ownMerchantId)).status).toBe(200);
    expect(getLocation(await fixture.connect())).toBe("/admin/dashboard?oauth_status=success");
    expect((await release("ANOTHER")).status).toBe(404);
    const overview = await (await fixture.request("/api/admin/square", { as: "administrator" })).json();
    expect(overview.former).toEqual([
      expect.objectContaining({ merchantId: ownMerchantId, openInvoices: 1, isReleased: true }),
    ]);
    expect(await readAuditEntries()).toContainEqual({ actor: fixture.adminId, action: "release" });
    // A comparison with the new account neither changes nor counts rows of the previous one.
    const { rows } = await fixture.pool.query(
      "select status from public.invoices where square_merchant_id = $1 order by status",
      [ownMerchantId],
    );
    expect(rows).toEqual([{ status: "paid" }, { status: "pending" }]);
    fixture.simulator.change(({ state }) => {
      state.merchant.id = ownMerchantId;
    });
    await fixture.request("/api/oauth/square?action=disconnect", { method: "POST", as: "administrator" });
  });
});

test("returns the status to administrators only and rejects unknown actions", async () => {
  expect((await fixture.request("/api/oauth/square?action=status")).status).toBe(401);
  expect((await fixture.request("/api/oauth/square?action=status", { as: "client" })).status).toBe(403);
  for (const [method, query] of [
    ["GET", "?action=steal"],
    ["GET", ""],
    ["GET", "?action=ticket"],
    ["GET", "?action=disconnect"],
    ["POST", "?action=authorize"],
    ["POST", ""],
  ] as const) {
    const response = await fixture.request(`/api/oauth/square${query}`, { method, as: "administrator" });
    expect([method, query, response.status]).toEqual([method, query, 400]);
    expect(await response.json()).toMatchObject({ success: false, code: "unknown_action" });
  }
});

test("sets Secure __Host- cookies on https", async () => {
  const secureFixture = await createSquareEnvironment({
    env: {
      PUBLIC_URL: "https://portal.example.com",
      SQUARE_MODE: "sandbox",
      SQUARE_APPLICATION_ID: "sandbox-sq0idb-test",
      SQUARE_APPLICATION_SECRET: "sandbox-sq0csb-test",
    },
  });
  const ticket = await secureFixture.request("/api/oauth/square?action=ticket", {
    method: "POST",
    as: "administrator",
  });
  expect(ticket.headers.get("set-cookie")).toMatch(
    /^__Host-square_ticket=[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const redirect = await secureFixture.request("/api/oauth/square?action=authorize", {
    headers: { cookie: toCookieHeader(ticket) },
  });
  expect(getLocation(redirect)).toMatch(/^https:\/\/connect\.squareupsandbox\.com\/oauth2\/authorize\?/);
  expect(redirect.headers.get("set-cookie")).toMatch(
    /__Host-square_state=[\w-]{43}; Max-Age=600; Path=\/; .*Secure/,
  );
  // A cookie without the prefix may have been set by another host of the same domain.
  const plantedCookie = toCookieHeader(ticket).replaceAll("__Host-", "");
  const rejected = await secureFixture.request("/api/oauth/square?action=authorize", {
    headers: { cookie: plantedCookie },
  });
  expect(getLocation(rejected)).toContain("not_authorized");
});

test("rejects connecting when SQUARE_MODE is off", async () => {
  const fixtureWithoutSquare = await createSquareEnvironment({ env: { SQUARE_MODE: "off" } });
  expect(
    (await fixtureWithoutSquare.request("/api/oauth/square?action=status", { as: "administrator" })).status,
  ).toBe(200);
  expect(
    (
      await fixtureWithoutSquare.request("/api/oauth/square?action=ticket", {
        method: "POST",
        as: "administrator",
      })
    ).status,
  ).toBe(409);
  expect(getLocation(await fixtureWithoutSquare.request("/api/oauth/square?action=authorize"))).toBe(
    buildErrorRedirect("not_configured"),
  );
  expect((await fixtureWithoutSquare.sync()).status).toBe(409);
});
