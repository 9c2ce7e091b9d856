import { hc } from "hono/client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AdminApi } from "#server/api/admin/admin-api.ts";
import {
  autoReply,
  type BouncedEmail,
  exchangeReport,
  postfixReport,
} from "#tests/support/email/bounce-emails.ts";
import { startSmtpServer, type TestSmtpServer } from "#tests/support/email/smtp-server.ts";
import { fetchPublicConfig, readSession } from "#tests/support/product/session.ts";
import { startTestProduct, type TestProduct } from "#tests/support/product/test-product.ts";

// Runs the real server with an SMTP server that accepts every email. Bounces are reported later through the API.

const BOUNCE_TOKEN = "a-long-token-of-the-mail-server";
const OWNER = { email: "owner@firm.example", password: "calm seas 2026" };
let mailServer: TestSmtpServer;
let product: TestProduct;
let accessToken: string;
let visitorCount = 0;

beforeAll(async () => {
  mailServer = await startSmtpServer();
  product = await startTestProduct({
    DEMO: "false",
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    SMTP_URL: mailServer.url,
    MAIL_FROM: "Firm <hello@firm.example>",
    MAIL_BOUNCE_TOKEN: BOUNCE_TOKEN,
  });
  const { publishableKey } = await fetchPublicConfig(product.url);
  const signInResponse = await fetch(`${product.supabaseUrl}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey: publishableKey },
    body: JSON.stringify(OWNER),
  });
  accessToken = (await readSession(signInResponse)).access_token;
});
afterAll(async () => {
  await product?.stop();
  await mailServer?.stop();
});

let sentEmail: BouncedEmail;
beforeEach(async () => {
  visitorCount += 1;
  const recipient = `Grace${visitorCount}@client.example`;
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
  const findAcknowledgement = () =>
    mailServer.received.find(({ to }) => to[0]?.toLowerCase() === recipient.toLowerCase());
  await expect.poll(findAcknowledgement).toBeDefined();
  sentEmail = { recipient, messageId: findAcknowledgement()?.message.messageId?.slice(1, -1) ?? "" };
});

async function postReport(body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${product.url}/api/mail-bounce`, {
    method: "POST",
    headers: { authorization: `Bearer ${BOUNCE_TOKEN}`, "content-type": "message/rfc822", ...headers },
    body,
  });
  return { status: response.status, ...((await response.json()) as { outcome?: string; code?: string }) };
}

const adminApi = () =>
  hc<AdminApi>(product.url, { headers: { authorization: `Bearer ${accessToken}` } }).api.admin;
const listBounced = async () => (await adminApi().emails.$get({ query: { status: "bounced" } })).json();
const findBounced = async () =>
  (await listBounced()).rows.find(({ recipient }) => recipient === sentEmail.recipient);

test("shows a bounced email with its reason to administrators", async () => {
  const bouncedBefore = (await listBounced()).total;
  const response = await postReport(postfixReport(sentEmail));
  expect(response).toMatchObject({ status: 200, outcome: "bounced" });
  expect((await listBounced()).total).toBe(bouncedBefore + 1);
  expect(await findBounced()).toMatchObject({
    status: "bounced",
    kind: "inquiry-acknowledgement",
    canBeSentAgain: true,
    bounce: {
      at: expect.any(String),
      status: "5.1.1",
      reason: "550 5.1.1 <x>: Recipient address rejected: User unknown",
    },
  });
  expect((await (await adminApi().jobs.$get()).json()).emails.bounced).toBe(bouncedBefore + 1);
  expect(product.logLines.join("\n")).not.toMatch(/grace\d*@client/i);
});

test("ignores a repeated report and a later report from another server", async () => {
  await postReport(exchangeReport(sentEmail));
  const recordedBounce = await findBounced();
  expect(recordedBounce?.bounce?.reason).toMatch(/RecipientNotFound/);
  expect(await postReport(exchangeReport(sentEmail))).toMatchObject({
    status: 200,
    outcome: "already_bounced",
  });
  expect(await postReport(postfixReport(sentEmail))).toMatchObject({
    status: 200,
    outcome: "already_bounced",
  });
  expect(await findBounced()).toEqual(recordedBounce);
});

test("stores the reason as one short line of plain text", async () => {
  await postReport(
    postfixReport(sentEmail, {
      diagnostic: `550 \u202eno\u0007 <b>such</b>\tuser ${"x".repeat(400)}`,
      status: "nonsense",
    }),
  );
  const bounce = (await findBounced())?.bounce;
  expect(bounce?.status).toBeNull();
  expect(bounce?.reason).toMatch(/^550 no <b>such<\/b> user x+$/);
  expect(bounce?.reason).toHaveLength(300);
});

test("accepts delay notices, automatic replies and reports about unknown emails without recording a bounce", async () => {
  const unknownEmail = { ...sentEmail, messageId: "0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10@firm.example" };
  for (const [text, outcome] of [
    [postfixReport(sentEmail, { action: "delayed", status: "4.4.1" }), "delayed"],
    [postfixReport(sentEmail, { action: "relayed", status: "2.0.0" }), "not_a_failure"],
    [autoReply(sentEmail), "not_a_report"],
    [postfixReport({ ...sentEmail, recipient: "mallory@client.example" }), "unmatched"],
    [postfixReport(unknownEmail), "unmatched"],
    [postfixReport({ ...sentEmail, messageId: "x' or true --@firm.example" }), "unmatched"],
  ] as const) {
    expect(await postReport(text, { "content-type": "text/plain; charset=utf-8" })).toMatchObject({
      status: 200,
      outcome,
    });
  }
  expect(await findBounced()).toBeUndefined();
});

test("rejects unauthorized callers without reading the body", async () => {
  for (const authorization of [
    "",
    "Bearer ",
    "Bearer wrong",
    `Basic ${BOUNCE_TOKEN}`,
    `Bearer ${accessToken}`,
  ]) {
    expect(await postReport(postfixReport(sentEmail), { authorization })).toMatchObject({
      status: 401,
      code: "not_authorized",
    });
  }
  expect(await findBounced()).toBeUndefined();
});

test("rejects invalid input with a readable message", async () => {
  const withoutRecipient = postfixReport(sentEmail).replaceAll(/^(Final|Original)-Recipient:/gm, "X:");
  expect(await postReport("")).toMatchObject({ status: 400, code: "invalid_input" });
  expect(await postReport('{"a":1}')).toMatchObject({ status: 400, error: "This is not an email message." });
  expect(await postReport(withoutRecipient)).toMatchObject({
    status: 400,
    error: "The notification names no recipient.",
  });
  expect(await postReport(postfixReport(sentEmail), { "content-type": "multipart/form-data" })).toMatchObject(
    {
      status: 415,
    },
  );
  expect(await postReport(postfixReport(sentEmail) + "x".repeat(128 * 1024))).toMatchObject({ status: 413 });
});
