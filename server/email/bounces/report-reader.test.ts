import { expect, test } from "vitest";
import { postfixReport } from "#tests/support/email/bounce-emails.ts";
import { createBounceReportReader } from "./report-reader.ts";

const EMAIL = { messageId: "0b6fe2a8@firm.example", recipient: "ada@client.example" };
const REPORT = Buffer.from(postfixReport(EMAIL));
/** An email that takes seconds to parse. */
const SLOW_EMAIL = Buffer.from(
  `From: a@b.example\r\nContent-Type: text/html\r\n\r\n<p>${"\n".repeat(120_000)}</p>`,
);

test("parses one report at a time", async () => {
  const read = createBounceReportReader();
  const first = read(REPORT);
  expect(read(REPORT)).toBeNull();
  expect(await first).toMatchObject({ ok: true, report: { messageId: EMAIL.messageId } });
  expect(await read(REPORT)).toMatchObject({ ok: true });
});

test("stops parsing an email after the timeout, without blocking the event loop", async () => {
  const read = createBounceReportReader(300);
  let ticks = 0;
  const tickTimer = setInterval(() => ticks++, 5);
  expect(await read(SLOW_EMAIL)).toEqual({ ok: false, reason: "too-much" });
  clearInterval(tickTimer);
  expect(ticks).toBeGreaterThan(5);
});
