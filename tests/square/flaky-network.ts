import { createRandom, type Random } from "./random.ts";

/** A network on which a percentage of the calls to Square fail. The seed determines which calls fail and how. */
export type FlakyNetwork = {
  wrap: (send: typeof fetch) => typeof fetch;
  /** Starts injecting failures. */
  enable(): void;
  callCount(): number;
  failureCount(): number;
};

/** Failures before Square receives the request, and failures that lose the response after Square has processed it. */
const FAILURES = [
  "500",
  "502 as HTML",
  "503",
  "429",
  "connection failed",
  "lost response",
  "truncated response",
  "200 as HTML",
] as const;

export function createFlakyNetwork(seed: number, percent: number): FlakyNetwork {
  const random = createRandom(seed);
  const counts = { calls: 0, failed: 0 };
  let isEnabled = false;
  return {
    wrap: (send) => async (input, init) => {
      if (!isEnabled) {
        return send(input, init);
      }
      counts.calls += 1;
      if (!random.chance(percent)) {
        return send(input, init);
      }
      counts.failed += 1;
      return simulateFailure(random, () => send(input, init));
    },
    enable() {
      isEnabled = true;
    },
    callCount: () => counts.calls,
    failureCount: () => counts.failed,
  };
}

async function simulateFailure(random: Random, send: () => Promise<Response>): Promise<Response> {
  const html = { headers: { "content-type": "text/html" } };
  switch (random.pick(FAILURES)) {
    case "500":
      return Response.json(
        { errors: [{ category: "API_ERROR", code: "INTERNAL_SERVER_ERROR" }] },
        { status: 500 },
      );
    case "502 as HTML":
      return new Response("<h1>Bad gateway</h1>", { ...html, status: 502 });
    case "503":
      return Response.json(
        { errors: [{ category: "API_ERROR", code: "SERVICE_UNAVAILABLE" }] },
        { status: 503 },
      );
    case "429":
      return Response.json(
        { errors: [{ category: "RATE_LIMIT_ERROR", code: "RATE_LIMITED" }] },
        { status: 429 },
      );
    case "lost response":
      await send();
      throw new TypeError("fetch failed");
    case "truncated response": {
      const text = await (await send()).text();
      return new Response(text.slice(0, text.length / 2), {
        headers: { "content-type": "application/json" },
      });
    }
    case "200 as HTML":
      return new Response("<h1>Please sign in</h1>", html);
    default:
      throw new TypeError("fetch failed");
  }
}
