import type { PlanEndingProblem } from "#domain/subscriptions/plan-ending.ts";

/** The plan cannot be changed until an administrator resolves the problem. */
export class PlanEndingError extends Error {
  override name = "PlanEndingError";
  readonly problem: PlanEndingProblem;

  constructor(problem: PlanEndingProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}
