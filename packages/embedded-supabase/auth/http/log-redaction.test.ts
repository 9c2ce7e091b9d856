import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { type AccountEmail, createEmbeddedSupabase } from "#src/index.ts";
import { createTestDatabase } from "#src/test-support/test-database.ts";

// Errors are logged with their cause, but without request data and without issued secrets.
test("log lines contain no password, token, key or email address", async () => {
  const database = await createTestDatabase();
  const lines: unknown[] = [];
  const log = (fields: object, message: string) => lines.push([fields, message]);
  const emails: AccountEmail[] = [];
  const { app, finishBackgroundWork } = await createEmbeddedSupabase({
    pool: database.pool,
    publicUrl: "http://localhost",
    publishableKey: "publishable-of-this-test",
    secretKey: "secret-of-this-test",
    now: () => new Date(),
    rateLimitScale: 1000,
    clientAddress: () => "127.0.0.1",
    queueEmail: async (_client, message) => void emails.push(message),
    log: { debug: log, info: log, warn: log, error: log },
  });
  const password = `password ${randomUUID()}`;
  const email = `${randomUUID()}@example.com`;
  const send = async (method: string, path: string, body?: object, bearer = "secret-of-this-test") => {
    const response = await app.request(path, {
      method,
      headers: {
        apikey: "publishable-of-this-test",
        authorization: `Bearer ${bearer}`,
        "content-type": "application/json",
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await finishBackgroundWork();
    return (await response.json()) as { access_token?: string; refresh_token?: string };
  };
  await send("POST", "/auth/v1/admin/users", { email, password, email_confirm: true });
  const session = await send("POST", "/auth/v1/token?grant_type=password", { email, password });
  await send("POST", "/auth/v1/recover", { email });
  const [message] = emails;
  const link = message && "tokenHash" in message ? message.tokenHash : "";
  const { access_token: token = "", refresh_token: refreshToken = "" } = session;
  expect([token, refreshToken, link].every((secret) => secret.length > 10)).toBe(true);

  // Rename the tables one at a time to simulate a broken installation.
  for (const table of [
    "embedded.rate_limits",
    "auth.one_time_tokens",
    "auth.refresh_tokens",
    "auth.sessions",
    "auth.users",
  ]) {
    await database.pool.query(`alter table ${table} rename to renamed_table`);
    await send("POST", "/auth/v1/token?grant_type=password", { email, password });
    await send("POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token: refreshToken });
    await send("POST", "/auth/v1/recover", { email });
    await send("POST", "/auth/v1/verify", { type: "recovery", token_hash: link });
    await send("PUT", "/auth/v1/user", { password: `${password}2`, data: { note: email } }, token);
    await send("POST", "/auth/v1/admin/users", { email, password });
    await send("GET", `/rest/v1/users?email=eq.${email}`, undefined, token);
    await database.pool.query(
      `alter table ${table.split(".")[0]}.renamed_table rename to ${table.split(".")[1]}`,
    );
  }
  const output = inspect(lines, { depth: 20, maxStringLength: null, maxArrayLength: null, showHidden: true });
  expect(lines.length).toBeGreaterThan(10);
  for (const secret of [password, email, token, refreshToken, link, "secret-of-this-test"]) {
    expect(output.includes(secret), secret).toBe(false);
  }
});
