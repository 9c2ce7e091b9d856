import type { PostgrestSingleResponse } from "@supabase/postgrest-js";

/** Status of an ApiFailure when no answer came at all. */
const NO_ANSWER = 0;

/**
 * A question to the backend that did not succeed. `status` is 0 when no answer came. `message` is what the backend
 * said, `hint` what it advised: neither holds SQL.
 */
export class ApiFailure extends Error {
  override name = "ApiFailure";
  readonly status: number;
  readonly code: string;
  readonly hint: string | null;

  constructor(
    facts: { status: number; code: string; message: string; hint?: string | null },
    options?: ErrorOptions,
  ) {
    super(facts.message, options);
    this.status = facts.status;
    this.code = facts.code;
    this.hint = facts.hint ?? null;
  }

  /** The network was away, or the answer was cut off. */
  get isUnanswered(): boolean {
    return this.status === NO_ANSWER;
  }

  /** Asking again may help: no answer, too many questions, or trouble on the other side. */
  get isPassing(): boolean {
    return this.isUnanswered || this.status === 429 || this.status >= 500;
  }
}

/** No answer came, whatever the reason the browser gives. */
export function unanswered(cause: unknown): ApiFailure {
  return new ApiFailure(
    { status: NO_ANSWER, code: "unanswered", message: "The server could not be reached." },
    { cause },
  );
}

/**
 * The data of a supabase-js answer.
 * @throws ApiFailure when the backend refused or did not answer.
 */
export function dataOf<Data>(answer: PostgrestSingleResponse<Data>): Data {
  if (answer.error === null) return answer.data;
  const { error, status } = answer;
  if (status === NO_ANSWER) throw unanswered(error);
  throw new ApiFailure({ status, code: error.code, message: error.message, hint: error.hint });
}
