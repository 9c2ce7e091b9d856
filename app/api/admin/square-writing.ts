import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { readJson } from "#app/api/client/read-response.ts";
import type { SquareWritingForm } from "#domain/square/writing.ts";

const { writing } = adminApi.square;
const drafts = adminApi["invoice-drafts"];

/** Whether invoices can be created in Square, and what is missing. */
export type SquareWriting = InferResponseType<typeof writing.$get>;

/** An invoice that could not be created, published, canceled or deleted in Square. */
export type StoppedDraft = Pick<
  InferResponseType<typeof drafts.$get>["drafts"][number],
  "id" | "company" | "title" | "problem" | "problemAt"
>;

export function squareWritingQuery() {
  return queryOptions({ queryKey: ["square-writing"], queryFn: () => readJson(writing.$get()) });
}

/** Turns creating invoices on or off. @throws {ApiError} */
export async function saveSquareWriting(form: SquareWritingForm): Promise<void> {
  await readJson(writing.$put({ json: form }));
}

/** The invoices that stopped because of a problem. */
export function stoppedDraftsQuery() {
  return queryOptions({
    queryKey: ["invoice-drafts", "list", { show: "attention" }],
    queryFn: async () => (await readJson(drafts.$get({ query: { show: "attention" } }))).drafts,
  });
}

/** Continues an invoice after its problem was fixed. @throws {ApiError} */
export async function retryStoppedDraft(id: string): Promise<void> {
  await readJson(drafts[":id"].retry.$post({ param: { id } }));
}
