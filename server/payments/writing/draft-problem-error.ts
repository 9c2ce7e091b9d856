import type { DraftProblem } from "#domain/invoices/drafts/draft-problem.ts";

/** Stops processing of a draft until an administrator resolves the problem. */
export class DraftProblemError extends Error {
  override name = "DraftProblemError";
  readonly problem: DraftProblem;
  /** Details for the administrator, such as Square's error code. */
  readonly detail: string;
  /** Whether the request ends, so that the administrator requests it again. Otherwise, it can be retried. */
  readonly endsRequest: boolean;

  constructor(
    problem: DraftProblem,
    {
      detail = "",
      endsRequest = false,
      cause,
    }: { detail?: string; endsRequest?: boolean; cause?: unknown } = {},
  ) {
    super(problem, { cause });
    this.problem = problem;
    this.detail = detail;
    this.endsRequest = endsRequest;
  }
}
