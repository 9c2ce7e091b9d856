const LARGEST_ANSWER_BYTES = 20 * 1024 * 1024;
/** Our own word in the provider's error shape, for an answer that is none. */
export const UNREADABLE = "UNREADABLE_ANSWER";

/**
 * The network as the SDK should see it. The SDK takes a success that is not JSON, or that carries errors, for an empty
 * list; here such an answer becomes an error like any other, so that no sync can believe it. A broken connection
 * becomes a 503, which the SDK repeats as often as it is allowed to. The SDK's time limit covers the body, too.
 */
export function guardedFetch(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const signal = init?.signal ?? undefined;
    try {
      // Not followed: a redirected token request would carry the secret to wherever it points.
      const response = await raced(send(input, { ...init, redirect: "manual" }), signal);
      const text = await raced(readCapped(response), signal);
      if (text === null || (response.status < 400 && !isHonestSuccess(text))) return failure(502, UNREADABLE);
      const headers = new Headers({
        "content-type": response.headers.get("content-type") ?? "application/json",
      });
      const retryAfter = response.headers.get("retry-after");
      if (retryAfter) headers.set("retry-after", retryAfter);
      return new Response(text, { status: response.status < 400 ? 200 : response.status, headers });
    } catch (cause) {
      if (signal?.aborted) throw abortError(cause);
      return failure(503, "CONNECTION_FAILED");
    }
  };
}

/** An object, and not one that reports errors although its status says success. */
function isHonestSuccess(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
    return !("errors" in body && Array.isArray(body.errors) && body.errors.length > 0);
  } catch {
    // Not JSON: a login page of a proxy, or an answer cut off in the middle.
    return false;
  }
}

async function readCapped(response: Response): Promise<string | null> {
  if (response.status >= 300 && response.status < 400) return null;
  if (!response.body) return "";
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body) {
    size += piece.byteLength;
    if (size > LARGEST_ANSWER_BYTES) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** An app inside this process does not hear the abort signal: whoever waits for it must. */
function raced<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(abortError(signal.reason));
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}

function abortError(cause: unknown): DOMException {
  return new DOMException("the request was given up", { name: "AbortError", cause });
}

function failure(status: number, code: string): Response {
  return Response.json({ errors: [{ category: "API_ERROR", code }] }, { status });
}
