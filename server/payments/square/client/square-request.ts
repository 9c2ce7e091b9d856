import type { SquareClient } from "square";
import type { AccountAccess } from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import type { RateLimitGate } from "#server/payments/square/client/rate-limit-gate.ts";
import {
  createSquareClient,
  type SquareClientOptions,
} from "#server/payments/square/client/square-client.ts";
import { toProviderError } from "#server/payments/square/client/square-errors.ts";

/** Sends one request with the account's token. @throws {ProviderError} */
export type SquareRequest = <Response>(
  request: (client: SquareClient) => PromiseLike<Response>,
) => Promise<Response>;

/**
 * Creates the request function for an account. If the token has expired, the function renews it and retries once. While
 * Square limits the rate of any request to this account, no request is sent. During an outage, requests wait if the
 * account has an outage handler.
 */
export function createSquareRequest(
  options: SquareClientOptions,
  access: AccountAccess,
  gate: RateLimitGate,
): SquareRequest {
  const send = createTokenRequest(options, access);
  const sendThroughGate: SquareRequest = async (request) => {
    gate.assertOpen();
    try {
      const response = await send(request);
      gate.reset();
      return response;
    } catch (error) {
      throw error instanceof ProviderError && error.kind === "rate-limited" ? gate.close(error) : error;
    }
  };
  const { outageHandler } = access;
  if (!outageHandler) {
    return sendThroughGate;
  }
  return async (request) => {
    for (;;) {
      try {
        const response = await sendThroughGate(request);
        outageHandler.end();
        return response;
      } catch (error) {
        if (!(error instanceof ProviderError && error.isOutage)) {
          throw error;
        }
        await outageHandler.wait(error);
      }
    }
  };
}

function createTokenRequest(options: SquareClientOptions, access: AccountAccess): SquareRequest {
  let clientPromise: Promise<SquareClient> | undefined;
  return async (request) => {
    clientPromise ??= createSquareClient(options, access.getToken);
    const client = await clientPromise;
    const token = await access.getToken();
    try {
      return await withProviderErrors(request(client));
    } catch (error) {
      if (!(error instanceof ProviderError && error.kind === "token-expired")) {
        throw error;
      }
      await access.renewToken(token);
      return withProviderErrors(request(client));
    }
  };
}

/** Awaits a response and converts SDK errors to ProviderError. */
export async function withProviderErrors<Response>(response: PromiseLike<Response>): Promise<Response> {
  try {
    return await response;
  } catch (error) {
    throw toProviderError(error);
  }
}
