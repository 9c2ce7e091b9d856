import { adminApi } from "#app/api/admin/admin-api.ts";
import { readJson } from "#app/api/client/read-response.ts";
import type { SaveMilestone } from "#domain/proposals/proposals-api.ts";

/** Adds a milestone to a project. @throws {ApiError} */
export async function createMilestone(project: string, json: SaveMilestone): Promise<void> {
  await readJson(adminApi.projects[":project"].milestones.$post({ param: { project }, json }));
}

/** @throws {ApiError} 409 if the client has accepted the milestone. */
export async function saveMilestone(id: string, json: SaveMilestone): Promise<void> {
  await readJson(adminApi.milestones[":id"].$put({ param: { id }, json }));
}

/** Marks a milestone as done, or undoes that. @throws {ApiError} 409 if the client has accepted the milestone. */
export async function setMilestoneDone(id: string, isDone: boolean): Promise<void> {
  await readJson(adminApi.milestones[":id"].done.$put({ param: { id }, json: { isDone } }));
}

/** @throws {ApiError} 409 if the client has accepted the milestone, or a payment depends on it. */
export async function deleteMilestone(id: string): Promise<void> {
  await readJson(adminApi.milestones[":id"].$delete({ param: { id } }));
}

/** Makes a planned payment due before its date or event. @throws {ApiError} */
export async function makePaymentDue(id: string): Promise<void> {
  await readJson(adminApi["planned-payments"][":id"].due.$post({ param: { id } }));
}

/** Records the invoice of a planned payment. Null removes it. @throws {ApiError} */
export async function setPaymentInvoice(id: string, invoiceId: string | null): Promise<void> {
  await readJson(adminApi["planned-payments"][":id"].invoice.$put({ param: { id }, json: { invoiceId } }));
}
