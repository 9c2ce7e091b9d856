import type { Job } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";

/** Compares counts, sums and versions with Square and mends what differs: events that were lost are found here. */
export function reconcileSquare({ payments }: Pick<Services, "payments">): Job {
  return () => payments.reconcile();
}
