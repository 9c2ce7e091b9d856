import { brand } from "#brand";
import type { Config } from "#server/config.ts";
import type { Query } from "#server/database/database.ts";
import { type OutgoingEmail, queueEmail } from "#server/email/outbox.ts";
import type { Jobs } from "#server/jobs/queue/queue.ts";

/** The configuration that determines who receives email to the firm. */
export type FirmEmailConfig = { email: Pick<Config["email"], "contactTo"> };

/**
 * Returns CONTACT_TO, or the contact address in brand.ts if it is not set. Used if the settings contain no recipients.
 */
export function getDefaultRecipient({ email }: FirmEmailConfig): string {
  return email.contactTo ?? brand.contactEmail;
}

/**
 * Returns the recipients of email to the firm: those in the settings, or the default recipient if there are none.
 * @see docs/product.md#email
 */
export async function getFirmRecipients(
  query: Query,
  config: FirmEmailConfig,
): Promise<readonly [string, ...string[]]> {
  const [contacts] = await query("select recipients from public.email_settings");
  const [first, ...more] = contacts?.recipients ?? [];
  return first ? [first, ...more] : [getDefaultRecipient(config)];
}

/** Queues an email to each of the firm's recipients in the caller's transaction. */
export async function queueFirmEmail(
  { config, jobs }: { config: FirmEmailConfig; jobs: Jobs },
  query: Query,
  email: Omit<OutgoingEmail, "recipient">,
): Promise<void> {
  for (const [index, recipient] of (await getFirmRecipients(query, config)).entries()) {
    const suffix = index === 0 ? "" : `:${index + 1}`;
    await queueEmail(query, jobs, {
      ...email,
      deduplicationKey: `${email.deduplicationKey}${suffix}`,
      recipient,
    });
  }
}
