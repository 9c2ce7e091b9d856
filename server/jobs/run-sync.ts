import { z } from "zod";
import type { Job } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";

const Payload = z.object({ runId: z.uuid() });

/** Carries out a queued synchronization. */
export function runSync({ payments }: Pick<Services, "payments">): Job {
  return (payload, tries) => payments.runSync(Payload.parse(payload).runId, tries?.stopping);
}
