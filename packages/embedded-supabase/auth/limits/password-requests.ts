import { createConcurrencyLimit } from "./concurrency-limit.ts";

/**
 * Limits how many requests that may hash a password are in progress. Apply it before database queries.
 * @throws {AuthError} 429 or 503 with Retry-After over a limit.
 */
export type PasswordRequestLimit = <Result>(
  request: { account: string; address: string },
  work: () => Promise<Result>,
) => Promise<Result>;

const MAX_REQUESTS = 100;
const MAX_REQUESTS_PER_ADDRESS = 50;
const MAX_REQUESTS_PER_ACCOUNT_AND_ADDRESS = 20;
const REJECTION_DELAY_MS = 2_000;

/**
 * Creates the limit. Requests from one address never use the whole limit, so users at other addresses can still sign
 * in.
 * @param getNetwork Maps an address to the key that is counted, such as its network.
 */
export function createPasswordRequestLimit(
  getNetwork: (address: string) => string = (address) => address,
): PasswordRequestLimit {
  const limitPerAccount = createConcurrencyLimit({
    max: Number.POSITIVE_INFINITY,
    maxPerKey: MAX_REQUESTS_PER_ACCOUNT_AND_ADDRESS,
    rejectionDelayMs: REJECTION_DELAY_MS,
  });
  const limitPerAddress = createConcurrencyLimit({
    max: MAX_REQUESTS,
    maxPerKey: MAX_REQUESTS_PER_ADDRESS,
    rejectionDelayMs: REJECTION_DELAY_MS,
  });
  return ({ account, address }, work) => {
    const network = getNetwork(address);
    return limitPerAccount(`${account} ${network}`, () => limitPerAddress(network, work));
  };
}
