import type * as z from "zod/mini";
import { adminApi } from "#app/api/admin/admin-api.ts";
import type { ListedTemplate } from "#app/api/admin/proposals.ts";
import { readJson } from "#app/api/client/read-response.ts";
import type { ProposalContent } from "#domain/proposals/proposal-content.ts";
import type { AssignProposal, CreateProposal, ExtendProposal } from "#domain/proposals/proposals-api.ts";

type ContentInput = z.input<typeof ProposalContent>;

/** Creates a draft and returns its id. @throws {ApiError} */
export async function createProposal(source: Partial<CreateProposal>): Promise<string> {
  const { id } = await readJson(adminApi.proposals.$post({ json: source }));
  return id;
}

/** The revision that was loaded, or 0 to start a new version from the current one. */
type DraftBase = { revision: number; baseVersion: number };

/**
 * Saves the draft of a proposal and returns its new revision.
 * @throws {ApiError} 409 if someone else saved the draft or sent a newer version, or if the proposal was accepted.
 */
export async function saveProposalDraft(id: string, base: DraftBase, content: ContentInput): Promise<number> {
  const saved = await readJson(
    adminApi.proposals[":id"].draft.$put({ param: { id }, json: { ...base, content } }),
  );
  return saved.revision;
}

/** Discards a draft. Returns whether the proposal was deleted, because it was never sent. @throws {ApiError} */
export async function discardProposalDraft(id: string): Promise<boolean> {
  const { isProposalDeleted } = await readJson(adminApi.proposals[":id"].draft.$delete({ param: { id } }));
  return isProposalDeleted;
}

/** Chooses the client, and the project that acceptance extends. @throws {ApiError} */
export async function assignProposal(id: string, json: AssignProposal): Promise<void> {
  await readJson(adminApi.proposals[":id"].client.$put({ param: { id }, json }));
}

/** @param probability null uses that of the status @throws {ApiError} */
export async function setProbability(id: string, probability: number | null): Promise<void> {
  await readJson(adminApi.proposals[":id"].probability.$put({ param: { id }, json: { probability } }));
}

/** Sends the draft with this revision to the client. @throws {ApiError} 409 if it has changed, or 422 if it is incomplete. */
export async function sendProposal(id: string, revision: number): Promise<void> {
  await readJson(adminApi.proposals[":id"].send.$post({ param: { id }, json: { revision } }));
}

/**
 * Sends the version again as a new one with a later last day.
 * @throws {ApiError} 409 if a draft or a newer version exists, or the client has decided.
 */
export async function extendProposal(id: string, json: z.input<typeof ExtendProposal>): Promise<void> {
  await readJson(adminApi.proposals[":id"].extend.$post({ param: { id }, json }));
}

/** @throws {ApiError} 409 if the proposal is no longer open. */
export async function withdrawProposal(id: string, reason: string): Promise<void> {
  await readJson(adminApi.proposals[":id"].withdraw.$post({ param: { id }, json: { reason } }));
}

/** Adds a template. @throws {ApiError} 409 if its name is taken. */
export async function createProposalTemplate(name: string, content: ContentInput): Promise<void> {
  await readJson(adminApi["proposal-templates"].$post({ json: { name, content } }));
}

/** Changes a template. @throws {ApiError} 409 if its name is taken or someone else changed it, or 404 if it was deleted. */
export async function saveProposalTemplate(
  { id, updatedAt }: Pick<ListedTemplate, "id" | "updatedAt">,
  name: string,
  content: ContentInput,
): Promise<void> {
  await readJson(
    adminApi["proposal-templates"][":id"].$put({ param: { id }, json: { name, content, updatedAt } }),
  );
}

/** @throws {ApiError} */
export async function deleteProposalTemplate(id: string): Promise<void> {
  await readJson(adminApi["proposal-templates"][":id"].$delete({ param: { id } }));
}

/** Publishes a new version of the terms. @throws {ApiError} */
export async function publishProposalTerms(body: string): Promise<void> {
  await readJson(adminApi["proposal-terms"].$post({ json: { body } }));
}
