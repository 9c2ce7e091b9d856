import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ICAL from "ical.js";
import PostalMime, { type Email } from "postal-mime";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createFolderTransport } from "#server/email/transport.ts";
import { createFiles } from "#server/files/index.ts";
import { createSendEmailJob } from "#server/jobs/email/send-email.ts";
import { createLogger } from "#server/observability/logger.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import {
  type ConsultationEnvironment,
  createConsultationEnvironment,
} from "#tests/support/product/consultation-environment.ts";

// Reads the emails as they are sent, with parsers that do not write them.

const EMAIL = "ada@visitor.example";
const SENDER = "portal@firm.example";
const TEN = "2026-11-24T10:00:00.000Z";
const ELEVEN = "2026-11-24T11:00:00.000Z";

let firm: ConsultationEnvironment;
let token: string;
beforeEach(async () => {
  firm = await createConsultationEnvironment();
  token = await firm.bookAndConfirm(TEN, EMAIL);
});

/** Sends the last email of a kind to the visitor, and parses it. */
async function sendLatest(kind: string): Promise<{ source: string; email: Email }> {
  const folder = await createTempFolder();
  onTestFinished(() => folder.remove());
  const send = createSendEmailJob(
    {
      database: firm.database,
      files: createFiles({ dataDir: folder.path, s3: null }),
      log: createLogger("silent"),
      now: () => firm.clock.now,
    },
    {
      transport: createFolderTransport(join(folder.path, "outbox")),
      from: `Firm <${SENDER}>`,
      sender: { name: "Firm", publicUrl: "https://firm.example" },
    },
  );
  const { rows } = await firm.sql.query(
    "select id from private.email_outbox where kind = $1 and recipient = $2 order by created_at desc limit 1",
    [kind, EMAIL],
  );
  await send({ id: rows[0]?.id });
  const [file = ""] = readdirSync(join(folder.path, "outbox"));
  const source = readFileSync(join(folder.path, "outbox", file), "utf8");
  return { source, email: await PostalMime.parse(source, { attachmentEncoding: "utf8" }) };
}

/** The values of a calendar file that calendars compare. */
function parseInvitation(content: string) {
  const calendar = new ICAL.Component(ICAL.parse(content));
  const component = calendar.getFirstSubcomponent("vevent");
  const event = component && new ICAL.Event(component);
  return {
    method: calendar.getFirstPropertyValue("method"),
    status: component?.getFirstPropertyValue("status"),
    uid: event?.uid,
    sequence: event?.sequence,
    start: event?.startDate.toJSDate().toISOString(),
    organizer: component?.getFirstPropertyValue("organizer"),
    attendee: component?.getFirstPropertyValue("attendee"),
  };
}

const findFiles = ({ attachments }: Email) =>
  attachments.map(({ mimeType, filename, content }) => ({ mimeType, filename, content: String(content) }));

test("an invitation is an alternative of the text, and an attached file with the same content", async () => {
  const { source, email } = await sendLatest("consultation-confirmed");
  expect(source).toMatch(/^Content-Type: multipart\/mixed;/m);
  const types = [...source.matchAll(/^Content-Type: ([\w/-]+)/gm)].map(([, type]) => type);
  expect(types).toEqual([
    "multipart/mixed",
    "multipart/alternative",
    "text/plain",
    "text/html",
    "text/calendar",
    "application/ics",
  ]);
  // Calendars show buttons only if the method of the part is that of the file (RFC 6047, section 2.4).
  expect(source).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REQUEST/m);
  expect(email.text).toContain("Your free consultation");
  expect(email.html).toContain("You&#39;re booked");
  expect(email.from?.address).toBe(SENDER);
  const [alternative, attachment] = findFiles(email);
  expect(attachment?.filename).toBe("invite.ics");
  expect(attachment?.content).toBe(alternative?.content);
  expect(parseInvitation(attachment?.content ?? "")).toEqual({
    ...{ method: "REQUEST", status: "CONFIRMED", sequence: 0, start: TEN },
    uid: expect.stringMatching(/^[0-9a-f-]{36}@/),
    ...{ organizer: `mailto:${SENDER}`, attendee: `mailto:${EMAIL}` },
  });
});

test("a new time and a cancellation change the event of the invitation", async () => {
  const read = async (kind: string) => {
    const { email } = await sendLatest(kind);
    return parseInvitation(findFiles(email).at(-1)?.content ?? "");
  };
  const first = await read("consultation-confirmed");
  await firm.postJson(`/api/consultations/${token}/reschedule`, { startsAt: ELEVEN });
  expect(await read("consultation-rescheduled")).toEqual({ ...first, sequence: 1, start: ELEVEN });
  await firm.postJson(`/api/consultations/${token}/cancel`, {});
  expect(await read("consultation-cancelled")).toEqual({
    ...first,
    ...{ sequence: 2, start: ELEVEN, method: "CANCEL", status: "CANCELLED" },
  });
});
