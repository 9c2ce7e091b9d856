import type { Config } from "#server/config.ts";
import { type Finding, ok, skipped } from "./finding.ts";

/** Reports whether bounce reports are accepted. The doctor cannot check that the mail server forwards them. */
export function checkBounces({ email, mailBounceToken, publicUrl }: Config): Finding {
  if (!email.smtpUrl) {
    return skipped("Bounces", "SMTP_URL is not set, so no email is sent");
  }
  return mailBounceToken
    ? ok("Bounces", `accepted at ${publicUrl}/api/mail-bounce; make sure your mail server forwards them`)
    : skipped(
        "Bounces",
        "MAIL_BOUNCE_TOKEN is not set, so bounces are not recorded (docs/operations.md, Bounces)",
      );
}
