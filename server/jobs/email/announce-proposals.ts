import { brand } from "#brand";
import { firmToday } from "#domain/firm/firm-today.ts";
import { toCents } from "#domain/money/money.ts";
import type { Query } from "#server/database/database.ts";
import type { StatementRow } from "#server/database/query.ts";
import { isAttachable } from "#server/email/attached-documents.ts";
import { listClientRecipients } from "#server/email/client-email.ts";
import type { EmailContent } from "#server/email/content.ts";
import { type FirmEmailConfig, queueFirmEmail } from "#server/email/firm-email.ts";
import {
  type EmailedProposal,
  milestoneAcceptedForFirm,
  milestoneDone,
  type ProposalNews,
  proposalAccepted,
  proposalCommented,
  proposalNewsForFirm,
  proposalReminder,
  proposalSent,
  proposalWithdrawn,
} from "#server/email/messages/proposal.ts";
import { type EmailKind, queueEmail } from "#server/email/outbox.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "database" | "jobs" | "now"> & {
  config: FirmEmailConfig & Pick<Services["config"], "publicUrl">;
};

/**
 * Claims the events of active clients. The emails about an acceptance wait for its PDF, for 15 minutes at most. Older events, such
 * as those of a restored backup, are marked as announced without an email.
 */
const CLAIM_EVENTS = `
  with claimed as (
    update public.proposal_events as event set announced_at = now()
     where event.announced_at is null
       and exists (select from public.clients as client where client.id = event.client_id and client.status = 'active')
       and (event.action <> 'accepted' or event.at < now() - interval '15 minutes'
            or exists (select from public.proposal_acceptances as acceptance
                        where acceptance.proposal_id = event.proposal_id and acceptance.document_id is not null))
    returning event.id, event.proposal_id, event.client_id, event.version, event.at, event.actor, event.actor_id, event.action,
              event.note
  )
  select claimed.id, claimed.action, claimed.version, claimed.actor, claimed.actor_id, claimed.note, claimed.client_id, client.company,
         proposal.id as proposal_id, proposal.number, proposal.status, proposal.current_version, proposal.title, proposal.value,
         proposal.valid_until::text, document.id as document_id, document.file_size
    from claimed
    join public.proposals as proposal on proposal.id = claimed.proposal_id
    join public.clients as client on client.id = claimed.client_id
    left join public.proposal_acceptances as acceptance
      on acceptance.proposal_id = claimed.proposal_id and claimed.action = 'accepted'
    left join public.documents as document on document.id = acceptance.document_id
    cross join public.email_settings as settings
   where claimed.at > greatest(settings.client_news_since, now() - interval '2 days')
   order by claimed.at, claimed.id`;

const CLAIM_COMMENTS = `
  with claimed as (
    update public.proposal_comments as comment set announced_at = now()
     where comment.announced_at is null
       and exists (select from public.clients as client where client.id = comment.client_id and client.status = 'active')
    returning comment.id, comment.proposal_id, comment.client_id, comment.created_at, comment.author_role, comment.author_id,
              comment.author
  )
  select claimed.id, claimed.author_role, claimed.author_id, claimed.author, claimed.client_id, client.company,
         proposal.id as proposal_id, proposal.number, proposal.current_version, proposal.title, proposal.value,
         proposal.valid_until::text
    from claimed
    join public.proposals as proposal on proposal.id = claimed.proposal_id
    join public.clients as client on client.id = claimed.client_id
    cross join public.email_settings as settings
   where claimed.created_at > greatest(settings.client_news_since, now() - interval '2 days')
   order by claimed.created_at, claimed.id`;

/** Claims a reminder a week and a day before the end of the last day, but not on the day after sending. */
const CLAIM_REMINDERS = `
  with due as (
    select 'proposal-reminder:' || proposal.id || ':' || proposal.current_version || ':'
             || case when proposal.valid_until - $1::date <= 1 then 1 else 7 end as key, proposal.id
      from public.proposals as proposal
      join public.clients as client on client.id = proposal.client_id and client.status = 'active'
     where proposal.status in ('sent', 'viewed') and proposal.valid_until - $1::date between 0 and 7
       and proposal.sent_at < now() - interval '1 day'
  ), claimed as (
    insert into private.announcements (key) select due.key from due on conflict do nothing returning key
  )
  select due.key, proposal.id as proposal_id, proposal.client_id, client.company, proposal.number, proposal.current_version,
         proposal.title, proposal.value, proposal.valid_until::text
    from due
    join claimed on claimed.key = due.key
    join public.proposals as proposal on proposal.id = due.id
    join public.clients as client on client.id = proposal.client_id`;

const CLAIM_MILESTONES = `
  with claimed as (
    update public.project_milestones as milestone
       set done_announced_at = coalesce(milestone.done_announced_at, now()),
           accepted_announced_at = case when milestone.accepted_at is not null then now() end
     where milestone.done_at is not null
       and (milestone.done_announced_at is null
            or milestone.accepted_at is not null and milestone.accepted_announced_at is null)
       and exists (select from public.clients as client where client.id = milestone.client_id and client.status = 'active')
    returning milestone.id, milestone.client_id, milestone.project_id, milestone.title, milestone.done_at, milestone.accepted_at,
              milestone.accepter
  )
  select claimed.id, claimed.client_id, claimed.project_id, claimed.title, claimed.done_at, claimed.accepted_at is not null as is_accepted,
         claimed.accepter, project.project_name, client.company
    from claimed
    join public.projects as project on project.id = claimed.project_id
    join public.clients as client on client.id = claimed.client_id
    cross join public.email_settings as settings
   where coalesce(claimed.accepted_at, claimed.done_at) > greatest(settings.client_news_since, now() - interval '2 days')
   order by claimed.done_at, claimed.id`;

/** Emails people about proposals, comments and milestones, and reminds clients of proposals that expire soon. */
export function createAnnounceProposalsJob({ database, jobs, now, config }: Dependencies): JobHandler {
  const { publicUrl } = config;
  /** Queues an email to each member who can read proposals, except one. */
  const emailClient = async (
    query: Query,
    { clientId, company, key, kind, except }: ClientEmail,
    create: (recipient: { name: string; company: string; userId: string }) => EmailContent,
  ) => {
    for (const recipient of await listClientRecipients(query, clientId, "proposals")) {
      if (recipient.user_id !== except) {
        await queueEmail(query, jobs, {
          deduplicationKey: `${key}:${recipient.user_id}`,
          kind,
          recipient: recipient.email,
          clientId,
          ...create({ name: recipient.name, company, userId: recipient.user_id }),
        });
      }
    }
  };
  const emailFirm = (query: Query, key: string, content: EmailContent) =>
    queueFirmEmail({ config, jobs }, query, {
      deduplicationKey: key,
      kind: "proposal-news-for-firm",
      ...content,
    });

  const announceEvent = async (query: Query, event: ProposalEvent) => {
    const proposal = toEmailedProposal(event);
    const { client_id: clientId, company } = event;
    const eventKey = `${event.proposal_id}:${event.id}`;
    const toClient = { clientId, company, key: `proposal-event:${eventKey}` };
    switch (event.action) {
      case "sent":
        // A version that was replaced or withdrawn in the meantime is not announced.
        if (
          event.version === event.current_version &&
          (event.status === "sent" || event.status === "viewed")
        ) {
          await emailClient(query, { ...toClient, kind: "proposal-sent" }, (recipient) =>
            proposalSent(proposal, recipient, publicUrl, brand),
          );
        }
        break;
      case "withdrawn":
        await emailClient(query, { ...toClient, kind: "proposal-withdrawn" }, (recipient) =>
          proposalWithdrawn({ proposal, reason: event.note }, recipient, publicUrl, brand),
        );
        break;
      case "accepted":
        await emailClient(query, { ...toClient, kind: "proposal-accepted" }, (recipient) =>
          proposalAccepted(
            {
              proposal,
              signer: recipient.userId === event.actor_id ? null : event.actor,
              documentId: toAttachment(event),
            },
            recipient,
            publicUrl,
            brand,
          ),
        );
        break;
    }
    const news = toNews(event);
    if (news) {
      await emailFirm(
        query,
        `proposal-event-for-firm:${eventKey}`,
        proposalNewsForFirm(news, proposal, company, publicUrl),
      );
    }
  };

  return async () => {
    await database.bypassPolicies({ reason: "announce proposals" }, async (query) => {
      for (const event of await query(CLAIM_EVENTS)) {
        await announceEvent(query, event);
      }
      for (const comment of await query(CLAIM_COMMENTS)) {
        const proposal = toEmailedProposal(comment);
        const { client_id: clientId, company } = comment;
        const author =
          comment.author_role === "admin"
            ? [comment.author, brand.name].filter(Boolean).join(" of ")
            : comment.author;
        const email = { clientId, company, key: `proposal-comment:${comment.id}`, except: comment.author_id };
        await emailClient(query, { ...email, kind: "proposal-comment" }, (recipient) =>
          proposalCommented({ proposal, author }, recipient, publicUrl, brand),
        );
        if (comment.author_role === "client") {
          const news = proposalNewsForFirm(
            { kind: "commented", person: author },
            proposal,
            company,
            publicUrl,
          );
          await emailFirm(query, `proposal-comment-for-firm:${comment.id}`, news);
        }
      }
      for (const due of await query(CLAIM_REMINDERS, [firmToday(now())])) {
        const { client_id: clientId, company, key } = due;
        if (clientId && key) {
          await emailClient(query, { clientId, company, key, kind: "proposal-reminder" }, (recipient) =>
            proposalReminder(toEmailedProposal(due), recipient, publicUrl, brand),
          );
        }
      }
      for (const milestone of await query(CLAIM_MILESTONES)) {
        const {
          client_id: clientId,
          company,
          title,
          project_id: projectId,
          project_name: projectName,
        } = milestone;
        if (milestone.is_accepted) {
          await emailFirm(
            query,
            `milestone-accepted:${milestone.id}`,
            milestoneAcceptedForFirm(
              { title, projectId, projectName, person: milestone.accepter },
              company,
              publicUrl,
            ),
          );
        } else {
          const key = `milestone-done:${milestone.id}:${milestone.done_at?.getTime()}`;
          await emailClient(query, { clientId, company, key, kind: "milestone-done" }, (recipient) =>
            milestoneDone({ title, projectId, projectName }, recipient, publicUrl, brand),
          );
        }
      }
    });
  };
}

type ProposalEvent = StatementRow<typeof CLAIM_EVENTS>;
type ClientEmail = {
  clientId: string;
  company: string;
  key: string;
  kind: EmailKind;
  /** The account that caused the email. */
  except?: string | null;
};

/** The accepted PDF, or null if it is not stored yet or too large to attach. */
function toAttachment({ document_id: id, file_size: size }: ProposalEvent): string | null {
  return id !== null && isAttachable(Number(size)) ? id : null;
}

function toNews(event: ProposalEvent): ProposalNews | null {
  const { action, actor, note } = event;
  switch (action) {
    case "accepted":
      return { kind: "accepted", person: actor, documentId: toAttachment(event) };
    case "declined":
      return { kind: "declined", person: actor, reason: note };
    case "expired":
      return { kind: "expired" };
    default:
      return null;
  }
}

type ProposalRow = Pick<
  ProposalEvent,
  "proposal_id" | "number" | "current_version" | "title" | "value" | "valid_until"
>;

function toEmailedProposal(row: ProposalRow): EmailedProposal {
  const { number } = row;
  if (!row.valid_until || number === null) {
    throw new Error("a sent proposal has no number or no last day");
  }
  return {
    id: row.proposal_id,
    number,
    version: row.current_version,
    title: row.title,
    total: toCents(row.value),
    validUntil: row.valid_until,
  };
}
