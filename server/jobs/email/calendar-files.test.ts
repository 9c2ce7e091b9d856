import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import ICAL from "ical.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brand } from "#brand";
import { createDatabase, type Database } from "#server/database/database.ts";
import type { EmailContent } from "#server/email/content.ts";
import { createEmailExamples } from "#server/email/examples.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { createSmtpTransport } from "#server/email/transport.ts";
import { createFiles } from "#server/files/index.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createLogger } from "#server/observability/logger.ts";
import { startSmtpServer, type TestSmtpServer } from "#tests/support/email/smtp-server.ts";
import { createSendEmailJob } from "./send-email.ts";

// Sends each email that has a calendar file, and parses the file with a different library from the one that writes it.

const ADDRESS = "ada@visitor.example";
const examples = Object.entries(createEmailExamples(brand, "https://firm.example")).filter(([, { blocks }]) =>
  blocks.some(({ type }) => type === "calendar" || type === "invitation"),
);

let database: Database;
let mailServer: TestSmtpServer;
let send: JobHandler;

beforeAll(async () => {
  const { pool } = await createTestDatabase();
  database = createDatabase(pool);
  mailServer = await startSmtpServer();
  send = createSendEmailJob(
    {
      database,
      files: createFiles({ dataDir: "/nonexistent", s3: null }),
      log: createLogger("silent"),
      now: () => new Date("2026-11-24T10:00:00Z"),
    },
    {
      transport: createSmtpTransport(mailServer.url),
      from: "Firm <portal@firm.example>",
      sender: { name: "Firm", publicUrl: "https://firm.example" },
    },
  );
});
afterAll(() => mailServer.stop());

async function sendAndReadFiles(name: string, { subject, blocks }: EmailContent) {
  const id = await database.bypassPolicies({ reason: "test" }, async (query) => {
    await queueEmail(query, jobs, {
      deduplicationKey: name,
      kind: "consultation-confirmed",
      recipient: ADDRESS,
      ...{ subject, blocks },
    });
    const [row] = await query.dynamic("select id from private.email_outbox where deduplication_key = $1", [
      name,
    ]);
    return row?.id;
  });
  await send({ id });
  const attachments = mailServer.received.at(-1)?.message.attachments ?? [];
  return attachments.map(({ filename, content }) => ({
    filename: filename ?? "",
    text: typeof content === "string" ? content : new TextDecoder().decode(content),
  }));
}

test("the emails about consultations and meetings have calendar files", () => {
  expect(examples.map(([name]) => name).toSorted()).toEqual([
    "bookingApproved",
    "consultationBookedForHost",
    "consultationCancelled",
    "consultationCancelledForHost",
    "consultationConfirmed",
    "consultationRescheduled",
    "consultationRescheduledForHost",
    "meetingCancelled",
    "meetingCancelledByFirm",
    "meetingChanged",
    "meetingReminder",
  ]);
});

test.each(examples)("%s has a valid calendar file", async (name, example) => {
  const files = await sendAndReadFiles(name, example);
  const isCancellation = /cancelled/i.test(name);
  const isInvitation = name.startsWith("consultation");
  // An invitation is also an alternative to the text.
  expect(files.map(({ filename }) => filename).filter((filename) => !filename.endsWith(".ics"))).toEqual(
    isInvitation ? [""] : [],
  );
  expect(files).toHaveLength(isInvitation ? 2 : 1);
  for (const { text } of files) {
    // Mail servers use CRLF in all lines, and the parser of the email returns LF.
    for (const line of text.split(/\r?\n/)) {
      expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
    }
    const calendar = new ICAL.Component(ICAL.parse(text));
    expect(calendar.name).toBe("vcalendar");
    expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
    expect(calendar.getFirstPropertyValue("prodid")).toContain(brand.name);
    expect(calendar.getFirstPropertyValue("method")).toBe(
      isCancellation ? "CANCEL" : isInvitation ? "REQUEST" : "PUBLISH",
    );
    const [component, ...others] = calendar.getAllSubcomponents("vevent");
    expect(others).toEqual([]);
    if (!component) {
      throw new Error("the file has no event");
    }
    // Each may occur once (RFC 5545, section 3.6.1).
    for (const property of [
      "uid",
      "dtstamp",
      "dtstart",
      "dtend",
      "summary",
      "sequence",
      "status",
      "organizer",
    ]) {
      expect(component.getAllProperties(property), property).toHaveLength(1);
    }
    const event = new ICAL.Event(component);
    expect(event.uid).toMatch(/^[\w-]+@[\w.-]+$/);
    expect(component.getFirstPropertyValue("status")).toBe(isCancellation ? "CANCELLED" : "CONFIRMED");
    expect(event.startDate.zone.tzid).toBe("UTC");
    expect(event.startDate.toJSDate().toISOString()).toBe("2026-12-03T15:00:00.000Z");
    expect(event.endDate.compare(event.startDate)).toBe(1);
    expect(event.attendees).toHaveLength(isInvitation ? 1 : 0);
  }
});
