import type { Context } from "hono";
import type { OperationId } from "../api/http/operations.ts";
import type { Store } from "../state/store.ts";
import { alterResponse } from "./alter-response.ts";
import { applyBeforeResponse } from "./before-response.ts";
import type { Fault } from "./fault.ts";
import { loseResponse } from "./lose-response.ts";

export type PlannedFault = {
  /** Limits the fault to one operation. */
  operation?: OperationId;
  /** Number of calls that succeed first. */
  after?: number;
  /** How many calls fail: 1 by default, unlimited if null. */
  times?: number | null;
  /** Id of the invoice or order to alter. Defaults to the first one in the response. */
  only?: string;
} & Fault;

export type CallFaults = {
  /** Returns a response that replaces the real one, or null. */
  before: (context: Context, store: Store) => Promise<Response | null>;
  /** True if the cursor of the request is ignored, so that each page starts at the beginning. */
  ignoresCursor: boolean;
  /** True if the previous response to the same request is returned. */
  isStale: boolean;
  /** Returns a response that replaces the one of an operation that has run, or null. */
  lose: (context: Context) => Promise<Response | null>;
  /** Returns the response body, altered by the faults. */
  after: (body: object) => object;
};

/** Older responses are removed to limit memory use in long runs. */
const MAX_RECORDED_RESPONSES = 2_000;

type QueuedFault = PlannedFault & { remaining: number; skip: number };

/** Queue of planned API faults. Faults are triggered by the number of calls, so that a run is reproducible. */
export class FaultQueue {
  private plans: QueuedFault[] = [];
  private readonly responses = new Map<string, string>();

  /**
   * Records the response to a read, and returns the one to send: with a `stale-read` fault the previous response to the
   * same request, or null if there was none.
   */
  replaceStale(request: string, response: object, isStale: boolean): object | null {
    const previous = this.responses.get(request);
    if (isStale) {
      return previous === undefined ? null : JSON.parse(previous);
    }
    this.responses.delete(request);
    this.responses.set(request, JSON.stringify(response));
    const [oldest] = this.responses.keys();
    if (oldest !== undefined && this.responses.size > MAX_RECORDED_RESPONSES) {
      this.responses.delete(oldest);
    }
    return response;
  }

  add(plan: PlannedFault): void {
    const remaining = plan.times === null ? Number.POSITIVE_INFINITY : (plan.times ?? 1);
    this.plans.push({ ...plan, remaining, skip: plan.after ?? 0 });
  }

  clear(): void {
    this.plans = [];
  }

  startCall(operation: OperationId): CallFaults {
    const faults = this.plans.filter((plan) => this.consume(plan, operation));
    return {
      ignoresCursor: faults.some((fault) => fault.kind === "cursor-repeats"),
      isStale: faults.some((fault) => fault.kind === "stale-read"),
      before: async (context, store) => {
        for (const fault of faults) {
          const response = await applyBeforeResponse(fault, context, store);
          if (response) {
            return response;
          }
        }
        return null;
      },
      lose: async (context) => {
        const lost = faults.find((fault) => fault.kind === "lost-response");
        return lost?.kind === "lost-response" ? loseResponse(lost.how, context) : null;
      },
      after: (body) => faults.reduce<object>((altered, fault) => alterResponse(fault, altered), body),
    };
  }

  /** Counts a call. Returns whether the fault applies to it. */
  private consume(plan: QueuedFault, operation: OperationId): boolean {
    if (plan.operation !== undefined && plan.operation !== operation) {
      return false;
    }
    if (plan.remaining <= 0) {
      return false;
    }
    if (plan.skip > 0) {
      plan.skip -= 1;
      return false;
    }
    plan.remaining -= 1;
    return true;
  }
}
