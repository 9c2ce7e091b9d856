import { brand } from "#brand";
import { formatEventHeadline } from "#domain/findings/event-headline.ts";
import { describeEvent } from "#domain/findings/history.ts";
import type { StatementRow } from "#server/database/query.ts";
import { type ClientRecipient, listClientRecipients } from "#server/email/client-email.ts";
import { type FirmEmailConfig, queueFirmEmail } from "#server/email/firm-email.ts";
import {
  type FindingUpdate,
  findingsChanged,
  findingsChangedForFirm,
} from "#server/email/messages/findings.ts";
import { queueEmail } from "#server/email/outbox.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "database" | "jobs"> & {
  config: FirmEmailConfig & Pick<Services["config"], "publicUrl">;
};
type Update = StatementRow<typeof CLAIM_UPDATES>;

/**
 * Claims the updates of all clients whose oldest update is 5 minutes old. Updates from before the firm turned on email to clients, or
 * older than 2 days, such as that of a restored backup, are marked as announced without an email.
 */
const CLAIM_UPDATES = `
  with waiting as (
    select news.client_id
      from (select event.client_id, event.at from public.finding_events as event where event.announced_at is null
             union all
            select comment.client_id, comment.created_at from public.finding_comments as comment
             where comment.announced_at is null) as news
      -- The updates of a suspended client wait.
      join public.clients as client on client.id = news.client_id and client.status = 'active'
     group by news.client_id
    having min(news.at) < now() - interval '5 minutes'
  ), events as (
    update public.finding_events as event set announced_at = now()
     where event.announced_at is null and event.client_id in (select waiting.client_id from waiting)
    returning event.finding_id, event.client_id, event.at, event.actor_role, event.actor_id, event.action,
              event.from_value, event.to_value, null::uuid[] as mentions, null::text as author,
              'event-' || event.id as id
  ), comments as (
    update public.finding_comments as comment set announced_at = now()
     where comment.announced_at is null and comment.client_id in (select waiting.client_id from waiting)
    returning comment.finding_id, comment.client_id, comment.created_at as at, comment.author_role as actor_role,
              comment.author_id as actor_id, null::text as action, null::text as from_value, null::text as to_value,
              comment.mentions, comment.author, 'comment-' || comment.id as id
  )
  select news.id, news.finding_id, news.client_id, news.actor_role, news.actor_id, news.action, news.from_value,
         news.to_value, news.mentions, news.author, finding.key, finding.severity, finding.assignee_id, project.project_name, client.company,
         (select acceptance.requested_by from public.risk_acceptances as acceptance
           where acceptance.finding_id = news.finding_id and acceptance.requested_at < news.at
           order by acceptance.requested_at desc limit 1) as requester_id
    from (select * from events union all select * from comments) as news
    join public.findings as finding on finding.id = news.finding_id
    join public.projects as project on project.id = finding.project_id
    join public.clients as client on client.id = news.client_id
    cross join public.email_settings as settings
   where news.at > greatest(settings.client_news_since, now() - interval '2 days')
   order by news.client_id, news.at, news.id`;

/** What a client does that the firm must act on. Comments are announced too. */
const ACTIONS_FOR_FIRM = new Set(["retest-requested", "retest-canceled"]);

/**
 * Emails people about what others did with findings. One email contains everything since the last one, and the updates of a
 * client wait for 5 minutes, so that a series of changes sends one email.
 */
export function createAnnounceFindingsJob({ database, jobs, config }: Dependencies): JobHandler {
  return async () => {
    await database.bypassPolicies({ reason: "announce findings" }, async (query) => {
      const updates = await query(CLAIM_UPDATES);
      for (const [clientId, ofClient] of Map.groupBy(updates, (entry) => entry.client_id)) {
        const company = ofClient[0]?.company ?? "";
        const lastId = ofClient.at(-1)?.id ?? "";
        for (const recipient of await listClientRecipients(query, clientId, "findings")) {
          const relevant = ofClient.filter((entry) => isForMember(entry, recipient)).map(toUpdate);
          if (relevant.length > 0) {
            await queueEmail(query, jobs, {
              deduplicationKey: `findings:${clientId}:${lastId}:${recipient.user_id}`,
              kind: "findings-for-client",
              recipient: recipient.email,
              clientId,
              ...findingsChanged(relevant, recipient.name, company, config.publicUrl, brand),
            });
          }
        }
        const forFirm = ofClient.filter(isForFirm).map(toUpdate);
        if (forFirm.length > 0) {
          await queueFirmEmail({ config, jobs }, query, {
            deduplicationKey: `findings-for-firm:${clientId}:${lastId}`,
            kind: "findings-for-firm",
            ...findingsChangedForFirm(forFirm, company, config.publicUrl),
          });
        }
      }
    });
  };
}

function isForMember(entry: Update, { user_id, role }: ClientRecipient): boolean {
  if (entry.actor_id === user_id) {
    return false;
  }
  // The author of a comment selects who gets an email.
  if (entry.action === null) {
    return entry.mentions?.includes(user_id) ?? false;
  }
  if (entry.actor_role !== "client") {
    return entry.action !== "retest-started" && entry.action !== "assigned";
  }
  if (entry.action === "assigned") {
    return entry.assignee_id === user_id;
  }
  // Only another owner can decide about a request, and the requester waits for the decision.
  return (
    (entry.action === "acceptance-requested" && role === "owner") ||
    ((entry.action === "acceptance-approved" || entry.action === "acceptance-rejected") &&
      entry.requester_id === user_id)
  );
}

function isForFirm({ actor_role, action, to_value }: Update): boolean {
  return (
    actor_role === "client" &&
    (action === null ||
      ACTIONS_FOR_FIRM.has(action) ||
      (action === "status-changed" && to_value === "disputed"))
  );
}

function toUpdate(update: Update): FindingUpdate {
  const { finding_id, key, severity, project_name, action, actor_role, from_value, to_value, author } =
    update;
  const text = action
    ? describeEvent({ action, fromValue: from_value, toValue: to_value })
    : actor_role === "admin"
      ? `Comment by ${brand.name}`
      : "Comment";
  return {
    ...{ findingId: finding_id, key, severity, text },
    headline: formatEventHeadline(key, { action, toValue: to_value }),
    ...{ project: project_name, isNew: action === "published", isByFirm: actor_role !== "client" },
    commentAuthor: author,
  };
}
