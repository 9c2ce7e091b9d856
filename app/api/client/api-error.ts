import type { PostgrestSingleResponse } from "@supabase/postgrest-js";

/** Status of an `ApiError` without a response. */
const NO_RESPONSE = 0;

/**
 * A failed request to the backend. `status` is 0 if there was no response. `message` and `hint` come from the
 * backend and never contain SQL.
 */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly hint: string | null;

  constructor(
    details: { status: number; code: string; message: string; hint?: string | null },
    options?: ErrorOptions,
  ) {
    super(details.message, options);
    this.status = details.status;
    this.code = details.code;
    this.hint = details.hint ?? null;
  }

  /** Whether there was no response or only part of one. */
  get isNetworkError(): boolean {
    return this.status === NO_RESPONSE;
  }

  /** True for network errors, rate limits and server errors. */
  get isRetryable(): boolean {
    return this.isNetworkError || this.status === 429 || this.status >= 500;
  }
}

/** Wraps the error that `fetch` throws when no response arrives. */
export function toNetworkError(cause: unknown): ApiError {
  return new ApiError(
    { status: NO_RESPONSE, code: "network_error", message: "We couldn't reach the server." },
    { cause },
  );
}

/** Creates an `ApiError` from the JSON body of an error response. */
export function toApiError(status: number, body: unknown): ApiError {
  const fields = typeof body === "object" && body !== null ? new Map(Object.entries(body)) : new Map();
  const message: unknown = fields.get("error") ?? fields.get("message");
  const code: unknown = fields.get("code");
  return new ApiError({
    status,
    code: typeof code === "string" ? code : "",
    message: typeof message === "string" ? message : "",
  });
}

/**
 * Returns the data of a supabase-js response.
 * @throws {ApiError} if the response is an error or there is none.
 */
export function unwrap<Data>(response: PostgrestSingleResponse<Data>): Data {
  if (response.error === null) {
    return response.data;
  }
  const { error, status } = response;
  if (status === NO_RESPONSE) {
    throw toNetworkError(error);
  }
  throw new ApiError({ status, code: error.code, message: error.message, hint: error.hint });
}
