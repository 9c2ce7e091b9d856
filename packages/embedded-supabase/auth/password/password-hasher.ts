import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/bcrypt";
import { createConcurrencyLimit } from "../limits/concurrency-limit.ts";
import { createFairQueue, type FairQueue } from "../limits/fair-queue.ts";
import { MAX_PASSWORD_BYTES } from "./validate-password.ts";

/**
 * Hashes and verifies passwords in the thread pool. All calls share one queue. `account` is the email address of the
 * request, whether or not the account exists.
 */
export type PasswordHasher = {
  /**
   * Returns a bcrypt hash in the format of Supabase Auth.
   * @throws {AuthError} 429 or 503 with Retry-After if the queue is full.
   */
  hash(password: string, account: string): Promise<string>;
  /**
   * Takes the same time without a hash (unknown account, no password set), so that timing does not reveal accounts.
   * @throws {AuthError} 429 or 503 with Retry-After if the queue is full.
   */
  verify(password: string, hash: string | null, account: string): Promise<boolean>;
};

/** The cost that Supabase Auth uses. */
const DEFAULT_COST = 10;
/** Two cores hash about 30 passwords per second, so the last of 100 calls waits about 3 seconds. */
const MAX_CALLS = 100;
const MAX_CALLS_PER_ACCOUNT = 20;
const DEFAULT_POOL_THREADS = 4;
/** Threads in the pool that hashing never uses. */
const RESERVED_THREADS = 2;

/** @param cost The bcrypt cost of new hashes. Only tests lower it. */
export async function createPasswordHasher(cost = DEFAULT_COST): Promise<PasswordHasher> {
  const limit = createConcurrencyLimit({ max: MAX_CALLS, maxPerKey: MAX_CALLS_PER_ACCOUNT });
  const queue = createFairQueue(maxConcurrency());
  const enqueue: FairQueue = (account, work) => limit(account, () => queue(account, work));
  const dummyHash = await hash(randomBytes(16).toString("hex"), cost);
  return {
    hash: (password, account) => enqueue(account, () => hash(password, cost)),
    async verify(password, storedHash, account) {
      // No account can have such a password, so the short response time reveals nothing about the account.
      if (password === "" || Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
        return false;
      }
      const matches = await enqueue(account, () =>
        verify(password, storedHash || dummyHash).catch(() => false),
      );
      return matches && Boolean(storedHash);
    },
  };
}

/**
 * bcrypt runs in libuv's thread pool, which also serves file reads, DNS lookups, compression and token
 * signatures. Hashing leaves threads free for them. On machines with more than 2 cores, raise
 * UV_THREADPOOL_SIZE to hash more at the same time.
 */
function maxConcurrency(): number {
  const configured = Number.parseInt(process.env.UV_THREADPOOL_SIZE ?? "", 10);
  const threads = Number.isNaN(configured) ? DEFAULT_POOL_THREADS : configured;
  return Math.max(1, Math.min(availableParallelism(), threads - RESERVED_THREADS));
}
