import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { BackgroundWork, UnsentMailPage } from "#domain/background-work.ts";
import { aMailServer, type MailServer } from "#tests/support/a-mail-server.ts";
import { aProduct, type TestProduct } from "#tests/support/a-product.ts";
import { automaticReply, exchangeReport, postfixReport, type Reported } from "#tests/support/bounces.ts";

// The product as an operator runs it, with a mail server that takes everything: what comes back comes later.

const TOKEN = "a-long-token-of-the-mail-server";
const OWNER = { email: "owner@firm.example", password: "calm seas 2026" };
let mailServer: MailServer;
let product: TestProduct;
let bearer: string;
let visitors = 0;

beforeAll(async () => {
  mailServer = await aMailServer();
  product = await aProduct({
    DEMO: "false",
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    SMTP_URL: mailServer.url,
    MAIL_FROM: "Firm <hello@firm.example>",
    MAIL_BOUNCE_TOKEN: TOKEN,
  });
  const { publishableKey } = (await (await fetch(`${product.url}/api/config`)).json()) as {
    publishableKey: string;
  };
  const signedIn = await fetch(`${product.supabaseUrl}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey: publishableKey },
    body: JSON.stringify(OWNER),
  });
  bearer = ((await signedIn.json()) as { access_token: string }).access_token;
});
afterAll(async () => {
  await product?.stop();
  await mailServer?.stop();
});

let mail: Reported;
beforeEach(async () => {
  visitors += 1;
  const recipient = `Grace${visitors}@client.example`;
  await fetch(`${product.url}/api/contact/send`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: "Grace Hall",
      email: recipient,
      company: "Hall & Sons",
      serviceInterest: "General Inquiry",
      message: "Please call me back about our assistant.",
    }),
  });
  const acknowledged = () =>
    mailServer.received.find(({ to }) => to[0]?.toLowerCase() === recipient.toLowerCase());
  await expect.poll(acknowledged).toBeDefined();
  mail = { recipient, messageId: acknowledged()?.message.messageId?.slice(1, -1) ?? "" };
});

async function handOver(body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${product.url}/api/mail-bounce`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "message/rfc822", ...headers },
    body,
  });
  return { status: answer.status, ...((await answer.json()) as { outcome?: string; code?: string }) };
}

async function asked<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(`${product.url}${path}`, { headers: { authorization: `Bearer ${bearer}` } });
  return (await answer.json()) as Answer;
}
const cameBack = () => asked<UnsentMailPage>("/api/admin/mails?state=bounced");
const theMail = async () => (await cameBack()).rows.find(({ recipient }) => recipient === mail.recipient);

test("a mail that came back is shown to administrators with its reason, and no other is", async () => {
  const before = (await cameBack()).total;
  const answer = await handOver(postfixReport(mail));
  expect(answer).toMatchObject({ status: 200, outcome: "bounced" });
  expect((await cameBack()).total).toBe(before + 1);
  expect(await theMail()).toMatchObject({
    state: "bounced",
    kind: "inquiry-acknowledgement",
    canBeSentAgain: true,
    bounce: {
      at: expect.any(String),
      status: "5.1.1",
      reason: "550 5.1.1 <x>: Recipient address rejected: User unknown",
    },
  });
  expect((await asked<BackgroundWork>("/api/admin/jobs")).mails.bounced).toBe(before + 1);
  expect(product.logLines.join("\n")).not.toMatch(/grace\d*@client/i);
});

test("the same report again changes nothing, nor does another server's later one", async () => {
  await handOver(exchangeReport(mail));
  const noted = await theMail();
  expect(noted?.bounce?.reason).toMatch(/RecipientNotFound/);
  expect(await handOver(exchangeReport(mail))).toMatchObject({ status: 200, outcome: "already_bounced" });
  expect(await handOver(postfixReport(mail))).toMatchObject({ status: 200, outcome: "already_bounced" });
  expect(await theMail()).toEqual(noted);
});

test("a stranger's words are kept as one short line of plain text", async () => {
  await handOver(
    postfixReport(mail, {
      says: `550 \u202eno\u0007 <b>such</b>\tuser ${"x".repeat(400)}`,
      status: "nonsense",
    }),
  );
  const bounce = (await theMail())?.bounce;
  expect(bounce?.status).toBeNull();
  expect(bounce?.reason).toMatch(/^550 no <b>such<\/b> user x+$/);
  expect(bounce?.reason).toHaveLength(300);
});

test("delays, automatic replies, and reports on mail that is not ours or another's are answered and change nothing", async () => {
  const unknown = { ...mail, messageId: "0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10@firm.example" };
  for (const [text, outcome] of [
    [postfixReport(mail, { action: "delayed", status: "4.4.1" }), "delayed"],
    [postfixReport(mail, { action: "relayed", status: "2.0.0" }), "not_a_failure"],
    [automaticReply(mail), "not_a_report"],
    [postfixReport({ ...mail, recipient: "mallory@client.example" }), "unmatched"],
    [postfixReport(unknown), "unmatched"],
    [postfixReport({ ...mail, messageId: "x' or true --@firm.example" }), "unmatched"],
  ] as const)
    expect(await handOver(text, { "content-type": "text/plain; charset=utf-8" })).toMatchObject({
      status: 200,
      outcome,
    });
  expect(await theMail()).toBeUndefined();
});

test("strangers are refused, before anything of theirs is read", async () => {
  for (const authorization of ["", "Bearer ", "Bearer wrong", `Basic ${TOKEN}`, `Bearer ${bearer}`])
    expect(await handOver(postfixReport(mail), { authorization })).toMatchObject({
      status: 401,
      code: "not_authorized",
    });
  expect(await theMail()).toBeUndefined();
});

test("nonsense is refused in words", async () => {
  const nobody = postfixReport(mail).replaceAll(/^(Final|Original)-Recipient:/gm, "X:");
  expect(await handOver("")).toMatchObject({ status: 400, code: "invalid_input" });
  expect(await handOver('{"a":1}')).toMatchObject({ status: 400, error: "This is no mail." });
  expect(await handOver(nobody)).toMatchObject({
    status: 400,
    error: "The notification names no recipient.",
  });
  expect(await handOver(postfixReport(mail), { "content-type": "multipart/form-data" })).toMatchObject({
    status: 415,
  });
  expect(await handOver(postfixReport(mail) + "x".repeat(128 * 1024))).toMatchObject({ status: 413 });
});
