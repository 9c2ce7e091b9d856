import { randomUUID } from "node:crypto";
import { brand } from "#brand";
import type { Config } from "#server/config.ts";
import { smtpTransport } from "#server/email/transport.ts";
import { type Finding, ok, problem, reasonOf, skipped } from "./finding.ts";

/** Somebody sits and waits: a server that is slower than this is told as a problem. */
const PATIENCE = { greetMs: 10_000, talkMs: 20_000, answerMs: 60_000 };

/** Sends one message to the firm's own address, the way every other goes. */
export async function lookAtMail({ mail, publicUrl }: Config): Promise<Finding> {
  if (!mail.smtpUrl) return skipped("Mail", "SMTP_URL is not set: messages are kept in DATA_DIR/outbox");
  const to = mail.contactTo ?? brand.contactEmail;
  const transport = smtpTransport(mail.smtpUrl, PATIENCE);
  try {
    await transport.send({
      messageId: `${randomUUID()}@doctor.invalid`,
      from: mail.from ?? brand.contactEmail,
      to,
      replyTo: null,
      subject: `${brand.name}: mail works`,
      text: `This message was sent by npm run doctor for ${publicUrl}. It asks nothing of you.\n`,
    });
    return ok("Mail", `the server took a message to ${to}: see that it arrives`);
  } catch (cause) {
    return problem(
      "Mail",
      `the server took no message to ${to}: ${reasonOf(cause)}`,
      "Check SMTP_URL (user, password, port) and MAIL_FROM.",
    );
  }
}
