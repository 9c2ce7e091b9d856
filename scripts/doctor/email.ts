import { randomUUID } from "node:crypto";
import { brand } from "#brand";
import type { Config } from "#server/config.ts";
import { getDefaultRecipient } from "#server/email/firm-email.ts";
import { createSmtpTransport } from "#server/email/transport.ts";
import { describeError, type Finding, ok, problem, skipped } from "./finding.ts";

/** These timeouts are shorter than those for other email, because the operator is waiting. */
const TIMEOUTS = { connectMs: 10_000, transferMs: 20_000, responseMs: 60_000 };

/** Sends a test message to the firm's default recipient, through the same SMTP server as all other email. */
export async function checkEmail({ email, publicUrl }: Config): Promise<Finding> {
  if (!email.smtpUrl) {
    return skipped("Email", "SMTP_URL is not set, so email is written to DATA_DIR/outbox");
  }
  const to = getDefaultRecipient({ email });
  const transport = createSmtpTransport(email.smtpUrl, TIMEOUTS);
  try {
    await transport.send({
      messageId: `${randomUUID()}@doctor.invalid`,
      from: email.from ?? brand.contactEmail,
      to,
      replyTo: null,
      subject: `${brand.name}: email works`,
      text: `npm run doctor sent this message to test email for ${publicUrl}. You can delete it.\n`,
    });
    return ok("Email", `the server accepted a message to ${to}; check that it arrives`);
  } catch (error) {
    return problem(
      "Email",
      `sending a message to ${to} failed: ${describeError(error)}`,
      "Check MAIL_FROM and the user, password and port in SMTP_URL.",
    );
  }
}
