import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { PROPOSALS_KEY } from "#app/api/shared/proposals-key.ts";
import type { PipelineCard, PipelineStage } from "#domain/proposals/pipeline.ts";

const PIPELINE_KEY = [PROPOSALS_KEY, "admin", "pipeline"];

function fetchPipeline() {
  return readJson(adminApi.pipeline.$get());
}

/** The figures of the pipeline, and the number, the value and the latest cards of each stage. */
export function pipelineQuery() {
  return queryOptions({ queryKey: PIPELINE_KEY, queryFn: fetchPipeline });
}

export type Pipeline = Awaited<ReturnType<typeof fetchPipeline>>;
export type PipelineColumn = Pipeline["stages"][number];

/** The latest `limit` cards of a stage. */
export function pipelineCardsQuery(stage: PipelineStage, limit: number) {
  return queryOptions({
    queryKey: [...PIPELINE_KEY, "cards", stage, limit],
    queryFn: async () =>
      (await readJson(adminApi.pipeline.cards.$get({ query: { stage, limit: String(limit) } }))).cards,
    placeholderData: keepPreviousData,
  });
}

/** All cards, by stage. @throws {ApiError} */
export async function fetchAllPipelineCards(): Promise<readonly PipelineCard[]> {
  return (await readJson(adminApi.pipeline.cards.$get({ query: {} }))).cards;
}
