import { brand } from "#brand";
import type { Config } from "#server/config.ts";
import type { Query } from "#server/database/database.ts";
import { type OutgoingEmail, queueEmail } from "#server/email/outbox.ts";
import type { Jobs } from "#server/jobs/queue/queue.ts";

type Context = { config: Pick<Config, "email">; jobs: Jobs };

/** The recipients of email to the firm: from its settings, else CONTACT_TO, else the contact address in brand.ts. */
export async function getFirmRecipients(
  query: Query,
  config: Context["config"],
): Promise<readonly [string, ...string[]]> {
  const [contacts] = await query<{ recipients: string[] }>("select recipients from public.firm_contacts");
  const [first, ...more] = contacts?.recipients ?? [];
  return first ? [first, ...more] : [config.email.contactTo ?? brand.contactEmail];
}

/** Queues an email to each of the firm's recipients in the caller's transaction. */
export async function queueFirmEmail(
  { config, jobs }: Context,
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
