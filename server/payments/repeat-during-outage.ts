import type { OutageHandler } from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";

/** Sends a request, and repeats it after a pause while the provider is unavailable. @throws {ProviderError} */
export async function repeatDuringOutage<Response>(
  outageHandler: OutageHandler,
  send: () => Promise<Response>,
): Promise<Response> {
  for (;;) {
    try {
      const response = await send();
      outageHandler.end();
      return response;
    } catch (error) {
      if (!(error instanceof ProviderError && error.isOutage)) {
        throw error;
      }
      await outageHandler.wait(error);
    }
  }
}
