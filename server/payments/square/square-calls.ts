import type { SquareClient } from "square";
import type { AccountAccess } from "#server/payments/provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { type SquareNetwork, squareClient } from "#server/payments/square/square-client.ts";
import { asProviderError } from "#server/payments/square/square-errors.ts";

/** Makes one request with the account's token. @throws ProviderError */
export type SquareCalls = <Answer>(request: (client: SquareClient) => PromiseLike<Answer>) => Promise<Answer>;

/** Requests of one account. A token that turns out to have expired is renewed, and the request made once more. */
export function squareCalls(network: SquareNetwork, access: AccountAccess): SquareCalls {
  let client: Promise<SquareClient> | undefined;
  return async (request) => {
    client ??= squareClient(network, access.token);
    const ready = await client;
    const token = await access.token();
    try {
      return await translated(request(ready));
    } catch (cause) {
      if (!(cause instanceof ProviderError && cause.kind === "token-expired")) throw cause;
      await access.renew(token);
      return translated(request(ready));
    }
  };
}

/** The answer, with the SDK's errors turned into the product's. */
export async function translated<Answer>(answer: PromiseLike<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    throw asProviderError(cause);
  }
}
