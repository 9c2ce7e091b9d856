import { toInstant } from "#domain/dates/instant.ts";
import {
  EMAIL_DELAYED_AFTER,
  EMAIL_PAGE_SIZE,
  type EmailCounts,
  type EmailStatus,
  type UndeliveredEmail,
} from "#domain/jobs/job-status.ts";
import type { Query } from "#server/database/database.ts";
import { resendBouncedEmail } from "#server/email/bounces/record-bounce.ts";
import { emailJobKey } from "#server/email/outbox.ts";
import { HAS_SECRET_LINK } from "#server/email/secret-links.ts";
import type { Jobs } from "#server/jobs/queue/queue.ts";

// The status is "failed" if no retry follows, because the job is missing or has used all attempts.
const UNDELIVERED_EMAILS_QUERY = `
  select email.id, email.kind, email.recipient, email.subject, email.attempts, email.last_error, email.created_at,
         email.bounced_at, email.bounce_status, email.bounce_reason,
         email.body_text <> '' as "canBeSentAgain",
         case when email.bounced_at is not null then 'bounced'
              when job.id is null or job.locked_at is null and job.attempts >= job.max_attempts then 'failed'
              when email.attempts > 0 then 'retrying' else 'queued' end as status,
         case when job.attempts < job.max_attempts then job.run_at end as next_try
    from private.email_outbox as email
    left join graphile_worker.jobs as job on job.key = 'email:' || email.id
   where email.status in ('queued', 'failed') or email.status = 'sent' and email.bounced_at is not null`;

type UndeliveredEmailRow = Omit<UndeliveredEmail, "lastError" | "createdAt" | "nextTryAt" | "bounce"> & {
  last_error: string | null;
  created_at: Date;
  next_try: Date | null;
  bounced_at: Date | null;
  bounce_status: string | null;
  bounce_reason: string | null;
};

export async function countUndeliveredEmails(query: Query): Promise<EmailCounts> {
  const [counts] = await query(
    `select count(*) filter (where status = 'queued')::integer as queued,
            count(*) filter (where status = 'retrying')::integer as retrying,
            count(*) filter (where status in ('queued', 'retrying')
                               and (attempts >= $1 or created_at <= now() - make_interval(mins => $2)))::integer as late,
            count(*) filter (where status = 'failed')::integer as failed,
            count(*) filter (where status = 'bounced')::integer as bounced
       from (${UNDELIVERED_EMAILS_QUERY}) as undelivered`,
    [EMAIL_DELAYED_AFTER.failures, EMAIL_DELAYED_AFTER.minutes],
  );
  return counts ?? { queued: 0, retrying: 0, late: 0, failed: 0, bounced: 0 };
}

/**
 * Returns one page of undelivered emails without their text, newest first.
 * @param status An empty string matches every status.
 * @param page Starts at 1. If the page does not exist, the first page is returned.
 */
export async function listUndeliveredEmails(
  query: Query,
  { status, page }: { status: EmailStatus | ""; page: number },
): Promise<{ rows: UndeliveredEmail[]; total: number; from: number }> {
  const matchingEmails = `from (${UNDELIVERED_EMAILS_QUERY}) as undelivered where $1 = '' or status = $1`;
  const [countRow] = await query(`select count(*)::integer as total ${matchingEmails}`, [status]);
  const total = countRow?.total ?? 0;
  const offset = (page - 1) * EMAIL_PAGE_SIZE;
  const from = offset < total ? offset : 0;
  const rows = await query(`select * ${matchingEmails} order by created_at desc, id limit $2 offset $3`, [
    status,
    EMAIL_PAGE_SIZE,
    from,
  ]);
  return { total, from, rows: rows.map(toUndeliveredEmail) };
}

function toUndeliveredEmail({
  last_error,
  created_at,
  next_try,
  bounced_at,
  bounce_status,
  bounce_reason,
  ...email
}: UndeliveredEmailRow): UndeliveredEmail {
  return {
    ...email,
    lastError: last_error?.replaceAll(/\s+/g, " ") ?? null,
    createdAt: toInstant(created_at),
    nextTryAt: toInstant(next_try),
    bounce: bounced_at && {
      at: toInstant(bounced_at),
      status: bounce_status,
      reason: bounce_reason ?? "",
    },
  };
}

/**
 * Queues a failed or bounced email to be sent immediately, with a full set of retries. The lock on its row prevents a
 * second delivery if a worker sends it at the same time.
 * @returns "sent" if it was already delivered, "textless" if it bounced and its text was deleted after sending.
 */
export async function resendEmail(
  query: Query,
  jobs: Jobs,
  id: string,
): Promise<"queued" | "sent" | "textless" | "unknown"> {
  // Read without a lock, because a worker that is sending the email can hold it for minutes.
  const [email] = await query("select status from private.email_outbox where id = $1", [id]);
  if (!email || email.status === "dismissed") {
    return "unknown";
  }
  const bounced = await resendBouncedEmail(query, jobs, id);
  if (bounced) {
    return bounced;
  }
  if (email.status === "sent") {
    return "sent";
  }
  await query(
    `update private.email_outbox set status = 'queued'
      where id in (select id from private.email_outbox where id = $1 and status = 'failed' for update skip locked)`,
    [id],
  );
  // Reschedule an existing job, because `add` would create a second one if the first has no attempts left. A locked job
  // is already running.
  const jobId = await findJobId(query, id);
  if (jobId) {
    await query("select graphile_worker.reschedule_jobs(array[$1::bigint], run_at := now(), attempts := 0)", [
      jobId,
    ]);
  } else {
    await jobs.add(query, "send-email", { id }, { key: emailJobKey(id) });
  }
  return "queued";
}

/**
 * Stops the retries of a failed or bounced email and removes it from the list. Also deletes the text of an account
 * email, because it may contain a link.
 * @returns "busy" if a worker is sending it, "unknown" if it has not failed.
 */
export async function dismissEmail(query: Query, id: string): Promise<"dismissed" | "busy" | "unknown"> {
  // A worker that is sending the email locks its row and its job.
  const [lockedEmail] = await query(
    "select 1 from private.email_outbox where id = $1 for update skip locked",
    [id],
  );
  const [failedEmail] = await query(
    `select 1 from (${UNDELIVERED_EMAILS_QUERY}) as undelivered where id = $1 and status <> 'queued'`,
    [id],
  );
  if (!failedEmail) {
    return "unknown";
  }
  if (!lockedEmail) {
    return "busy";
  }
  const jobId = await findJobId(query, id);
  if (jobId) {
    const [removed] = await query("select 1 from graphile_worker.complete_jobs(array[$1::bigint])", [jobId]);
    if (!removed) {
      return "busy";
    }
  }
  await query(
    `update private.email_outbox set status = 'dismissed',
            body_text = case when ${HAS_SECRET_LINK} then '' else body_text end,
            body_blocks = case when ${HAS_SECRET_LINK} then '[]' else body_blocks end
      where id = $1`,
    [id],
  );
  return "dismissed";
}

async function findJobId(query: Query, emailId: string): Promise<string | undefined> {
  const [job] = await query("select id::text as id from graphile_worker.jobs where key = $1", [
    emailJobKey(emailId),
  ]);
  return job?.id;
}
