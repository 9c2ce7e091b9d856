/** An error body in PostgREST's format. `details` is a string, or a list of relationships for PGRST201. */
export type ErrorBody = { code: string; message: string; details: unknown; hint: string | null };

/**
 * An expected error with its HTTP status and PostgREST's error body.
 * @see https://docs.postgrest.org/en/stable/references/errors.html
 */
export class RestError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(status: number, body: Partial<ErrorBody> & { code: string; message: string }, headers = {}) {
    super(body.message);
    this.status = status;
    this.body = {
      code: body.code,
      message: body.message,
      details: body.details ?? null,
      hint: body.hint ?? null,
    };
    this.headers = headers;
  }
}

/** PGRST100: the request cannot be parsed or uses an unsupported feature. `message` names the rejected part. */
export function invalidQuery(message: string, details?: string): RestError {
  return new RestError(400, { code: "PGRST100", message, details });
}

export function invalidBody(message: string, details?: string): RestError {
  return new RestError(400, { code: "PGRST102", message, details });
}

/** PostgREST's details for a negative limit, and for a limit that shares no rows with the `Range` header. */
export const NEGATIVE_LIMIT_DETAILS = "Limit should be greater than or equal to zero.";

/** `total` is the number of rows, if they were counted. */
export function rangeNotSatisfiable(details: string, total: number | null = null): RestError {
  return new RestError(
    416,
    { code: "PGRST103", message: "Requested range not satisfiable", details },
    total === null ? {} : { "Content-Range": `*/${total}` },
  );
}

export function notEmbedded(name: string): RestError {
  return new RestError(400, {
    code: "PGRST108",
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

export function notSingular(rows: number): RestError {
  return new RestError(406, {
    code: "PGRST116",
    message: "Cannot coerce the result to a single JSON object",
    details: `The result contains ${rows} rows`,
  });
}

export function responseTooLarge(): RestError {
  return new RestError(413, {
    code: "PGRST100",
    message: "The response is too large",
    hint: "Request fewer rows.",
  });
}

export function unsupportedMethod(method: string): RestError {
  return new RestError(405, { code: "PGRST117", message: `Unsupported HTTP method: ${method}` });
}

/** The error for reading an unknown column. Uses PostgreSQL's message, as PostgREST does. */
export function undefinedColumn(relation: string, column: string): RestError {
  return new RestError(400, { code: "42703", message: `column ${relation}.${column} does not exist` });
}

/** The error for writing an unknown column. */
export function unknownColumn(relation: string, column: string): RestError {
  return new RestError(400, {
    code: "PGRST204",
    message: `Could not find the '${column}' column of '${relation}' in the schema cache`,
  });
}

export function unknownTable(name: string): RestError {
  return new RestError(404, {
    code: "PGRST205",
    message: `Could not find the table 'public.${name}' in the schema cache`,
  });
}

/** The error of the pg_safeupdate extension, which Supabase enables. */
export function missingWhere(verb: "UPDATE" | "DELETE"): RestError {
  return new RestError(400, { code: "21000", message: `${verb} requires a WHERE clause` });
}

export function unauthorized(code: string, message: string): RestError {
  return new RestError(
    401,
    { code, message },
    {
      "WWW-Authenticate": `Bearer error="invalid_token", error_description="${message}"`,
    },
  );
}

const RETRY_AFTER_SECONDS = "1";

export function statementTimeout(code: string): RestError {
  return new RestError(
    429,
    { code, message: "The request took too long", hint: "Request fewer rows, or try again later." },
    { "Retry-After": RETRY_AFTER_SECONDS },
  );
}

export function unavailable(code: string, message: string): RestError {
  return new RestError(503, { code, message }, { "Retry-After": RETRY_AFTER_SECONDS });
}
