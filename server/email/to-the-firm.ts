import { brand } from "#brand";
import type { Config } from "#server/config.ts";
import type { Query } from "#server/database.ts";
import { type OutgoingMail, queueMail } from "#server/email/outbox.ts";
import type { Jobs } from "#server/jobs/queue.ts";

type Parts = { config: Pick<Config, "mail">; jobs: Jobs };

/** Whom the firm wants mailed: by its settings, else CONTACT_TO, else the contact address of brand.ts. */
export async function firmRecipients(
  query: Query,
  config: Parts["config"],
): Promise<readonly [string, ...string[]]> {
  const [stored] = await query<{ recipients: string[] }>("select recipients from public.firm_contacts");
  const [first, ...more] = stored?.recipients ?? [];
  return first ? [first, ...more] : [config.mail.contactTo ?? brand.contactEmail];
}

/** Queues a message to each of the firm's recipients, in the transaction of its cause. */
export async function queueMailToTheFirm(
  { config, jobs }: Parts,
  query: Query,
  mail: Omit<OutgoingMail, "recipient">,
): Promise<void> {
  for (const [at, recipient] of (await firmRecipients(query, config)).entries()) {
    const deduplicationKey = at === 0 ? mail.deduplicationKey : `${mail.deduplicationKey}:${at + 1}`;
    await queueMail(query, jobs, { ...mail, deduplicationKey, recipient });
  }
}
