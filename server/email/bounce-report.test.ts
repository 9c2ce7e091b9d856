import fc from "fast-check";
import { expect, test } from "vitest";
import { automaticReply, exchangeReport, postfixReport } from "#tests/support/bounces.ts";
import { readBounceReport } from "./bounce-report.ts";

const MAIL = {
  messageId: "0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10@firm.example",
  recipient: "ada@client.example",
};

const read = (mail: string) => readBounceReport(Buffer.from(mail));
async function report(mail: string) {
  const found = await read(mail);
  if (!found.ok) throw new Error(`read as ${found.reason}`);
  return found.report;
}

test("Postfix's report names the mail, the recipient, and what the other server said", async () => {
  expect(await report(postfixReport(MAIL))).toEqual({
    messageId: MAIL.messageId,
    recipients: [
      {
        addresses: [MAIL.recipient, MAIL.recipient],
        action: "failed",
        status: "5.1.1",
        diagnostic: expect.stringMatching(/^550 5\.1\.1 <x>:\s+Recipient address rejected:\s+User unknown$/),
      },
    ],
  });
});

test("Exchange's report is read from its own fields, and from the header it returns", async () => {
  expect(await report(exchangeReport(MAIL))).toEqual({
    messageId: MAIL.messageId,
    recipients: [
      {
        addresses: [MAIL.recipient],
        action: "failed",
        status: "5.1.10",
        diagnostic: expect.stringMatching(/^550 5\.1\.10 RESOLVER\.ADR\.RecipientNotFound; Recipient\s+ada@/),
      },
    ],
  });
});

test("a report that returns nothing of the mail answers to it", async () => {
  const bare = exchangeReport(MAIL).replace(
    "Content-Type: text/rfc822-headers",
    "Content-Type: text/x-nothing",
  );
  expect((await report(bare)).messageId).toBe(MAIL.messageId);
  expect((await report(bare.replace("In-Reply-To", "X-Other"))).messageId).toBeNull();
});

test("a delay is no failure", async () => {
  const [told] = (await report(postfixReport(MAIL, { action: "delayed", status: "4.4.1" }))).recipients;
  expect(told).toMatchObject({ action: "delayed", status: "4.4.1" });
});

test("addresses beyond ASCII are read, and each of several recipients", async () => {
  const mail = postfixReport({ ...MAIL, recipient: "Ådå@client.example" })
    .replace("message/delivery-status", "message/global-delivery-status")
    .replace("message/rfc822", "message/global")
    .replace("Final-Recipient: rfc822;", "Final-Recipient: utf-8;")
    .replace("Action:", "Action: failed\r\n\r\nFinal-Recipient: rfc822; <Bob@client.example>\r\nAction:");
  const { messageId, recipients } = await report(mail);
  expect(messageId).toBe(MAIL.messageId);
  expect(recipients.map(({ addresses }) => addresses[0])).toEqual([
    "ådå@client.example",
    "bob@client.example",
  ]);
});

test.each([
  ["an automatic reply", automaticReply(MAIL)],
  ["a forwarded report", postfixReport(MAIL).replace("multipart/report", "multipart/mixed")],
  [
    "a report of having been read",
    postfixReport(MAIL).replace("=delivery-status", "=disposition-notification"),
  ],
  ["a report without its part", postfixReport(MAIL).replace("message/delivery-status", "text/x-status")],
])("%s is mail of another kind", async (_, mail) => {
  expect(await read(mail)).toEqual({ ok: false, reason: "not-a-report" });
});

const NESTED = Array.from(
  { length: 2_000 },
  (_, at) => `Content-Type: multipart/mixed; boundary=${at}\r\n\r\n--${at}\r\n`,
);

test.each([
  ["nothing", ""],
  ["JSON", '{"from":"ada@client.example"}'],
  ["bytes", "\u0000\u0001\ufffd\n\n\n"],
  ["parts within parts without end", `From: a@b.example\r\n${NESTED.join("")}`],
])("%s is no mail", async (_, mail) => {
  expect(await read(mail)).toEqual({ ok: false, reason: "not-mail" });
});

test("a report that names nobody cannot be used", async () => {
  const mail = postfixReport(MAIL).replaceAll(/^(Final|Original)-Recipient:/gm, "X-Recipient:");
  expect(await read(mail)).toEqual({ ok: false, reason: "unreadable" });
});

test("of a report without end, no more is read than a mail of ours could have recipients", async () => {
  const flood = "Final-Recipient: rfc822; x@y.example\r\nAction: failed\r\n\r\n".repeat(3_000);
  const mail = postfixReport(MAIL).replace("Final-Recipient:", `${flood}Final-Recipient:`);
  expect((await report(mail)).recipients.length).toBeLessThanOrEqual(100);
});

test("a report cut, doubled or garbled anywhere is read or refused: it never fails to be answered", async () => {
  const reports = [postfixReport(MAIL), exchangeReport(MAIL)].map((text) => Buffer.from(text));
  const longest = Math.max(...reports.map(({ length }) => length));
  const place = fc.nat({ max: longest });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...reports),
      place,
      place,
      fc.uint8Array({ maxLength: 40 }),
      async (report, from, to, garbage) => {
        const bytes = Buffer.concat([report.subarray(0, from), garbage, report.subarray(to)]);
        expect(await readBounceReport(bytes)).toHaveProperty("ok");
      },
    ),
    { numRuns: 300 },
  );
});
