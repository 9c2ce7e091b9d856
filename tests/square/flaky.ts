import { type Chance, chanceOf } from "./chance.ts";

/** A way to Square on which so many of a hundred calls fail, each in one of its manners, as the seed draws them. */
export type FlakyWay = {
  through: (send: typeof fetch) => typeof fetch;
  /** Nothing fails before. */
  begin(): void;
  calls(): number;
  failed(): number;
};

/** Before Square has heard of it, and after: the answer is lost, and what was asked for has been done. */
const MANNERS = [
  "500",
  "502 as HTML",
  "503",
  "429",
  "no connection",
  "lost answer",
  "half an answer",
  "200 as HTML",
] as const;

export function aFlakyWay(seed: number, percent: number): FlakyWay {
  const chance = chanceOf(seed);
  const counted = { calls: 0, failed: 0 };
  let hasBegun = false;
  return {
    through: (send) => async (input, init) => {
      if (!hasBegun) return send(input, init);
      counted.calls += 1;
      if (!chance.percent(percent)) return send(input, init);
      counted.failed += 1;
      return fails(chance, () => send(input, init));
    },
    begin() {
      hasBegun = true;
    },
    calls: () => counted.calls,
    failed: () => counted.failed,
  };
}

async function fails(chance: Chance, send: () => Promise<Response>): Promise<Response> {
  const html = { headers: { "content-type": "text/html" } };
  switch (chance.oneOf(MANNERS)) {
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
    case "lost answer":
      await send();
      throw new TypeError("fetch failed");
    case "half an answer": {
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
