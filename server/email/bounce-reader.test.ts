import { expect, test } from "vitest";
import { postfixReport } from "#tests/support/bounces.ts";
import { createBounceReader } from "./bounce-reader.ts";

const MAIL = { messageId: "0b6fe2a8@firm.example", recipient: "ada@client.example" };
const report = Buffer.from(postfixReport(MAIL));
/** Turning it into text takes the parser seconds. */
const slow = Buffer.from(
  `From: a@b.example\r\nContent-Type: text/html\r\n\r\n<p>${"\n".repeat(120_000)}</p>`,
);

test("a report is read in a thread of its own, one at a time", async () => {
  const read = createBounceReader();
  const first = read(report);
  expect(read(report)).toBeNull();
  expect(await first).toMatchObject({ ok: true, report: { messageId: MAIL.messageId } });
  expect(await read(report)).toMatchObject({ ok: true });
});

test("a mail that takes too long to read is given up, and the product answers meanwhile", async () => {
  const read = createBounceReader(300);
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 5);
  expect(await read(slow)).toEqual({ ok: false, reason: "too-much" });
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(5);
});
