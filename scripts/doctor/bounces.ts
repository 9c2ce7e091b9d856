import type { Config } from "#server/config.ts";
import { type Finding, ok, skipped } from "./finding.ts";

/** Whether reports on mail that came back have a door; that they reach it, only the mail server can tell. */
export function lookAtBounces({ mail, mailBounceToken, publicUrl }: Config): Finding {
  if (!mail.smtpUrl) return skipped("Bounces", "no mail goes out that could come back");
  return mailBounceToken
    ? ok("Bounces", `are read at ${publicUrl}/api/mail-bounce: see that your mail server passes them there`)
    : skipped("Bounces", "are not read: MAIL_BOUNCE_TOKEN is not set (docs/operations.md, Bounces)");
}
