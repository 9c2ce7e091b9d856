import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAttachable } from "#server/email/attached-documents.ts";
import { createSmtpTransport } from "#server/email/transport.ts";
import { createFiles } from "#server/files/index.ts";
import { createLetterVerifier } from "#server/findings/report/verify-letter.ts";
import { createRateLimits } from "#server/http/rate-limits.ts";
import { createSendEmailJob } from "#server/jobs/email/send-email.ts";
import { startSmtpServer, type TestSmtpServer } from "#tests/support/email/smtp-server.ts";
import {
  createProposalEnvironment,
  type ProposalEnvironment,
} from "#tests/support/product/proposal-environment.ts";

// The signed PDF reaches both sides by email.

const LOG = { debug() {}, info() {}, warn() {}, error() {} };

let environment: ProposalEnvironment;
let mailServer: TestSmtpServer;
beforeEach(async () => {
  environment = await createProposalEnvironment();
  mailServer = await startSmtpServer();
});
afterEach(async () => {
  await mailServer.stop();
  await environment.stop();
});

/** Sends all queued emails about an acceptance over SMTP. */
async function sendAcceptedEmails() {
  await environment.announce();
  const send = createSendEmailJob(
    {
      database: environment.database,
      files: createFiles({ dataDir: environment.folder, s3: null }),
      log: LOG,
      now: () => environment.clock.now,
    },
    {
      transport: createSmtpTransport(mailServer.url),
      from: "Wardline <firm@firm.example>",
      sender: { name: "Wardline", publicUrl: "https://firm.example" },
    },
  );
  const emails = await environment.query(
    "select id from private.email_outbox where subject like '%accepted' and status = 'queued'",
  );
  for (const { id } of emails) {
    await send({ id });
  }
  return mailServer.received;
}

test("both sides receive the stored PDF, which can be verified", async () => {
  const id = await environment.createSent();
  await environment.accept(id);
  await environment.complete(id);
  const emails = await sendAcceptedEmails();
  const [acceptance] = await environment.query("select pdf_sha256, code from public.proposal_acceptances");
  expect(emails.flatMap(({ to }) => to)).toEqual(
    expect.arrayContaining([environment.owner.email, environment.billing.email, "desk@firm.example"]),
  );
  const verify = createLetterVerifier({
    database: environment.database,
    rateLimits: createRateLimits(1, () => new Date()),
    log: LOG,
  });
  for (const { message } of emails) {
    expect(message.text).toMatch(/signed PDF .*is attached/);
    expect(message.attachments).toMatchObject([
      {
        mimeType: "application/pdf",
        filename: expect.stringMatching(/^Accepted proposal P-\d{4} Red team exercise\.pdf$/),
      },
    ]);
    const content = new Uint8Array(message.attachments[0]?.content as ArrayBuffer);
    const sha256 = createHash("sha256").update(content).digest("hex");
    expect(sha256).toBe(acceptance?.pdf_sha256);
    expect(await verify(sha256, "198.51.100.1")).toMatchObject({
      status: "accepted",
      code: acceptance?.code,
    });
  }
});

test("without the PDF, the email links to the portal", async () => {
  const id = await environment.createSent();
  await environment.accept(id);
  await environment.query("update public.proposal_events set at = at - interval '16 minutes'");
  const emails = await sendAcceptedEmails();
  expect(emails).not.toHaveLength(0);
  for (const { to, message } of emails) {
    expect(message.attachments).toEqual([]);
    expect(message.text).toContain(
      to[0] === "desk@firm.example" ? "/admin/proposals/" : "Download the signed PDF",
    );
  }
});

test.each([
  [0, true],
  [5 * 1024 * 1024, true],
  [5 * 1024 * 1024 + 1, false],
])("a document of %i bytes can be attached: %s", (bytes, expected) => {
  expect(isAttachable(bytes)).toBe(expected);
});
