import {
  MAIL_IS_LATE_AFTER,
  MAILS_A_PAGE,
  type MailCounts,
  type UnsentMail,
  type UnsentMailPage,
} from "#domain/background-work.ts";
import { ACCOUNT_MAIL } from "#server/account-mail.ts";
import type { Query } from "#server/database.ts";
import { sendBouncedAgain } from "#server/email/bounce.ts";
import type { Jobs } from "#server/jobs/queue.ts";

// Given up: nothing will try again, because the queue has spent its tries or knows the mail no more.
const UNSENT = `
  select mail.id, mail.kind, mail.recipient, mail.subject, mail.attempts, mail.last_error, mail.created_at,
         mail.bounced_at, mail.bounce_status, mail.bounce_reason,
         mail.body_text <> '' as "canBeSentAgain",
         case when mail.bounced_at is not null then 'bounced'
              when job.id is null or job.locked_at is null and job.attempts >= job.max_attempts then 'given-up'
              when mail.attempts > 0 then 'failing' else 'waiting' end as state,
         case when job.attempts < job.max_attempts then job.run_at end as next_try
    from private.mail_outbox as mail
    left join graphile_worker.jobs as job on job.key = 'mail:' || mail.id
   where mail.state in ('queued', 'failed') or mail.state = 'sent' and mail.bounced_at is not null`;

type Row = Omit<UnsentMail, "lastError" | "createdAt" | "nextTryAt" | "bounce"> & {
  last_error: string | null;
  created_at: Date;
  next_try: Date | null;
  bounced_at: Date | null;
  bounce_status: string | null;
  bounce_reason: string | null;
};

export async function mailCounts(query: Query): Promise<MailCounts> {
  const [counts] = await query<MailCounts>(
    `select count(*) filter (where state = 'waiting')::integer as waiting,
            count(*) filter (where state = 'failing')::integer as failing,
            count(*) filter (where state in ('waiting', 'failing')
                               and (attempts >= $1 or created_at <= now() - make_interval(mins => $2)))::integer as late,
            count(*) filter (where state = 'given-up')::integer as "givenUp",
            count(*) filter (where state = 'bounced')::integer as bounced
       from (${UNSENT}) as unsent`,
    [MAIL_IS_LATE_AFTER.failures, MAIL_IS_LATE_AFTER.minutes],
  );
  return counts ?? { waiting: 0, failing: 0, late: 0, givenUp: 0, bounced: 0 };
}

/** One page, counted from 1, of mails not delivered, the newest first; `state` "" for all. Never their text. */
export async function unsentMails(
  query: Query,
  { state, page }: { state: string; page: number },
): Promise<UnsentMailPage> {
  const found = `from (${UNSENT}) as unsent where $1 = '' or state = $1`;
  const [counted] = await query<{ total: number }>(`select count(*)::integer as total ${found}`, [state]);
  const total = counted?.total ?? 0;
  // A link to a page there no longer is shows the first.
  const from = (page - 1) * MAILS_A_PAGE < total ? (page - 1) * MAILS_A_PAGE : 0;
  const rows = await query<Row>(`select * ${found} order by created_at desc, id limit $2 offset $3`, [
    state,
    MAILS_A_PAGE,
    from,
  ]);
  return {
    total,
    from,
    rows: rows.map(shown),
  };
}

function shown({ last_error, created_at, next_try, bounced_at, bounce_status, bounce_reason, ...mail }: Row) {
  return {
    ...mail,
    lastError: last_error?.replaceAll(/\s+/g, " ") ?? null,
    createdAt: created_at.toISOString(),
    nextTryAt: next_try?.toISOString() ?? null,
    bounce: bounced_at && {
      at: bounced_at.toISOString(),
      status: bounce_status,
      reason: bounce_reason ?? "",
    },
  };
}

/**
 * Has a mail that was not sent, or came back, tried again at once, with all tries the queue gives. Whatever else tries
 * it meanwhile, its row lets one sending through.
 * @returns "sent" for one that needs no sending, "textless" for one that came back and whose text was forgotten when it
 * was sent, "unknown" for none.
 */
export async function sendAgain(
  query: Query,
  jobs: Jobs,
  id: string,
): Promise<"queued" | "sent" | "textless" | "unknown"> {
  // One that is being sent right now is not waited for.
  const [mail] = await query<{ state: string }>("select state from private.mail_outbox where id = $1", [id]);
  if (!mail || mail.state === "dismissed") return "unknown";
  const bounced = await sendBouncedAgain(query, jobs, id);
  if (bounced) return bounced;
  if (mail.state === "sent") return "sent";
  await query(
    `update private.mail_outbox set state = 'queued'
      where id in (select id from private.mail_outbox where id = $1 and state = 'failed' for update skip locked)`,
    [id],
  );
  // The queue would put a new job beside one that is spent; one that a worker holds is left to it.
  const job = await jobOf(query, id);
  if (job)
    await query("select graphile_worker.reschedule_jobs(array[$1::bigint], run_at := now(), attempts := 0)", [
      job,
    ]);
  else await jobs.add(query, "send-mail", { id }, { key: `mail:${id}` });
  return "queued";
}

/**
 * Has a mail that failed, or came back, tried no more and counted no more. What it says about an account is forgotten,
 * as if it had been sent: it may hold a link.
 * @returns "busy" for one that is being sent right now, "unknown" where there is none that failed.
 */
export async function dismissMail(query: Query, id: string): Promise<"dismissed" | "busy" | "unknown"> {
  // Whoever sends it holds its row, and its job.
  const [free] = await query("select 1 from private.mail_outbox where id = $1 for update skip locked", [id]);
  const [failed] = await query(`select 1 from (${UNSENT}) as unsent where id = $1 and state <> 'waiting'`, [
    id,
  ]);
  if (!failed) return "unknown";
  if (!free) return "busy";
  const job = await jobOf(query, id);
  if (job) {
    const [removed] = await query("select 1 from graphile_worker.complete_jobs(array[$1::bigint])", [job]);
    if (!removed) return "busy";
  }
  await query(
    `update private.mail_outbox set state = 'dismissed',
            body_text = case when kind like '${ACCOUNT_MAIL}%' then '' else body_text end
      where id = $1`,
    [id],
  );
  return "dismissed";
}

async function jobOf(query: Query, mail: string): Promise<string | undefined> {
  const [job] = await query<{ id: string }>(
    "select id::text as id from graphile_worker.jobs where key = $1",
    [`mail:${mail}`],
  );
  return job?.id;
}
