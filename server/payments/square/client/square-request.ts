import type { SquareClient } from "square";
import type { AccountAccess } from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import {
  createSquareClient,
  type SquareClientOptions,
} from "#server/payments/square/client/square-client.ts";
import { toProviderError } from "#server/payments/square/client/square-errors.ts";

/** Sends one request with the account's token. @throws {ProviderError} */
export type SquareRequest = <Response>(
  request: (client: SquareClient) => PromiseLike<Response>,
) => Promise<Response>;

/** Creates the request function for an account. If the token has expired, the function renews it and retries once. */
export function createSquareRequest(options: SquareClientOptions, access: AccountAccess): SquareRequest {
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
