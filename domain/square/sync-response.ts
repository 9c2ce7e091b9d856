import * as z from "zod/mini";

/** Result of a finished sync. A count is null if the response does not contain it. */
export type SyncResult = {
  synced: number;
  /** Rows written. */
  changed: number | null;
  unmatched: number;
  rejected: number;
};

export type SyncResponse =
  | { kind: "finished"; result: SyncResult }
  | { kind: "running"; runId: string; seen: number }
  | { kind: "failed"; message: string };

const CountSchema = z.nullish(z.number());
const FinishedSchema = z.object({
  success: z.literal(true),
  synced: z.number(),
  changed: CountSchema,
  report: z.nullish(z.object({ unmatched: CountSchema, rejectedCount: CountSchema })),
});
const RunningSchema = z.object({
  success: z.literal(true),
  runId: z.string(),
  progress: z.nullish(z.object({ seen: CountSchema })),
});
const FailedSchema = z.object({ message: z.string() });

/**
 * Parses a response from `/api/square/sync-invoices`. Every field except `success`, `synced`, `message` and `runId` is
 * optional. The message of a failure is empty if the response contains none.
 */
export function parseSyncResponse(body: unknown): SyncResponse {
  const finished = FinishedSchema.safeParse(body);
  if (finished.success) {
    const { synced, changed, report } = finished.data;
    const result = {
      synced,
      changed: changed ?? null,
      unmatched: report?.unmatched ?? 0,
      rejected: report?.rejectedCount ?? 0,
    };
    return { kind: "finished", result };
  }
  const running = RunningSchema.safeParse(body);
  if (running.success) {
    return { kind: "running", runId: running.data.runId, seen: running.data.progress?.seen ?? 0 };
  }
  return { kind: "failed", message: FailedSchema.safeParse(body).data?.message ?? "" };
}
