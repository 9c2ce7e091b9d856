import type { SquareClient } from "square";
import type { AccountAccess } from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { repeatDuringOutage } from "#server/payments/repeat-during-outage.ts";
import type { RateLimitGate } from "#server/payments/square/client/rate-limit-gate.ts";
import {
  createSquareClient,
  type SquareClientOptions,
} from "#server/payments/square/client/square-client.ts";
import { toProviderError } from "#server/payments/square/client/square-errors.ts";

/** Sends one request with the account's token. `baseUrl` has no trailing slash. @throws {ProviderError} */
export type SquareRequest = <Response>(
  request: (client: SquareClient, baseUrl: string) => PromiseLike<Response>,
) => Promise<Response>;

/**
 * Creates the request function for an account. If the token has expired, the function renews it and retries once. While
 * Square rate-limits the account, no request is sent. During an outage, requests wait if the account has an outage
 * handler.
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
  return (request) => repeatDuringOutage(outageHandler, () => sendThroughGate(request));
}

function createTokenRequest(options: SquareClientOptions, access: AccountAccess): SquareRequest {
  let clientPromise: Promise<SquareClient> | undefined;
  const baseUrl = options.baseUrl.replace(/\/$/, "");
  return async (request) => {
    clientPromise ??= createSquareClient(options, access.getToken);
    const client = await clientPromise;
    const token = await access.getToken();
    try {
      return await withProviderErrors(request(client, baseUrl));
    } catch (error) {
      if (!(error instanceof ProviderError && error.kind === "token-expired")) {
        throw error;
      }
      await access.renewToken(token);
      return withProviderErrors(request(client, baseUrl));
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
