const MAX_RESPONSE_BYTES = 20 * 1024 * 1024;
/** Our own error code for an invalid response. Square never returns it. */
export const UNREADABLE_RESPONSE = "UNREADABLE_RESPONSE";

/**
 * Wraps `fetch` for the SDK. The SDK treats a successful response that is not JSON, or that contains errors, as an
 * empty list. The wrapper turns such a response into an error, so that a sync does not accept it. A connection failure
 * becomes a 503, like an outage of Square. The SDK's timeout also covers reading the body.
 */
export function createGuardedFetch(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const signal = init?.signal ?? undefined;
    try {
      // Do not follow redirects: a redirected token request would send the secret to the new location.
      const response = await rejectOnAbort(send(input, { ...init, redirect: "manual" }), signal);
      const text = await rejectOnAbort(readLimitedBody(response), signal);
      if (text === null || (response.status < 400 && !isValidSuccess(text))) {
        return createErrorResponse(502, UNREADABLE_RESPONSE);
      }
      const headers = new Headers({
        "content-type": response.headers.get("content-type") ?? "application/json",
      });
      const retryAfter = response.headers.get("retry-after");
      if (retryAfter) {
        headers.set("retry-after", retryAfter);
      }
      return new Response(text, { status: response.status < 400 ? 200 : response.status, headers });
    } catch (error) {
      if (signal?.aborted) {
        throw createAbortError(error);
      }
      return createErrorResponse(503, "CONNECTION_FAILED");
    }
  };
}

/** Whether the body is a JSON object without errors. Square can return errors with status 200. */
function isValidSuccess(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null || Array.isArray(body)) {
      return false;
    }
    return !("errors" in body && Array.isArray(body.errors) && body.errors.length > 0);
  } catch {
    // The body is not JSON, such as a proxy's login page or a truncated response.
    return false;
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
