import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { readJson } from "#app/api/client/read-response.ts";
import type { InvoiceDraftContent, NewInvoiceDraft } from "#domain/invoices/drafts/draft-form.ts";
import type { InvoicePreview } from "#domain/invoices/drafts/draft-preview.ts";
import { isInProgress } from "#domain/invoices/drafts/invoice-draft.ts";

const routes = adminApi["invoice-drafts"];
const POLL_INTERVAL_MS = 15_000;
/** While a job writes to Square. */
const PROGRESS_INTERVAL_MS = 1_500;

/** Query key prefix for all data about draft invoices. */
export const INVOICE_DRAFTS_KEY = "invoice-drafts";

export function refetchInvoiceDrafts(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [INVOICE_DRAFTS_KEY] });
}

async function fetchDraft(id: string) {
  const { draft } = await readJson(routes[":id"].$get({ param: { id } }));
  return draft;
}

export type InvoiceDraft = Awaited<ReturnType<typeof fetchDraft>>;

/** A draft invoice. Polled, often while a job writes to Square. */
export function invoiceDraftQuery(id: string) {
  return queryOptions({
    queryKey: [INVOICE_DRAFTS_KEY, "draft", id],
    queryFn: () => fetchDraft(id),
    refetchInterval: ({ state }) =>
      state.data && isDraftInProgress(state.data) ? PROGRESS_INTERVAL_MS : POLL_INTERVAL_MS,
  });
}

/** Whether a job is writing the draft to Square. */
export function isDraftInProgress({ status, requestedStatus, problem }: InvoiceDraft): boolean {
  return isInProgress({ status, requested_status: requestedStatus, problem });
}

type DraftFilter = {
  clientId?: string;
  projectId?: string;
  proposalId?: string;
  show?: "all" | "open" | "attention";
};

/** The newest draft invoices of a client, a project, a proposal or all clients. */
export function invoiceDraftListQuery(filter: DraftFilter) {
  return queryOptions({
    queryKey: [INVOICE_DRAFTS_KEY, "list", filter],
    queryFn: async () => (await readJson(routes.$get({ query: filter }))).drafts,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** What the recipient of a draft gets, and the confirmation to send with `publishInvoiceDraft`. */
export function invoicePreviewQuery(draft: Pick<InvoiceDraft, "id" | "revision" | "updatedAt">) {
  return queryOptions({
    queryKey: [INVOICE_DRAFTS_KEY, "preview", draft.id, draft.revision, draft.updatedAt],
    queryFn: async (): Promise<InvoicePreview> =>
      (await readJson(routes[":id"].preview.$get({ param: { id: draft.id } }))).preview,
  });
}

/** Creates a draft, which is not sent to Square yet, and returns its id. @throws {ApiError} */
export async function createInvoiceDraft(draft: z.input<typeof NewInvoiceDraft>): Promise<string> {
  return (await readJson(routes.$post({ json: draft }))).id;
}

/** @throws {ApiError} 409 if someone else changed the draft, or it was published. */
export async function saveInvoiceDraft(
  id: string,
  revision: number,
  content: z.input<typeof InvoiceDraftContent>,
): Promise<void> {
  await readJson(routes[":id"].$put({ param: { id }, json: { ...content, revision } }));
}

/** Creates the draft in Square, where its recipient can't see it yet. @throws {ApiError} */
export async function prepareInvoiceDraft(id: string): Promise<void> {
  await readJson(routes[":id"].prepare.$post({ param: { id } }));
}

/** Publishes the invoice, which delivers it. @throws {ApiError} 409 if it differs from the confirmation. */
export async function publishInvoiceDraft(
  id: string,
  confirmation: InvoicePreview["confirmation"],
): Promise<void> {
  await readJson(routes[":id"].publish.$post({ param: { id }, json: confirmation }));
}

/** Cancels a published invoice. @throws {ApiError} 409 if it was paid, or has changed. */
export async function cancelInvoiceDraft(id: string, version: number): Promise<void> {
  await readJson(routes[":id"].cancel.$post({ param: { id }, json: { version } }));
}

/** Continues after a problem. @throws {ApiError} */
export async function retryInvoiceDraft(id: string): Promise<void> {
  await readJson(routes[":id"].retry.$post({ param: { id } }));
}

/** Deletes a draft here and in Square. @throws {ApiError} 409 if it was published. */
export async function deleteInvoiceDraft(id: string): Promise<void> {
  await readJson(routes[":id"].$delete({ param: { id } }));
}

/** The customers in Square that match the client of a draft. */
export function customerChoicesQuery(id: string) {
  return queryOptions({
    queryKey: [INVOICE_DRAFTS_KEY, "customers", id],
    queryFn: async () => (await readJson(routes[":id"].customers.$get({ param: { id } }))).customers,
  });
}

/** Chooses the customer who receives the invoices of the draft's client. @throws {ApiError} */
export async function chooseDraftCustomer(id: string, customerId: string): Promise<void> {
  await readJson(routes[":id"].customer.$put({ param: { id }, json: { customerId } }));
}
