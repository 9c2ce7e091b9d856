import { createEmbeddedSupabase } from "@wardline/embedded-supabase";
import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAccounts } from "#server/auth/accounts.ts";
import { createDatabase } from "#server/database/database.ts";
import { createQuery } from "#server/database/query.ts";
import { createSmtpTransport } from "#server/email/transport.ts";
import { createFiles } from "#server/files/index.ts";
import { createSendEmailJob } from "#server/jobs/email/send-email.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createLogger } from "#server/observability/logger.ts";
import { startSmtpServer, type TestSmtpServer } from "#tests/support/email/smtp-server.ts";
import { createAccountEmailQueue } from "./account-email.ts";

const PUBLIC_URL = "https://portal.firm.example";
const log = createLogger("silent");

let sql: TestDatabase["pool"];
let mailServer: TestSmtpServer;
let fetchBackend: typeof fetch;

beforeEach(async () => {
  ({ pool: sql } = await createTestDatabase());
  mailServer = await startSmtpServer();
  const queueAccountEmail = createAccountEmailQueue(jobs, PUBLIC_URL);
  const supabase = await createEmbeddedSupabase({
    pool: sql,
    publicUrl: PUBLIC_URL,
    publishableKey: "publishable",
    secretKey: "secret",
    now: () => new Date(),
    rateLimitScale: 1000,
    passwordCost: 4,
    clientAddress: () => "198.51.100.7",
    queueEmail: (client, mail) => queueAccountEmail(createQuery(client), mail),
    log,
  });
  fetchBackend = async (input, init) => {
    const response = await supabase.app.fetch(new Request(input, init));
    await supabase.finishBackgroundWork();
    return response;
  };
});
afterEach(() => mailServer.stop());

const createTestAccounts = () => createAccounts(PUBLIC_URL, "secret", fetchBackend);
const requestReset = (email: string) =>
  fetchBackend(`${PUBLIC_URL}/auth/v1/recover?redirect_to=${PUBLIC_URL}/blog`, {
    method: "POST",
    headers: { apikey: "publishable", "content-type": "application/json", host: "evil.example" },
    body: JSON.stringify({ email }),
  });

async function deliverEmails(): Promise<string> {
  const { rows } = await sql.query("select id from private.email_outbox where status = 'queued'");
  const job = createSendEmailJob(
    {
      database: createDatabase(sql),
      files: createFiles({ dataDir: "/nonexistent", s3: null }),
      log,
      now: () => new Date(),
    },
    {
      transport: createSmtpTransport(mailServer.url),
      from: "firm@firm.example",
      sender: { name: "Firm", publicUrl: PUBLIC_URL },
    },
  );
  for (const row of rows) {
    await job(row);
  }
  return mailServer.received.at(-1)?.message.text ?? "";
}

test("links to the reset page on PUBLIC_URL, which sets a new password", async () => {
  await createTestAccounts().create({
    email: "ada@client.example",
    password: "forgotten passphrase",
    role: "client",
  });
  expect((await requestReset("ada@client.example")).status).toBe(200);
  const text = await deliverEmails();
  expect(text).toContain("This link expires in 1 hour");
  const link = new URL(/https:\S+/.exec(text)?.[0] ?? "");
  expect(link.origin + link.pathname).toBe(`${PUBLIC_URL}/reset-password`);
  expect(link.searchParams.get("type")).toBe("recovery");
  const verifyResponse = await fetchBackend(`${PUBLIC_URL}/auth/v1/verify`, {
    method: "POST",
    headers: { apikey: "publishable", "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries(link.searchParams)),
  });
  expect(verifyResponse.status).toBe(200);
});

test("deletes the link's token after the email is sent", async () => {
  await createTestAccounts().create({
    email: "ada@client.example",
    password: "forgotten passphrase",
    role: "client",
  });
  await requestReset("ada@client.example");
  await deliverEmails();
  const { rows } = await sql.query("select kind, status, body_text from private.email_outbox");
  expect(rows).toEqual([{ kind: "account-recovery", status: "sent", body_text: "" }]);
});

test("leaves no account behind if the invitation cannot be queued", async () => {
  await sql.query("alter table private.email_outbox add check (kind <> 'account-invite')");
  await expect(
    createTestAccounts().invite({ email: "ida@client.example", role: "client" }),
  ).rejects.toThrow();
  const { rows } = await sql.query("select from auth.users");
  expect(rows).toEqual([]);
});

test("names the client in an invitation, including when it is resent", async () => {
  const client = { name: "Ida Byron", company: "Engines Ltd" };
  const invited = await createTestAccounts().invite({ email: "ida@client.example", role: "client", client });
  expect(await deliverEmails()).toMatch(/^Hi Ida,\n\nWardline has set up a portal for Engines Ltd:/);
  await createTestAccounts().resendInvitation(invited.ok ? invited.id : "");
  expect(await deliverEmails()).toContain("a portal for Engines Ltd:");
});

test("names the inviter in an administrator's invitation, including when it is resent, if it is known", async () => {
  const accounts = createTestAccounts();
  await accounts.invite({ email: "admin@firm.example", role: "admin" });
  expect(await deliverEmails()).toMatch(/^Hi,\n\nWardline has set up an account for you\./);
  const inviter = "owner@firm.example";
  const invited = await accounts.invite({ email: "ops@firm.example", role: "admin", inviter });
  const invitation = /^Hi,\n\nowner@firm\.example invited you to the Wardline admin area\./;
  expect(await deliverEmails()).toMatch(invitation);
  await accounts.resendInvitation(invited.ok ? invited.id : "");
  expect(await deliverEmails()).toMatch(invitation);
});

test("names the administrator who invited a client, if the administrator is a host", async () => {
  const administrator = await createTestAccounts().create({
    email: "maya@firm.example",
    password: "a good passphrase",
    role: "admin",
  });
  await sql.query(
    `insert into public.consultation_hosts (name, email, phone, user_id)
     values ('Maya Okafor', 'desk@firm.example', '+1 555 0100', $1)`,
    [administrator],
  );
  const client = { name: "Ida Byron", company: "Engines Ltd", administrator: "maya@firm.example" };
  await createTestAccounts().invite({ email: "ida@client.example", role: "client", client });
  expect(await deliverEmails()).toMatch(
    /^Hi Ida,\n\nMaya Okafor of Wardline has set up a portal for Engines Ltd:/,
  );
});

test("sends, resends and revokes an invitation", async () => {
  const invited = await createTestAccounts().invite({ email: "Ida@client.example", role: "client" });
  if (!invited.ok) {
    throw new Error(invited.reason);
  }
  expect(await deliverEmails()).toContain("type=invite");
  expect(await createTestAccounts().resendInvitation(invited.id)).toEqual({ ok: true });
  expect(mailServer.received).toHaveLength(1);
  await deliverEmails();
  expect(mailServer.received).toHaveLength(2);
  const { rows } = await sql.query("select role, email from public.users");
  expect(rows).toEqual([{ role: "client", email: "ida@client.example" }]);
  expect(await createTestAccounts().revokeInvitation(invited.id)).toEqual({ ok: true });
  expect((await sql.query("select from auth.users")).rows).toEqual([]);
  expect(await createTestAccounts().revokeInvitation(invited.id)).toEqual({ ok: false, reason: "unknown" });
});

test("neither invites nor revokes an account in use", async () => {
  const account = { email: "ada@client.example", password: "a good passphrase", role: "client" as const };
  const id = await createTestAccounts().create(account);
  const alreadyAccepted = { ok: false, reason: "already-accepted" };
  expect(await createTestAccounts().invite({ email: account.email, role: "client" })).toEqual({
    ok: false,
    reason: "email-taken",
  });
  expect(await createTestAccounts().resendInvitation(id)).toEqual(alreadyAccepted);
  expect(await createTestAccounts().revokeInvitation(id)).toEqual(alreadyAccepted);
});

test("blocks a banned user until unbanned", async () => {
  const account = { email: "ada@client.example", password: "a good passphrase", role: "client" as const };
  const id = await createTestAccounts().create(account);
  const signIn = async () =>
    (
      await fetchBackend(`${PUBLIC_URL}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: "publishable", "content-type": "application/json" },
        body: JSON.stringify(account),
      })
    ).status;
  await createTestAccounts().ban(id);
  expect(await signIn()).toBe(400);
  await createTestAccounts().unban(id);
  expect(await signIn()).toBe(200);
});
