import { setTimeout } from "node:timers/promises";
import { StoppedError } from "#server/lifecycle/until-aborted.ts";
import type { OutageHandler } from "#server/payments/payment-provider.ts";
import type { ProviderError } from "#server/payments/provider-error.ts";

/** How long a sync waits while the provider is unavailable, in milliseconds. */
export type PauseLimits = { firstDelayMs: number; maxDelayMs: number; maxTotalMs: number };

export const PAUSE_LIMITS: PauseLimits = {
  firstDelayMs: 1_000,
  maxDelayMs: 30_000,
  maxTotalMs: 15 * 60_000,
};

type PauseOptions = {
  limits: PauseLimits;
  now: () => Date;
  /** Aborted when the server starts to shut down. */
  stopSignal: AbortSignal | undefined;
  /** Called when a pause starts, with the time of the next request, and with null when the outage has ended. */
  onChange: (pausedUntil: Date | null) => void;
};

/** An outage handler for one sync. Delays grow until a request succeeds; the total is limited. */
export type OutagePause = OutageHandler & {
  /** When the next request is sent. Null while the sync is not paused. */
  pausedUntil(): Date | null;
  totalMs(): number;
};

export function createOutagePause({ limits, now, stopSignal, onChange }: PauseOptions): OutagePause {
  let attempt = 0;
  let totalMs = 0;
  let pausedUntil: Date | null = null;
  let currentPause: Promise<void> | null = null;

  async function pause(error: ProviderError): Promise<void> {
    // Jitter between 50 and 100 % of the delay, so that several syncs do not send their requests at the same moment.
    const backoff =
      Math.min(limits.firstDelayMs * 2 ** attempt, limits.maxDelayMs) * (0.5 + Math.random() / 2);
    const delay = Math.max(backoff, error.retryAfterMs ?? 0);
    if (totalMs + delay > limits.maxTotalMs) {
      throw error;
    }
    attempt += 1;
    totalMs += delay;
    pausedUntil = new Date(now().getTime() + delay);
    onChange(pausedUntil);
    try {
      await setTimeout(delay, undefined, stopSignal ? { signal: stopSignal } : {});
    } catch {
      throw new StoppedError();
    }
  }

  return {
    wait(error) {
      // Concurrent requests of the same sync share one pause.
      currentPause ??= pause(error).finally(() => {
        currentPause = null;
      });
      return currentPause;
    },
    end() {
      attempt = 0;
      if (pausedUntil && !currentPause) {
        pausedUntil = null;
        onChange(null);
      }
    },
    pausedUntil: () => pausedUntil,
    totalMs: () => totalMs,
  };
}
