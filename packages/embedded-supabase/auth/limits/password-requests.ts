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
 * Creates the limit. One address can only use up its own share, so it cannot keep a user at another address from signing
 * in.
 * @param networkOf Maps an address to what is counted.
 */
export function createPasswordRequestLimit(
  networkOf: (address: string) => string = (address) => address,
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
    const network = networkOf(address);
    return limitPerAccount(`${account} ${network}`, () => limitPerAddress(network, work));
  };
}
