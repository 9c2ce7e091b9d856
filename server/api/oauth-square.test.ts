import { beforeAll, describe, expect, test } from "vitest";
import { brand } from "#brand";
import { aPaymentWorld, cookiesOf, decide, type PaymentWorld } from "#tests/support/payment-world.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await aPaymentWorld();
});

const ticketOf = (as?: "administrator" | "client") =>
  world.ask("/api/oauth/square?action=ticket", { method: "POST", ...(as ? { as } : {}) });
const authorize = (cookie = "") =>
  world.ask("/api/oauth/square?action=authorize", cookie ? { headers: { cookie } } : {});
const alarms = async () =>
  (
    await world.pool.query(
      "select recipient, subject from private.mail_outbox where kind = 'square-alarm' order by created_at",
    )
  ).rows;
const acts = async () =>
  (
    await world.pool.query(
      "select actor, action from public.audit_log where table_name = 'provider_connections' order by id",
    )
  ).rows;
const status = async () =>
  (await world.ask("/api/oauth/square?action=status", { as: "administrator" })).json();
const locationOf = (response: Response) => response.headers.get("location") ?? "";
const refusedWith = (reason: string) => `/admin/dashboard?oauth_status=error&message=${reason}`;

describe("the ticket", () => {
  test("is for administrators alone, in a cookie no script reads", async () => {
    expect((await ticketOf()).status).toBe(401);
    expect((await ticketOf("client")).status).toBe(403);
    const ticket = await ticketOf("administrator");
    expect(ticket.status).toBe(200);
    expect(ticket.headers.get("set-cookie")).toMatch(
      /^square_ticket=[\w-]{43}; Max-Age=60; Path=\/api\/oauth\/square; HttpOnly; SameSite=Lax$/,
    );
  });

  test("is stored as a hash only", async () => {
    const secret = cookiesOf(await ticketOf("administrator")).split("=")[1] ?? "";
    const { rows } = await world.pool.query(
      "select encode(ticket_hash, 'escape') as hash from private.oauth_tickets",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test("opens the way once, within a minute; nobody goes to Square without one", async () => {
    for (const cookie of ["", "square_ticket=", "square_ticket=made-up"]) {
      const refused = await authorize(cookie);
      expect([refused.status, locationOf(refused)]).toEqual([302, refusedWith("not_authorized")]);
    }
    const cookie = cookiesOf(await ticketOf("administrator"));
    expect(locationOf(await authorize(cookie))).toContain("/oauth2/authorize?");
    expect(locationOf(await authorize(cookie))).toBe(refusedWith("not_authorized"));

    const late = cookiesOf(await ticketOf("administrator"));
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    expect(locationOf(await authorize(late))).toBe(refusedWith("not_authorized"));
  });

  test("is not used up by a look at the address", async () => {
    const cookie = cookiesOf(await ticketOf("administrator"));
    const head = await world.ask("/api/oauth/square?action=authorize", {
      method: "HEAD",
      headers: { cookie },
    });
    expect(head.status).toBe(405);
    expect(locationOf(await authorize(cookie))).toContain("/oauth2/authorize?");
  });
});

test("the way to Square carries six reading permissions, a state, and the exact return address", async () => {
  const begun = await authorize(cookiesOf(await ticketOf("administrator")));
  const url = new URL(locationOf(begun));
  expect(url.origin + url.pathname).toBe("http://localhost:3000/square-simulator/oauth2/authorize");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: "sandbox-sq0idb-test",
    scope: "MERCHANT_PROFILE_READ INVOICES_READ ORDERS_READ CUSTOMERS_READ PAYMENTS_READ SUBSCRIPTIONS_READ",
    state: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: "http://localhost:3000/api/oauth/square",
  });
  expect(begun.headers.get("referrer-policy")).toBe("no-referrer");
  expect(begun.headers.get("set-cookie")).toMatch(
    /square_state=[\w-]{43}; Max-Age=600; .*HttpOnly; SameSite=Lax/,
  );
});

describe("coming back", () => {
  const requests = () => world.simulator.state().tokens;
  const begin = async () => {
    const begun = await authorize(cookiesOf(await ticketOf("administrator")));
    return { cookie: cookiesOf(begun), url: new URL(locationOf(begun)) };
  };
  const comeBack = async (cookie: string, url: URL) =>
    locationOf(await world.ask(`${url.pathname}${url.search}`, { headers: { cookie } }));

  test("with a foreign, missing, repeated or late state leads nowhere, and Square is not called", async () => {
    const before = Object.keys(requests()).length;
    const { cookie, url } = await begin();
    const back = await decide(world.simulator, url, "allow");

    const other = await begin();
    expect(await comeBack(other.cookie, back)).toBe(refusedWith("invalid_state"));
    // Used up by the attempt from another browser.
    expect(await comeBack(cookie, back)).toBe(refusedWith("invalid_state"));

    const again = await begin();
    const madeUp = await decide(world.simulator, again.url, "allow", { state: "made-up" });
    expect(await comeBack(again.cookie, madeUp)).toBe(refusedWith("invalid_state"));

    const late = await begin();
    const lateBack = await decide(world.simulator, late.url, "allow");
    world.clock.now = new Date(world.clock.now.getTime() + 600_000);
    expect(await comeBack(late.cookie, lateBack)).toBe(refusedWith("state_expired"));
    expect(Object.keys(requests()).length).toBe(before);
    expect((await status()).connected).toBe(false);
  });

  test("after Deny, or with another error, tells so in a word of ours", async () => {
    const answers = await Promise.all(
      ["access_denied", "<script>alert(1)</script>"].map(async (error) => {
        const { cookie, url } = await begin();
        const query = new URLSearchParams({ error, state: url.searchParams.get("state") ?? "" });
        return comeBack(cookie, new URL(`http://localhost/api/oauth/square?${query}`));
      }),
    );
    expect(answers).toEqual([refusedWith("access_denied"), refusedWith("unknown_error")]);
    const { cookie, url } = await begin();
    expect(await comeBack(cookie, await decide(world.simulator, url, "deny"))).toBe(
      refusedWith("access_denied"),
    );
  });

  test("without a code, or with one Square refuses, connects nothing", async () => {
    const { cookie, url } = await begin();
    const state = url.searchParams.get("state") ?? "";
    expect(await comeBack(cookie, new URL(`http://x/api/oauth/square?state=${state}`))).toBe(
      refusedWith("missing_code"),
    );
    const second = await begin();
    const wrong = new URL(
      `http://x/api/oauth/square?code=sq0cgb-wrong&state=${second.url.searchParams.get("state")}`,
    );
    expect(await comeBack(second.cookie, wrong)).toBe(refusedWith("token_exchange_failed"));
  });

  test("with fewer permissions than asked for is refused, and the token given back", async () => {
    const { cookie, url } = await begin();
    const less = await decide(world.simulator, url, "allow", {
      scope: "MERCHANT_PROFILE_READ INVOICES_READ",
    });
    expect(await comeBack(cookie, less)).toBe(refusedWith("scope_missing"));
    expect(Object.values(requests()).every((token) => token.revoked)).toBe(true);
    expect((await status()).connected).toBe(false);
  });
});

describe("a connection", () => {
  test("is made, shown, and its tokens are nowhere to be read", async () => {
    const before = new Set(Object.keys(world.simulator.state().tokens));
    const back = await world.connect();
    expect([back.status, locationOf(back)]).toEqual([302, "/admin/dashboard?oauth_status=success"]);
    expect(back.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await status()).toEqual({
      connected: true,
      merchant_id: world.simulator.state().merchant.id,
      // Square gives whole seconds.
      expires_in_days: 29 + Number(world.clock.now.getMilliseconds() === 0),
      merchant_name: "Wardline",
      last_synced_at: null,
      last_error: null,
    });
    const tokens = Object.values(world.simulator.state().tokens).filter(
      (token) => !before.has(token.accessToken),
    );
    expect(tokens).toHaveLength(1);
    const { rows } = await world.pool.query(
      `select *, encode(access_token_sealed, 'escape') as a, encode(refresh_token_sealed, 'escape') as b
         from private.provider_connections`,
    );
    const everything = `${JSON.stringify(rows)}${world.logged()}`;
    for (const token of tokens) {
      expect(everything).not.toContain(token.accessToken);
      expect(everything).not.toContain(token.refreshToken);
    }
    expect(everything).not.toContain("sandbox-sq0csb-test");
    expect(rows).toHaveLength(1);
  });

  test("of the same merchant is renewed by connecting again", async () => {
    expect(locationOf(await world.connect())).toBe("/admin/dashboard?oauth_status=success");
    const { rows } = await world.pool.query("select id from private.provider_connections");
    expect(rows).toHaveLength(1);
  });

  test("is not replaced by another merchant's", async () => {
    const own = world.simulator.state().merchant.id;
    world.simulator.change(({ state }) => {
      state.merchant.id = "ANOTHER";
    });
    expect(locationOf(await world.connect())).toBe(refusedWith("another_merchant_connected"));
    world.simulator.change(({ state }) => {
      state.merchant.id = own;
    });
    expect(await status()).toMatchObject({ connected: true, merchant_id: own });
  });

  test("gets a new token after seven days, not before, and ends when Square refuses one", async () => {
    const sealed = async () =>
      (
        await world.pool.query(
          "select access_token_sealed from private.provider_connections where revoked_at is null",
        )
      ).rows[0]?.access_token_sealed.toString("hex");
    const first = await sealed();
    const days = (count: number) => new Date(world.clock.now.getTime() + count * 86_400_000);
    world.clock.now = days(6.99);
    await world.payments.renewOldToken();
    expect(await sealed()).toBe(first);
    world.clock.now = days(0.01);
    await Promise.all([world.payments.renewOldToken(), world.payments.renewOldToken()]);
    expect(await sealed()).not.toBe(first);
    expect(await status()).toMatchObject({ connected: true, expires_in_days: 30 });

    world.clock.now = days(7);
    world.simulator.fault({ kind: "server-error", status: 503, operation: "ObtainToken", times: 2 });
    await expect(world.payments.renewOldToken()).rejects.toThrow("not reachable");
    expect(await status()).toMatchObject({
      connected: true,
      last_error: "Access to Square could not be renewed. Square is not reachable at the moment.",
    });
    // Tried again on the same day, it is one mail; a sync that works takes the alarm back from nobody.
    await expect(world.payments.renewOldToken()).rejects.toThrow();
    world.simulator.clearFaults();
    await world.sync();
    expect((await status()).last_error).toContain("could not be renewed");
    expect(await alarms()).toEqual([
      { recipient: brand.contactEmail, subject: "Access to Square could not be renewed" },
    ]);

    world.simulator.change(({ state }) => {
      for (const token of Object.values(state.tokens)) token.refreshRevoked = true;
    });
    await expect(world.payments.renewOldToken()).rejects.toThrow();
    expect(await status()).toMatchObject({
      connected: false,
      merchant_id: null,
      last_error: "The connection to Square has expired. Please reconnect.",
    });
    const { rows } = await world.pool.query(
      "select from private.provider_connections where access_token_sealed is not null or refresh_token_sealed is not null",
    );
    expect(rows).toEqual([]);
    expect((await alarms()).map(({ subject }) => subject)).toEqual([
      "Access to Square could not be renewed",
      "The connection to Square has ended",
    ]);
    expect(await acts()).toContainEqual({ actor: "Square", action: "disconnect" });
  });

  test("is not renewed with another merchant's tokens", async () => {
    await world.connect();
    world.clock.now = new Date(world.clock.now.getTime() + 8 * 86_400_000);
    const asMerchant = (id: string) =>
      world.simulator.change(({ state }) => Object.assign(state.merchant, { id }));
    const { id } = world.simulator.state().merchant;
    asMerchant("ANOTHER");
    await expect(world.payments.renewOldToken()).rejects.toThrow("another merchant");
    asMerchant(id);
    expect(await status()).toMatchObject({ connected: false });
    const { rows } = await world.pool.query(
      "select from private.provider_connections where access_token_sealed is not null",
    );
    expect(rows).toEqual([]);
  });

  test("outlives a server with another ENCRYPTION_KEY, which says so", async () => {
    await world.connect();
    const { rows: stored } = await world.pool.query(
      "select id, encryption_key_id from private.provider_connections where revoked_at is null",
    );
    const keyIs = (id: string) =>
      world.pool.query("update private.provider_connections set encryption_key_id = $2 where id = $1", [
        stored[0].id,
        id,
      ]);
    await keyIs("another key");
    world.clock.now = new Date(world.clock.now.getTime() + 7 * 86_400_000);
    await expect(world.payments.renewOldToken()).rejects.toThrow("ENCRYPTION_KEY");
    expect(await status()).toMatchObject({
      connected: false,
      merchant_id: expect.any(String),
      last_error: expect.stringContaining("ENCRYPTION_KEY"),
    });
    await keyIs(stored[0].encryption_key_id);
    await world.payments.renewOldToken();
    expect(await status()).toMatchObject({ connected: true, last_error: null });
  });

  test("ends on the administrator's word, at Square, too", async () => {
    await world.connect();
    const answer = await world.ask("/api/oauth/square?action=disconnect", {
      method: "POST",
      as: "administrator",
    });
    expect(await answer.json()).toEqual({ success: true, disconnected: true, toldProvider: true });
    expect((await status()).connected).toBe(false);
    expect(Object.values(world.simulator.state().tokens).at(-1)?.revoked).toBe(true);
    expect((await acts()).slice(-2)).toEqual([
      { actor: world.adminId, action: "connect" },
      { actor: world.adminId, action: "disconnect" },
    ]);
    const again = await world.ask("/api/oauth/square?action=disconnect", {
      method: "POST",
      as: "administrator",
    });
    expect(await again.json()).toEqual({ success: true, disconnected: false, toldProvider: false });
  });

  test("ends here even when Square cannot be told, and says so", async () => {
    await world.connect();
    world.simulator.fault({ kind: "server-error", status: 503, operation: "RevokeToken" });
    const answer = await world.ask("/api/oauth/square?action=disconnect", {
      method: "POST",
      as: "administrator",
    });
    expect(await answer.json()).toEqual({ success: true, disconnected: true, toldProvider: false });
    world.simulator.clearFaults();
    const { rows } = await world.pool.query(
      "select from private.provider_connections where access_token_sealed is not null",
    );
    expect(rows).toEqual([]);
  });

  test("to another account waits until no open invoice of the former is left, or it was let go", async () => {
    const own = world.simulator.state().merchant.id;
    const owed = async (merchant: string, state: string) =>
      world.pool.query(
        "insert into public.invoices (amount, status, square_merchant_id) values (10, $2, $1)",
        [merchant, state],
      );
    await owed(own, "paid");
    await owed(own, "pending");
    world.simulator.change(({ state }) => {
      state.merchant.id = "ANOTHER";
    });
    expect(locationOf(await world.connect())).toBe(refusedWith("another_merchant_has_open_invoices"));
    expect((await status()).connected).toBe(false);
    const letGo = (merchantId: string, as: "administrator" | "client" = "administrator") =>
      world.ask("/api/admin/square/let-go", { method: "POST", as, body: JSON.stringify({ merchantId }) });
    expect((await letGo(own, "client")).status).toBe(403);
    expect((await letGo("NOBODY")).status).toBe(404);
    expect((await letGo("bad\u0000id")).status).toBe(400);
    expect((await letGo(own)).status).toBe(200);
    expect(locationOf(await world.connect())).toBe("/admin/dashboard?oauth_status=success");
    expect((await letGo("ANOTHER")).status).toBe(404);
    const overview = await (await world.ask("/api/admin/square", { as: "administrator" })).json();
    expect(overview.former).toEqual([
      expect.objectContaining({ merchantId: own, openInvoices: 1, isLetGo: true }),
    ]);
    expect(await acts()).toContainEqual({ actor: world.adminId, action: "let go" });
    // Nothing of the former account is touched or counted by the new one's comparison.
    const { rows } = await world.pool.query(
      "select status from public.invoices where square_merchant_id = $1 order by status",
      [own],
    );
    expect(rows).toEqual([{ status: "paid" }, { status: "pending" }]);
    world.simulator.change(({ state }) => {
      state.merchant.id = own;
    });
    await world.ask("/api/oauth/square?action=disconnect", { method: "POST", as: "administrator" });
  });
});

test("status is for administrators, and other actions do not exist", async () => {
  expect((await world.ask("/api/oauth/square?action=status")).status).toBe(401);
  expect((await world.ask("/api/oauth/square?action=status", { as: "client" })).status).toBe(403);
  for (const [method, query] of [
    ["GET", "?action=steal"],
    ["GET", ""],
    ["GET", "?action=ticket"],
    ["GET", "?action=disconnect"],
    ["POST", "?action=authorize"],
    ["POST", ""],
  ] as const) {
    const answer = await world.ask(`/api/oauth/square${query}`, { method, as: "administrator" });
    expect([method, query, answer.status]).toEqual([method, query, 400]);
    expect(await answer.json()).toMatchObject({ success: false, code: "unknown_action" });
  }
});

test("cookies are Secure, and of this host alone, where the product is reached by https", async () => {
  const secure = await aPaymentWorld({
    env: {
      PUBLIC_URL: "https://portal.example.com",
      SQUARE_MODE: "sandbox",
      SQUARE_APPLICATION_ID: "sandbox-sq0idb-test",
      SQUARE_APPLICATION_SECRET: "sandbox-sq0csb-test",
    },
  });
  const ticket = await secure.ask("/api/oauth/square?action=ticket", { method: "POST", as: "administrator" });
  expect(ticket.headers.get("set-cookie")).toMatch(
    /^__Host-square_ticket=[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const begun = await secure.ask("/api/oauth/square?action=authorize", {
    headers: { cookie: cookiesOf(ticket) },
  });
  expect(locationOf(begun)).toMatch(/^https:\/\/connect\.squareupsandbox\.com\/oauth2\/authorize\?/);
  expect(begun.headers.get("set-cookie")).toMatch(
    /__Host-square_state=[\w-]{43}; Max-Age=600; Path=\/; .*Secure/,
  );
  // A name without the prefix is one that a neighbouring host may have set.
  const planted = cookiesOf(ticket).replaceAll("__Host-", "");
  const refused = await secure.ask("/api/oauth/square?action=authorize", { headers: { cookie: planted } });
  expect(locationOf(refused)).toContain("not_authorized");
});

test("without a mode nothing can be connected", async () => {
  const off = await aPaymentWorld({ env: { SQUARE_MODE: "off" } });
  expect((await off.ask("/api/oauth/square?action=status", { as: "administrator" })).status).toBe(200);
  expect(
    (await off.ask("/api/oauth/square?action=ticket", { method: "POST", as: "administrator" })).status,
  ).toBe(409);
  expect(locationOf(await off.ask("/api/oauth/square?action=authorize"))).toBe(refusedWith("not_configured"));
  expect((await off.sync()).status).toBe(409);
});
