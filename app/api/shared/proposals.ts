import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { PROPOSALS_KEY } from "#app/api/shared/proposals-key.ts";
import { ProposalContent } from "#domain/proposals/proposal-content.ts";
import { ProposalTotals } from "#domain/proposals/proposal-totals.ts";

const POLL_INTERVAL_MS = 30_000;

async function fetchProposal(area: Area, id: string) {
  const supabase = await getSupabase(area);
  const row = unwrap(
    await supabase
      .from("proposals")
      .select(
        "*, clients(company), contact_inquiries(company), proposal_versions(*), proposal_acceptances(*)",
      )
      .eq("id", id)
      .order("version", { referencedTable: "proposal_versions", ascending: false })
      .maybeSingle(),
  );
  if (!row) {
    return null;
  }
  const [acceptance] = row.proposal_acceptances;
  return {
    ...row,
    acceptance: acceptance ? { ...acceptance, selectedIds: listAcceptedIds(acceptance.totals) } : null,
    proposal_versions: row.proposal_versions.map((version) => ({
      ...version,
      // Every write stores this type.
      content: ProposalContent.parse(version.content),
    })),
  };
}

function listAcceptedIds(totals: unknown): string[] {
  return ProposalTotals.parse(totals)
    .lines.filter((line) => line.isSelected)
    .map((line) => line.id);
}

/** A proposal with its versions, newest first, and its acceptance with the ids of the accepted line items. */
export type Proposal = NonNullable<Awaited<ReturnType<typeof fetchProposal>>>;
export type ProposalVersion = Proposal["proposal_versions"][number];

/** A proposal, or null if it does not exist or the caller cannot read it. Polled, because clients and the firm change it. */
export function proposalQuery(area: Area, id: string) {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, area, "proposal", id],
    queryFn: () => fetchProposal(area, id),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

async function fetchEvents(area: Area, proposalId: string) {
  const supabase = await getSupabase(area);
  return unwrap(
    await supabase
      .from("proposal_events")
      .select("id, version, at, actor_role, actor, action, note")
      .eq("proposal_id", proposalId)
      .order("id", { ascending: false }),
  );
}

/** What happened to a proposal, newest first. */
export function proposalEventsQuery(area: Area, proposalId: string) {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, area, "events", proposalId],
    queryFn: () => fetchEvents(area, proposalId),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** The comments on a proposal, oldest first. */
export function proposalCommentsQuery(area: Area, proposalId: string) {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, area, "comments", proposalId],
    queryFn: async () => {
      const supabase = await getSupabase(area);
      return unwrap(
        await supabase
          .from("proposal_comments")
          .select("id, author_role, author, body, created_at")
          .eq("proposal_id", proposalId)
          .order("created_at")
          .order("id"),
      );
    },
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Adds a comment. A job emails the other side. @throws {ApiError} */
export async function addProposalComment(
  area: Area,
  proposal: { id: string; client_id: string },
  body: string,
): Promise<void> {
  const supabase = await getSupabase(area);
  unwrap(
    await supabase
      .from("proposal_comments")
      .insert({ proposal_id: proposal.id, client_id: proposal.client_id, body }),
  );
}

async function fetchPlannedPayments(area: Area, proposalId: string) {
  const supabase = await getSupabase(area);
  return unwrap(
    await supabase
      .from("planned_payments")
      .select("*, project_milestones(title), invoices(invoice_number, status, square_status)")
      .eq("proposal_id", proposalId)
      .order("position"),
  );
}

/** A payment of an accepted proposal, with the milestone it waits for and its invoice. */
export type ListedPayment = Awaited<ReturnType<typeof fetchPlannedPayments>>[number];

/** The payments of an accepted proposal, in order. */
export function plannedPaymentsQuery(area: Area, proposalId: string) {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, area, "payments", proposalId],
    queryFn: () => fetchPlannedPayments(area, proposalId),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

async function fetchMilestones(area: Area, projectId: string) {
  const supabase = await getSupabase(area);
  return unwrap(
    await supabase
      .from("project_milestones")
      .select("id, project_id, title, due_on, done_at, accepted_at, accepter")
      .eq("project_id", projectId)
      .order("position")
      .order("id"),
  );
}

export type ProjectMilestone = Awaited<ReturnType<typeof fetchMilestones>>[number];

/** The milestones of a project, in order. */
export function milestonesQuery(area: Area, projectId: string) {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, area, "milestones", projectId],
    queryFn: () => fetchMilestones(area, projectId),
    refetchInterval: POLL_INTERVAL_MS,
  });
}
