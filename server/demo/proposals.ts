import { addDays, type CalendarDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { toDollars } from "#domain/money/money.ts";
import { ELECTRONIC_CONSENT } from "#domain/proposals/consent.ts";
import type { ProposalContent } from "#domain/proposals/proposal-content.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import type { Query } from "#server/database/database.ts";
import { DEMO_CLIENTS } from "#server/demo/seed-data.ts";
import { toWeekday } from "#server/demo/weekdays.ts";
import { acceptProposal } from "#server/proposals/accept-proposal.ts";
import { hashContent, parseContent } from "#server/proposals/stored-content.ts";
import type { Services } from "#server/services.ts";

type DemoContext = Pick<Services, "database" | "now">;
type DemoOwner = { clientId: string; userId: string; name: string };

const MS_PER_DAY = 86_400_000;
const DRAFT_INQUIRY = "WL-DEMO-0003";
const ASSESSMENT_WEEKS = [0, 3, 4] as const;

/**
 * Inserts a draft for an inquiry, an open and a declined proposal of the first client, and an accepted one of the second client with
 * its project and milestones. Skips everything if there are proposals already.
 */
export async function loadProposals({ database, now }: DemoContext): Promise<void> {
  const prepared = await database.bypassPolicies({ reason: "load demo data" }, async (query) => {
    const [existing] = await query("select 1 from public.proposals limit 1");
    const [first, second] = [await findOwner(query, 0), await findOwner(query, 1)];
    return existing || !first || !second ? null : insertProposals(query, { first, second, now: now() });
  });
  if (!prepared) {
    return;
  }
  const { id, owner, sha256 } = prepared;
  const claims = {
    ...{ sub: owner.userId, role: "authenticated", aal: "aal1", app_metadata: { role: "client" } },
    selectedClientId: owner.clientId,
  };
  await database.asCaller(claims, (query) =>
    acceptProposal(
      query,
      id,
      {
        ...{
          version: 1,
          sha256,
          selectedItemIds: [],
          name: owner.name,
          title: "Chief Information Officer",
        },
        ...{ consentVersion: ELECTRONIC_CONSENT.version, agrees: true },
      },
      { now: now(), ip: "198.51.100.24", userAgent: "Mozilla/5.0 (Macintosh) Firefox/140.0" },
    ),
  );
  await database.bypassPolicies({ reason: "load demo data" }, (query) =>
    completeMilestones(query, id, now()),
  );
}

async function insertProposals(
  query: Query,
  { first, second, now }: { first: DemoOwner; second: DemoOwner; now: Date },
) {
  const today = firmToday(now);
  const [assessment, redTeam, governance] = await readTemplates(query);
  if (!assessment || !redTeam || !governance) {
    throw new Error("the built-in templates are missing");
  }
  const open = fillIn(redTeam, {
    system: "your triage assistant",
    today,
    validDays: 16,
    milestoneWeeks: [0, 3, 4],
  });
  await insertSent(query, first, open, { now, sentDaysAgo: 5, viewedDaysAgo: 4 });
  const declined = fillIn(governance, {
    system: "your AI systems",
    today,
    validDays: 21,
    milestoneWeeks: [3, 7, 11],
  });
  const declinedId = await insertSent(query, first, declined, { now, sentDaysAgo: 12, viewedDaysAgo: 11 });
  await query(
    `update public.proposals set status = 'declined', closed_at = $2, status_reason = $3 where id = $1`,
    [declinedId, daysBefore(now, 2), "We'll build the program with our own team this year."],
  );
  await query(
    "update public.proposal_events set at = $2, announced_at = $2 where proposal_id = $1 and action = 'declined'",
    [declinedId, daysBefore(now, 2)],
  );
  // No one is signed in, so the activity log shows the system as the one who declined.
  await query(
    `update public.client_activity as entry
        set actor_role = 'client', actor_id = account.id, actor = account.email, at = $3
       from public.users as account
      where account.id = $2 and entry.client_id = $1 and entry.action = 'proposal-declined' and entry.actor_role = 'system'`,
    [first.clientId, first.userId, daysBefore(now, 2)],
  );
  const accepted = fillIn(assessment, {
    system: "your research assistant",
    today,
    validDays: 20,
    milestoneWeeks: ASSESSMENT_WEEKS,
  });
  const id = await insertSent(query, second, accepted, { now, sentDaysAgo: 9, viewedDaysAgo: 8 });
  const draft = fillIn(assessment, {
    system: "your adviser assistant",
    today,
    validDays: 30,
    milestoneWeeks: ASSESSMENT_WEEKS,
  });
  await insertDraft(query, draft);
  return { id, owner: second, sha256: hashContent(accepted) };
}

async function readTemplates(query: Query): Promise<ProposalContent[]> {
  const templates = await query(
    "select content from public.proposal_templates where is_builtin order by name = 'AI governance program', name",
  );
  return templates.map(({ content }) => parseContent(content));
}

type FillInOptions = {
  system: string;
  today: CalendarDate;
  validDays: number;
  /** Weeks from the start to each milestone. The project ends a week after the last one. */
  milestoneWeeks: readonly [number, number, number];
};

/** Replaces the placeholders of a template, and sets the dates. */
function fillIn(
  template: ProposalContent,
  { system, today, validDays, milestoneWeeks }: FillInOptions,
): ProposalContent {
  const start = toWeekday(addDays(today, 14));
  const dates = milestoneWeeks.map((weeks) => addDays(start, 7 * weeks));
  return {
    ...template,
    sections: template.sections.map((section) => ({
      ...section,
      body: section.body
        .replace("from [date] to [date]", "during the project")
        .replaceAll(/\[[^\]]*\]/g, (placeholder) => REPLACEMENTS[placeholder] ?? system),
    })),
    milestones: template.milestones.map((milestone, index) => ({
      ...milestone,
      dueOn: dates[index] ?? null,
    })),
    taxNote: "No sales tax applies to these services.",
    startsOn: start,
    completesOn: addDays(start, 7 * (milestoneWeeks[2] + 1)),
    validUntil: addDays(today, validDays),
  };
}

const REPLACEMENTS: Readonly<Record<string, string>> = {
  "[Client]": "Your company",
  "[client]": "your company",
  "[purpose]": "support its teams every day",
  "[environment]": "the staging environment",
  "[number]": "three",
  "[systems]": "third-party model providers",
  "[executive sponsor]": "your executive sponsor",
  "[System and version]": "The assistant in its current version",
  "[Objective 1, such as reading another customer's data]": "Read the data of another user",
  "[Objective 2, such as making the agent send an email]": "Make the assistant send an email",
};

type History = { now: Date; sentDaysAgo: number; viewedDaysAgo: number };

/** Inserts a proposal that was sent and viewed in the past. */
async function insertSent(
  query: Query,
  owner: DemoOwner,
  content: ProposalContent,
  { now, sentDaysAgo, viewedDaysAgo }: History,
): Promise<string> {
  const [terms] = await query(
    "select version, body from public.proposal_terms order by version desc limit 1",
  );
  content.terms = terms ?? null;
  const value = toDollars(proposalTotals(content).total);
  const [sentAt, viewedAt] = [daysBefore(now, sentDaysAgo), daysBefore(now, viewedDaysAgo)];
  const [proposal] = await query(
    `insert into public.proposals
       (client_id, status, current_version, title, value, valid_until, first_sent_at, sent_at, viewed_at, created_at)
     values ($1, 'viewed', 1, $2, $3, $4, $5, $5, $6, $5) returning id`,
    [owner.clientId, content.title, value, content.validUntil, sentAt, viewedAt],
  );
  if (!proposal) {
    throw new Error("no row was returned for the proposal");
  }
  await query(
    `insert into public.proposal_versions (proposal_id, version, content, title, total, valid_until, sha256, sent_at)
     values ($1, 1, $2, $3, $4, $5, $6, $7)`,
    [
      proposal.id,
      JSON.stringify(content),
      content.title,
      value,
      content.validUntil,
      hashContent(content),
      sentAt,
    ],
  );
  await query(
    `insert into public.proposal_events (proposal_id, client_id, version, at, actor_role, actor_id, actor, action, announced_at)
     values ($1, $2, 1, $3, 'admin', null, '', 'sent', $3), ($1, $2, 1, $4, 'client', $5, $6, 'viewed', $4)`,
    [proposal.id, owner.clientId, sentAt, viewedAt, owner.userId, owner.name],
  );
  return proposal.id;
}

async function insertDraft(query: Query, content: ProposalContent): Promise<void> {
  const value = toDollars(proposalTotals(content).total);
  const [draft] = await query(
    `insert into public.proposals (inquiry_id, title, value)
     select inquiry.id, $2, $3 from public.contact_inquiries as inquiry where inquiry.reference = $1 returning id`,
    [DRAFT_INQUIRY, content.title, value],
  );
  if (draft) {
    await query(
      `insert into public.proposal_versions (proposal_id, version, content, title, total, valid_until)
       values ($1, 1, $2, $3, $4, $5)`,
      [draft.id, JSON.stringify(content), content.title, value, content.validUntil],
    );
  }
}

/** The first milestone is accepted, and the second one waits for the client. */
async function completeMilestones(query: Query, proposalId: string, now: Date): Promise<void> {
  await query(
    `update public.project_milestones as milestone
        set done_at = $2::timestamptz, done_announced_at = $2,
            accepted_at = case when milestone.position = 1 then $2::timestamptz end,
            accepted_announced_at = case when milestone.position = 1 then $2::timestamptz end,
            accepter = case when milestone.position = 1 then acceptance.signer_name else '' end
       from public.proposal_acceptances as acceptance
      where milestone.proposal_id = $1 and acceptance.proposal_id = $1 and milestone.position <= 2`,
    [proposalId, now],
  );
}

async function findOwner(query: Query, index: number): Promise<DemoOwner | null> {
  const demo = DEMO_CLIENTS[index];
  const [owner] = await query(
    `select client.id, client.user_id from public.clients as client
       join public.users as account on account.id = client.user_id where account.email = $1`,
    [demo?.email ?? ""],
  );
  return owner?.user_id && demo
    ? { clientId: owner.id, userId: owner.user_id, name: demo.contactPerson }
    : null;
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * MS_PER_DAY);
}
