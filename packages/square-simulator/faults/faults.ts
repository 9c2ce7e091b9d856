import type { Context } from "hono";
import type { OperationId } from "../api/operations.ts";
import type { Store } from "../state/store.ts";
import { alterAnswer } from "./alter-answer.ts";
import { beforeAnswer } from "./before-answer.ts";
import type { Fault } from "./fault.ts";

export type FaultPlan = {
  /** Only this operation; every operation when left out. */
  operation?: OperationId;
  /** Calls let through first. */
  after?: number;
  /** How often; for ever when null. Once when left out. */
  times?: number | null;
  /** The invoice or order that is falsified or left out; the first of the answer when left out. */
  only?: string;
} & Fault;

export type FaultyCall = {
  /** An answer in place of the real one, or null. */
  before: (context: Context, store: Store) => Promise<Response | null>;
  /** A page that repeats its cursor for ever begins at the start each time. */
  ignoresCursor: boolean;
  /** The real answer, possibly falsified. */
  after: (answer: object) => object;
};

type Counted = FaultPlan & { left: number; skip: number };

/** Faults planned for coming calls. They fire by counting calls, so that a run can be repeated. */
export class Faults {
  private plans: Counted[] = [];

  add(plan: FaultPlan): void {
    const left = plan.times === null ? Number.POSITIVE_INFINITY : (plan.times ?? 1);
    this.plans.push({ ...plan, left, skip: plan.after ?? 0 });
  }

  clear(): void {
    this.plans = [];
  }

  begin(operation: OperationId): FaultyCall {
    const faults = this.plans.filter((plan) => this.fires(plan, operation));
    return {
      ignoresCursor: faults.some((fault) => fault.kind === "cursor-repeats"),
      before: async (context, store) => {
        for (const fault of faults) {
          const response = await beforeAnswer(fault, context, store);
          if (response) return response;
        }
        return null;
      },
      after: (answer) => faults.reduce<object>((altered, fault) => alterAnswer(fault, altered), answer),
    };
  }

  private fires(plan: Counted, operation: OperationId): boolean {
    if (plan.operation !== undefined && plan.operation !== operation) return false;
    if (plan.left <= 0) return false;
    if (plan.skip > 0) {
      plan.skip -= 1;
      return false;
    }
    plan.left -= 1;
    return true;
  }
}
