import type { Job } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";

/** Lets open invoices become overdue at the midnight of their own zone. */
export function recomputeOverdue({ payments }: Pick<Services, "payments">): Job {
  return () => payments.recomputeOverdue();
}
