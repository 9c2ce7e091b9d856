import { ProviderError } from "#server/payments/provider-error.ts";
import { isJsonObject, type JsonObject } from "#server/payments/square/objects/json-fields.ts";

const MAX_RESPONSE_BYTES = 20 * 1024 * 1024;
/** Our own error code for an invalid response. Square never returns it. */
export const UNREADABLE_RESPONSE = "UNREADABLE_RESPONSE";
/** The parsed bodies of successful responses, so that no body is parsed twice. */
const parsedBodies = new WeakMap<Response, JsonObject>();

/**
 * Wraps `fetch` for the SDK. The SDK treats a successful response that is not JSON, or that contains errors, as an
 * empty list. The wrapper turns such a response into an error, so that a sync does not accept it. A connection failure
 * becomes a 503, like a Square outage. The SDK's timeout also covers reading the body.
 */
export function createGuardedFetch(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const signal = init?.signal ?? undefined;
    try {
      // Do not follow redirects: a redirected token request would send the secret to the new location.
      const response = await rejectOnAbort(send(input, { ...init, redirect: "manual" }), signal);
      const text = await rejectOnAbort(readLimitedBody(response), signal);
      const body = text !== null && response.status < 400 ? parseSuccess(text) : null;
      if (text === null || (response.status < 400 && body === null)) {
        return createErrorResponse(502, UNREADABLE_RESPONSE);
      }
      const headers = new Headers({
        "content-type": response.headers.get("content-type") ?? "application/json",
      });
      const retryAfter = response.headers.get("retry-after");
      if (retryAfter) {
        headers.set("retry-after", retryAfter);
      }
      const guardedResponse = new Response(text, {
        status: response.status < 400 ? 200 : response.status,
        headers,
      });
      if (body) {
        parsedBodies.set(guardedResponse, body);
      }
      return guardedResponse;
    } catch (error) {
      if (signal?.aborted) {
        throw createAbortError(error);
      }
      return createErrorResponse(503, "CONNECTION_FAILED");
    }
  };
}

/** Returns the body of a successful response from a guarded `fetch`. @throws {ProviderError} for any other response */
export function getResponseJson(response: Response): JsonObject {
  const body = parsedBodies.get(response);
  if (!body) {
    throw new ProviderError("unreadable-response");
  }
  return body;
}

/** Returns a JSON object without errors, otherwise null. Square can return errors with status 200. */
function parseSuccess(text: string): JsonObject | null {
  try {
    const body: unknown = JSON.parse(text);
    if (!isJsonObject(body)) {
      return null;
    }
    return Array.isArray(body.errors) && body.errors.length > 0 ? null : body;
  } catch {
    // The body is not JSON, such as a proxy's login page or a truncated response.
    return null;
  }
}

async function readLimitedBody(response: Response): Promise<string | null> {
  if (response.status >= 300 && response.status < 400) {
    return null;
  }
  if (!response.body) {
    return "";
  }
  const chunks: Uint8Array[] = [];
  let totalBytes = 0;
  for await (const chunk of response.body) {
    totalBytes += chunk.byteLength;
    if (totalBytes > MAX_RESPONSE_BYTES) {
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Rejects on abort, because the in-process simulator ignores the abort signal. */
function rejectOnAbort<Result>(promise: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) {
    return promise;
  }
  return new Promise((resolve, reject) => {
    const abort = () => reject(createAbortError(signal.reason));
    if (signal.aborted) {
      abort();
    }
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function createAbortError(cause: unknown): DOMException {
  return new DOMException("The request was aborted", { name: "AbortError", cause });
}

function createErrorResponse(status: number, code: string): Response {
  return Response.json({ errors: [{ category: "API_ERROR", code }] }, { status });
}
