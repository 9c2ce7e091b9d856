import { ProviderError } from "#server/payments/provider-error.ts";
import { getResponseJson } from "#server/payments/square/client/guarded-fetch.ts";
import { toResponseError } from "#server/payments/square/client/square-errors.ts";
import type { SquareRequest } from "#server/payments/square/client/square-request.ts";
import { type JsonObject, toText } from "#server/payments/square/objects/json-fields.ts";

type JsonRequest = {
  path: string;
  /** Query parameters. Those without a value are omitted. */
  query?: Readonly<Record<string, string | number | undefined>>;
  /** Sends a POST request with this body. */
  body?: object;
  /** Overrides the method, which is POST with a body and GET without. */
  method?: "DELETE" | "PUT";
};

/**
 * Sends a request with the SDK, which adds the token, the API version and the timeout, and returns the response as
 * plain JSON. The SDK's methods for single endpoints take several times as long to parse a page of a list.
 * @throws {ProviderError}
 */
export function readJson(
  call: SquareRequest,
  { path, query = {}, body, method }: JsonRequest,
): Promise<JsonObject> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) {
      parameters.set(name, String(value));
    }
  }
  const pathAndQuery = parameters.size > 0 ? `${path}?${parameters}` : path;
  const init = body
    ? {
        method: method ?? "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }
    : method && { method };
  return call(async (client, baseUrl) => {
    // Use an absolute URL, because the SDK escapes the question mark of a relative one.
    const response = await client.fetch(baseUrl + pathAndQuery, init).catch((error: unknown) => {
      throw isAbort(error) ? new ProviderError("timeout", { cause: error }) : error;
    });
    if (response.status >= 400) {
      throw await toResponseError(response);
    }
    return getResponseJson(response);
  });
}

/** Reads a page of a list. */
export async function readPage(
  call: SquareRequest,
  request: JsonRequest,
): Promise<JsonObject & { cursor?: string }> {
  const page = await readJson(call, request);
  return { ...page, cursor: toText(page.cursor) };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
