import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmbeddedSupabase } from "#embedded-supabase/index.ts";
import { createAccounts } from "#server/accounts.ts";
import { createDatabase } from "#server/database.ts";
import { smtpTransport } from "#server/email/transport.ts";
import { jobs } from "#server/jobs/queue.ts";
import { sendMail } from "#server/jobs/send-mail.ts";
import { createLog } from "#server/log.ts";
import { aMailServer, type MailServer } from "#tests/support/a-mail-server.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";
import { queueAccountMail } from "./account-mail.ts";

const publicUrl = "https://portal.firm.example";
const log = createLog("silent");

let sql: TestDatabase["pool"];
let mailServer: MailServer;
let send: typeof fetch;

beforeEach(async () => {
  ({ pool: sql } = await aDatabase());
  mailServer = await aMailServer();
  const queue = queueAccountMail(jobs, publicUrl);
  const supabase = await createEmbeddedSupabase({
    pool: sql,
    publicUrl,
    publishableKey: "publishable",
    secretKey: "secret",
    now: () => new Date(),
    rateLimitScale: 1000,
    clientAddress: () => "198.51.100.7",
    queueMail: (client, mail) =>
      queue(async (text, values) => (await client.query(text, [...(values ?? [])])).rows, mail),
    log,
  });
  send = async (input, init) => supabase.app.fetch(new Request(input, init));
});
afterEach(() => mailServer.stop());

const accounts = () => createAccounts(publicUrl, "secret", send);
const recover = (email: string) =>
  send(`${publicUrl}/auth/v1/recover?redirect_to=${publicUrl}/blog`, {
    method: "POST",
    headers: { apikey: "publishable", "content-type": "application/json", host: "evil.example" },
    body: JSON.stringify({ email }),
  });

async function deliver(): Promise<string> {
  const { rows } = await sql.query("select id from private.mail_outbox where state = 'queued'");
  const job = sendMail(
    { database: createDatabase(sql), log, now: () => new Date() },
    smtpTransport(mailServer.url),
    "firm@firm.example",
    { name: "Firm", publicUrl },
  );
  for (const row of rows) await job(row);
  return mailServer.received.at(-1)?.message.text ?? "";
}

test("the link of a forgotten password leads to the reset page on PUBLIC_URL and sets a new one", async () => {
  await accounts().create({ email: "ada@client.example", password: "forgotten passphrase", role: "client" });
  expect((await recover("ada@client.example")).status).toBe(200);
  const text = await deliver();
  expect(text).toContain("The link expires in 1 hour");
  const link = new URL(/https:\S+/.exec(text)?.[0] ?? "");
  expect(link.origin + link.pathname).toBe(`${publicUrl}/reset-password`);
  expect(link.searchParams.get("type")).toBe("recovery");
  const used = await send(`${publicUrl}/auth/v1/verify`, {
    method: "POST",
    headers: { apikey: "publishable", "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries(link.searchParams)),
  });
  expect(used.status).toBe(200);
});

test("what a link carried is forgotten once the mail is sent", async () => {
  await accounts().create({ email: "ada@client.example", password: "forgotten passphrase", role: "client" });
  await recover("ada@client.example");
  await deliver();
  const { rows } = await sql.query("select kind, state, body_text from private.mail_outbox");
  expect(rows).toEqual([{ kind: "account-recovery", state: "sent", body_text: "" }]);
});

test("an invitation that cannot be queued leaves no account behind", async () => {
  await sql.query("alter table private.mail_outbox add check (kind <> 'account-invite')");
  await expect(accounts().invite({ email: "ida@client.example", role: "client" })).rejects.toThrow();
  const { rows } = await sql.query("select from auth.users");
  expect(rows).toEqual([]);
});

test("invited, invited again, withdrawn", async () => {
  const invited = await accounts().invite({ email: "Ida@client.example", role: "client" });
  if (!invited.ok) throw new Error(invited.reason);
  expect(await deliver()).toContain("type=invite");
  expect(await accounts().resendInvitation(invited.id)).toEqual({ ok: true });
  expect(mailServer.received).toHaveLength(1);
  await deliver();
  expect(mailServer.received).toHaveLength(2);
  const { rows } = await sql.query("select role, email from public.users");
  expect(rows).toEqual([{ role: "client", email: "ida@client.example" }]);
  expect(await accounts().withdrawInvitation(invited.id)).toEqual({ ok: true });
  expect((await sql.query("select from auth.users")).rows).toEqual([]);
  expect(await accounts().withdrawInvitation(invited.id)).toEqual({ ok: false, reason: "unknown" });
});

test("an account in use is neither invited nor withdrawn", async () => {
  const account = { email: "ada@client.example", password: "a good passphrase", role: "client" as const };
  const id = await accounts().create(account);
  const accepted = { ok: false, reason: "already-accepted" };
  expect(await accounts().invite({ email: account.email, role: "client" })).toEqual({
    ok: false,
    reason: "email-taken",
  });
  expect(await accounts().resendInvitation(id)).toEqual(accepted);
  expect(await accounts().withdrawInvitation(id)).toEqual(accepted);
});

test("a banned person cannot sign in until the ban is lifted; signing out everywhere ends every session", async () => {
  const account = { email: "ada@client.example", password: "a good passphrase", role: "client" as const };
  const id = await accounts().create(account);
  const signIn = async () =>
    (
      await send(`${publicUrl}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: "publishable", "content-type": "application/json" },
        body: JSON.stringify(account),
      })
    ).status;
  await accounts().ban(id);
  expect(await signIn()).toBe(400);
  await accounts().unban(id);
  expect(await signIn()).toBe(200);
  await createDatabase(sql).bypassingPolicies({ reason: "test" }, (query) =>
    accounts().signOutEverywhere(query, id),
  );
  expect((await sql.query("select from auth.sessions")).rows).toEqual([]);
});
