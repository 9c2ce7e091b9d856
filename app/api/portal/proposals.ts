import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { readFile, readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { userApi } from "#app/api/client/user-api.ts";
import { PROPOSALS_KEY } from "#app/api/shared/proposals-key.ts";
import { addCents, type Cents, toCents, ZERO_CENTS } from "#domain/money/money.ts";
import type { AcceptProposal, DeclineProposal } from "#domain/proposals/proposals-api.ts";

const api = userApi.client.client;
const POLL_INTERVAL_MS = 60_000;

async function fetchOwnProposals(clientId: string) {
  const supabase = await getSupabase("client");
  return unwrap(
    await supabase
      .from("proposals")
      .select("id, number, title, status, value, valid_until, sent_at, viewed_at, closed_at, current_version")
      .eq("client_id", clientId)
      .order("sent_at", { ascending: false }),
  );
}

/** A row of the client's list of proposals. */
export type OwnProposal = Awaited<ReturnType<typeof fetchOwnProposals>>[number];

/** The proposals that were sent to a client, the latest first. */
export function ownProposalsQuery(clientId: string) {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, "client", "list", clientId],
    queryFn: () => fetchOwnProposals(clientId),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Records that the user opened a version. @throws {ApiError} */
export async function recordProposalView(id: string, version: number): Promise<void> {
  await readJson(api.proposals[":id"].view.$post({ param: { id }, json: { version } }));
}

/** @throws {ApiError} 409 if a newer version was sent, or the proposal has expired or is closed. 403 without a recent sign-in. */
export async function acceptProposal(id: string, json: AcceptProposal): Promise<void> {
  await readJson(api.proposals[":id"].accept.$post({ param: { id }, json }));
}

/** @throws {ApiError} 409 if a newer version was sent, or the proposal is closed. */
export async function declineProposal(id: string, json: DeclineProposal): Promise<void> {
  await readJson(api.proposals[":id"].decline.$post({ param: { id }, json }));
}

/** Accepts a milestone that is done. @throws {ApiError} 409 if it was accepted already, has changed, or is no longer done. */
export async function acceptMilestone({ id, title }: { id: string; title: string }): Promise<void> {
  await readJson(api.milestones[":id"].accept.$post({ param: { id }, json: { title } }));
}

/** The milestones of all projects of a client, in order. */
export function ownMilestonesQuery(clientId: string) {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, "client", "milestones", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      return unwrap(
        await supabase
          .from("project_milestones")
          .select("id, project_id, title, due_on, done_at, accepted_at, accepter")
          .eq("client_id", clientId)
          .order("position")
          .order("id"),
      );
    },
  });
}

/** The sum of the accepted proposals in cents, by project. Empty for roles that cannot read proposals. */
export function ownProposalValuesQuery(clientId: string) {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, "client", "values", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      const accepted = unwrap(
        await supabase
          .from("proposals")
          .select("project_id, value")
          .eq("client_id", clientId)
          .eq("status", "accepted"),
      );
      const valuesByProject = new Map<string | null, Cents>();
      for (const { project_id: projectId, value } of accepted) {
        valuesByProject.set(
          projectId,
          addCents(valuesByProject.get(projectId) ?? ZERO_CENTS, toCents(value)),
        );
      }
      return valuesByProject;
    },
  });
}

/** A version as PDF. @throws {ApiError} */
export function fetchOwnProposalPdf(id: string, version: number): Promise<Blob> {
  return readFile(api.proposals[":id"].pdf.$get({ param: { id }, query: { version: String(version) } }));
}
