import { ApiError } from "#server/errors.ts";
import type { PaymentParts } from "#server/payments/parts.ts";
import { startSync } from "#server/payments/start-sync.ts";

/** Starts a comparing run by schedule; none where nothing is connected, or while another run is under way. */
export async function reconcile(parts: PaymentParts): Promise<void> {
  try {
    await startSync(parts, "schedule", null);
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    parts.log.info({ reason: cause.code }, "no comparison with Square now");
  }
}
