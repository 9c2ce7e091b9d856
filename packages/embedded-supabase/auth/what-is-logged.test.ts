import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { type AccountMail, createEmbeddedSupabase } from "#embedded-supabase/index.ts";
import { aDatabase } from "#tests/support/database.ts";

// Whatever fails: the log tells the cause, and neither what was sent nor what was handed out.
test("no log line holds a password, a token, a key or an address of a person", async () => {
  const database = await aDatabase();
  const lines: unknown[] = [];
  const note = (fields: object, message: string) => lines.push([fields, message]);
  const mails: AccountMail[] = [];
  const { app } = await createEmbeddedSupabase({
    pool: database.pool,
    publicUrl: "http://localhost",
    publishableKey: "publishable-of-this-test",
    secretKey: "secret-of-this-test",
    now: () => new Date(),
    rateLimitScale: 1000,
    clientAddress: () => "127.0.0.1",
    queueMail: async (_client, mail) => void mails.push(mail),
    log: { info: note, warn: note, error: note },
  });
  const password = `password ${randomUUID()}`;
  const email = `${randomUUID()}@example.com`;
  const send = async (method: string, path: string, body?: object, bearer = "secret-of-this-test") => {
    const answer = await app.request(path, {
      method,
      headers: {
        apikey: "publishable-of-this-test",
        authorization: `Bearer ${bearer}`,
        "content-type": "application/json",
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await answer.json()) as { access_token?: string; refresh_token?: string };
  };
  await send("POST", "/auth/v1/admin/users", { email, password, email_confirm: true });
  const session = await send("POST", "/auth/v1/token?grant_type=password", { email, password });
  await send("POST", "/auth/v1/recover", { email });
  const [mail] = mails;
  const link = mail && "tokenHash" in mail ? mail.tokenHash : "";
  const { access_token: token = "", refresh_token: refreshToken = "" } = session;
  expect([token, refreshToken, link].every((secret) => secret.length > 10)).toBe(true);

  // One table after the other is taken away, as a broken installation would have it.
  for (const table of [
    "embedded.rate_limits",
    "auth.one_time_tokens",
    "auth.refresh_tokens",
    "auth.sessions",
    "auth.users",
  ]) {
    await database.pool.query(`alter table ${table} rename to taken_away`);
    await send("POST", "/auth/v1/token?grant_type=password", { email, password });
    await send("POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token: refreshToken });
    await send("POST", "/auth/v1/recover", { email });
    await send("POST", "/auth/v1/verify", { type: "recovery", token_hash: link });
    await send("PUT", "/auth/v1/user", { password: `${password}2`, data: { note: email } }, token);
    await send("POST", "/auth/v1/admin/users", { email, password });
    await send("GET", `/rest/v1/users?email=eq.${email}`, undefined, token);
    await database.pool.query(
      `alter table ${table.split(".")[0]}.taken_away rename to ${table.split(".")[1]}`,
    );
  }
  const log = inspect(lines, { depth: 20, maxStringLength: null, maxArrayLength: null, showHidden: true });
  expect(lines.length).toBeGreaterThan(10);
  for (const secret of [password, email, token, refreshToken, link, "secret-of-this-test"]) {
    expect(log.includes(secret), secret).toBe(false);
  }
});
