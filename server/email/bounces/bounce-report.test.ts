import fc from "fast-check";
import { expect, test } from "vitest";
import { autoReply, exchangeReport, postfixReport } from "#tests/support/email/bounce-emails.ts";
import { parseBounceReport } from "./bounce-report.ts";

const EMAIL = {
  messageId: "0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10@firm.example",
  recipient: "ada@client.example",
};

const parse = (email: string) => parseBounceReport(Buffer.from(email));
async function parseReport(email: string) {
  const result = await parse(email);
  if (!result.ok) {
    throw new Error(result.reason);
  }
  return result.report;
}

test("parses a Postfix report: Message-ID, recipient and the remote server's message", async () => {
  expect(await parseReport(postfixReport(EMAIL))).toEqual({
    messageId: EMAIL.messageId,
    recipients: [
      {
        addresses: [EMAIL.recipient, EMAIL.recipient],
        action: "failed",
        status: "5.1.1",
        diagnostic: expect.stringMatching(/^550 5\.1\.1 <x>:\s+Recipient address rejected:\s+User unknown$/),
      },
    ],
  });
});

test("parses an Exchange report with only the headers of the original email", async () => {
  expect(await parseReport(exchangeReport(EMAIL))).toEqual({
    messageId: EMAIL.messageId,
    recipients: [
      {
        addresses: [EMAIL.recipient],
        action: "failed",
        status: "5.1.10",
        diagnostic: expect.stringMatching(/^550 5\.1\.10 RESOLVER\.ADR\.RecipientNotFound; Recipient\s+ada@/),
      },
    ],
  });
});

test("reads the Message-ID from In-Reply-To if the report does not contain the original email", async () => {
  const withoutOriginal = exchangeReport(EMAIL).replace(
    "Content-Type: text/rfc822-headers",
    "Content-Type: text/x-nothing",
  );
  expect((await parseReport(withoutOriginal)).messageId).toBe(EMAIL.messageId);
  expect((await parseReport(withoutOriginal.replace("In-Reply-To", "X-Other"))).messageId).toBeNull();
});

test("parses a delay report as delayed, not as failed", async () => {
  const [recipient] = (await parseReport(postfixReport(EMAIL, { action: "delayed", status: "4.4.1" })))
    .recipients;
  expect(recipient).toMatchObject({ action: "delayed", status: "4.4.1" });
});

test("parses internationalized addresses and multiple recipients", async () => {
  const email = postfixReport({ ...EMAIL, recipient: "Ådå@client.example" })
    .replace("message/delivery-status", "message/global-delivery-status")
    .replace("message/rfc822", "message/global")
    .replace("Final-Recipient: rfc822;", "Final-Recipient: utf-8;")
    .replace("Action:", "Action: failed\r\n\r\nFinal-Recipient: rfc822; <Bob@client.example>\r\nAction:");
  const { messageId, recipients } = await parseReport(email);
  expect(messageId).toBe(EMAIL.messageId);
  expect(recipients.map(({ addresses }) => addresses[0])).toEqual([
    "ådå@client.example",
    "bob@client.example",
  ]);
});

test.each([
  ["an automatic reply", autoReply(EMAIL)],
  ["a forwarded report", postfixReport(EMAIL).replace("multipart/report", "multipart/mixed")],
  ["a read receipt", postfixReport(EMAIL).replace("=delivery-status", "=disposition-notification")],
  [
    "a report without a status part",
    postfixReport(EMAIL).replace("message/delivery-status", "text/x-status"),
  ],
])("does not treat %s as a report", async (_, email) => {
  expect(await parse(email)).toEqual({ ok: false, reason: "not-a-report" });
});

const NESTED_PARTS = Array.from(
  { length: 2_000 },
  (_, index) => `Content-Type: multipart/mixed; boundary=${index}\r\n\r\n--${index}\r\n`,
);

test.each([
  ["an empty body", ""],
  ["JSON", '{"from":"ada@client.example"}'],
  ["binary data", "\u0000\u0001\ufffd\n\n\n"],
  ["endlessly nested parts", `From: a@b.example\r\n${NESTED_PARTS.join("")}`],
])("does not treat %s as an email", async (_, email) => {
  expect(await parse(email)).toEqual({ ok: false, reason: "not-mail" });
});

test("treats a report without recipients as unreadable", async () => {
  const email = postfixReport(EMAIL).replaceAll(/^(Final|Original)-Recipient:/gm, "X-Recipient:");
  expect(await parse(email)).toEqual({ ok: false, reason: "unreadable" });
});

test("reads at most 100 recipients from an oversized report", async () => {
  const extraRecipients = "Final-Recipient: rfc822; x@y.example\r\nAction: failed\r\n\r\n".repeat(3_000);
  const email = postfixReport(EMAIL).replace("Final-Recipient:", `${extraRecipients}Final-Recipient:`);
  expect((await parseReport(email)).recipients.length).toBeLessThanOrEqual(100);
});

test("never throws for a truncated, repeated or corrupted report", async () => {
  const reports = [postfixReport(EMAIL), exchangeReport(EMAIL)].map((text) => Buffer.from(text));
  const maxLength = Math.max(...reports.map(({ length }) => length));
  const position = fc.nat({ max: maxLength });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...reports),
      position,
      position,
      fc.uint8Array({ maxLength: 40 }),
      async (report, from, to, garbage) => {
        const bytes = Buffer.concat([report.subarray(0, from), garbage, report.subarray(to)]);
        expect(await parseBounceReport(bytes)).toHaveProperty("ok");
      },
    ),
    { numRuns: 300 },
  );
});
