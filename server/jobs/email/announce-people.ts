import { brand } from "#brand";
import { REVIEW_INTERVAL_DAYS } from "#domain/clients/members/access-review.ts";
import { ClientRoleName } from "#domain/clients/members/role.ts";
import { formatDateTime } from "#domain/dates/date-time.ts";
import { toInstant } from "#domain/dates/instant.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { formatPerson } from "#domain/text/format-person.ts";
import type { Query } from "#server/database/database.ts";
import { accessChangedForOwners, accessReviewDue, ownAccessChanged } from "#server/email/messages/people.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { sendMemberInvitations } from "#server/jobs/email/member-invitations.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "database" | "jobs" | "accounts" | "log"> & {
  config: Pick<Services["config"], "publicUrl">;
};

const ACCESS_CHANGES = ["joined", "role-changed", "suspended", "restored", "removed"] as const;

/** Sends invitations, access change notices and access review reminders. Unbans members who regained access. */
export function createAnnouncePeopleJob(services: Dependencies): JobHandler {
  return async () => {
    await announceAccessChanges(services);
    await remindOfReviews(services);
    await unbanMembers(services);
    await sendMemberInvitations(services);
  };
}

/** Unbans accounts that were banned when a client was suspended, and that now have access to another active client. */
async function unbanMembers({ database, accounts }: Dependencies): Promise<void> {
  const members = await database.bypassPolicies({ reason: "list banned members" }, (query) =>
    query(
      `select account.id from auth.users as account
        where account.banned_until > now()
          and exists (select from public.client_members as member
                        join public.clients as client on client.id = member.client_id
                       where member.user_id = account.id and client.status = 'suspended')
          and exists (select from public.client_members as member
                        join public.clients as client on client.id = member.client_id
                       where member.user_id = account.id and client.status = 'active' and member.suspended_at is null
                         and (member.expires_at is null or member.expires_at > now()))
        limit 50`,
    ),
  );
  for (const { id } of members) {
    await accounts.unban(id);
  }
}

function announceAccessChanges({ database, jobs, config }: Dependencies): Promise<void> {
  return database.bypassPolicies({ reason: "announce access changes" }, async (query) => {
    for (const row of await claimAccessChanges(query)) {
      const kind = ACCESS_CHANGES.find((action) => action === row.action);
      const role = ClientRoleName.safeParse(row.role);
      if (!kind || !role.success) {
        continue;
      }
      const change = {
        kind,
        company: row.company,
        person: { name: row.person_name, email: row.subject },
        role: role.data,
        actor: formatPerson(row.actor_name, row.actor),
        time: formatDateTime(row.at, brand.timeZone),
      };
      const isOwn = row.recipient_id === row.member_id;
      if (isOwn && kind === "joined") {
        continue;
      }
      const name = row.recipient_name || undefined;
      const content =
        isOwn && change.kind !== "joined"
          ? ownAccessChanged({ ...change, kind: change.kind }, name, config.publicUrl, brand)
          : accessChangedForOwners(change, name, config.publicUrl, brand);
      await queueEmail(query, jobs, {
        deduplicationKey: `access-changed:${row.id}:${row.recipient_id}`,
        kind: "access-changed",
        recipient: row.recipient,
        clientId: row.client_id,
        ...content,
      });
    }
  });
}

/**
 * Claims the access changes of the last 2 days, with their recipients: the person, and all active owners except the one
 * who made the change. Members added by an administrator or a trigger are not announced.
 */
function claimAccessChanges(query: Query) {
  return query(
    `with claimed as (
       update public.client_activity as entry set announced_at = now()
        where entry.id in (select due.id from public.client_activity as due
                            where due.announced_at is null and due.action = any ($1::text[])
                              and due.at > now() - interval '2 days'
                            order by due.id limit 200 for update skip locked)
       returning entry.id, entry.client_id, entry.at, entry.action, entry.subject, entry.actor, entry.actor_id,
                 entry.actor_role, (entry.details ->> 'user')::uuid as member_id,
                 coalesce(entry.details ->> 'to', entry.details ->> 'role') as role
     )
     select claimed.id::text as id, claimed.at, claimed.action, claimed.subject, claimed.actor, claimed.member_id,
            claimed.role, claimed.client_id, client.company, account.id as recipient_id, account.email as recipient,
            coalesce(member.name, '') as recipient_name,
            (select nullif(person.name, '') from public.client_members as person
              where person.client_id = claimed.client_id and person.user_id = claimed.member_id) as person_name,
            private.account_name(claimed.actor_id, claimed.client_id) as actor_name
       from claimed
       join public.clients as client on client.id = claimed.client_id and client.status = 'active'
       join public.users as account on account.email <> ''
       left join public.client_members as member
         on member.client_id = claimed.client_id and member.user_id = account.id
      where (account.id = claimed.member_id
             or member.role = 'owner' and member.suspended_at is null)
        and account.id is distinct from claimed.actor_id
        and not (claimed.action = 'joined' and claimed.actor_role <> 'client')
      order by claimed.id, account.id`,
    [[...ACCESS_CHANGES]],
  );
}

function remindOfReviews({ database, jobs, config }: Dependencies): Promise<void> {
  return database.bypassPolicies({ reason: "remind owners of access reviews" }, async (query) => {
    for (const review of await claimDueReviews(query)) {
      const { key, recipient, recipient_id, name, company, people, reviewed_at } = review;
      await queueEmail(query, jobs, {
        deduplicationKey: `${key}:${recipient_id}`,
        kind: "access-review-due",
        recipient,
        clientId: review.client_id,
        ...accessReviewDue(
          {
            company,
            people,
            lastReview: reviewed_at && formatInstantDate(toInstant(reviewed_at), brand.timeZone),
          },
          name || undefined,
          config.publicUrl,
          brand,
        ),
      });
    }
  });
}

/**
 * Claims the clients with several people whose last review is 90 days old, or a multiple of that. Without a review, the
 * period starts when the second person joins.
 */
function claimDueReviews(query: Query) {
  return query(
    `with client_people as (
       select client.id, client.company,
              (select count(*)::integer from public.client_members as member
                where member.client_id = client.id and member.suspended_at is null
                  and (member.expires_at is null or member.expires_at > now())) as people,
              (select max(review.reviewed_at) from public.access_reviews as review
                where review.client_id = client.id) as reviewed_at,
              (select member.joined_at from public.client_members as member where member.client_id = client.id
                order by member.joined_at offset 1 limit 1) as shared_since
         from public.clients as client where client.status = 'active'
     ), due as (
       select id, company, people, reviewed_at,
              'access-review-due:' || id || ':'
              || floor(extract(epoch from now() - coalesce(reviewed_at, shared_since)) / 86400 / $1::integer)::text
              || ':' || coalesce(reviewed_at::text, '') as key
         from client_people
        where people > 1 and coalesce(reviewed_at, shared_since) < now() - make_interval(days => $1::integer)
        limit 200
     ), claimed as (
       insert into private.announcements (key) select due.key from due on conflict do nothing returning key
     )
     select due.key, due.id as client_id, due.company, due.people, due.reviewed_at, account.id as recipient_id, account.email as recipient,
            member.name
       from due
       join claimed on claimed.key = due.key
       join public.client_members as member
         on member.client_id = due.id and member.role = 'owner' and member.suspended_at is null
       join public.users as account on account.id = member.user_id and account.email <> ''
      order by due.key, account.id`,
    [REVIEW_INTERVAL_DAYS],
  );
}
