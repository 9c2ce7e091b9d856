/** An HTML response to score. */
export type HtmlResponse = { headers: Headers; html: string };

/** Points by test. 0 means passed without a bonus. */
export type TestScores = Record<string, number>;

const BASELINE_SCORE = 100;
const SIX_MONTHS_SECONDS = 15_768_000;
const PRIVATE_REFERRERS = new Set([
  "no-referrer",
  "same-origin",
  "strict-origin",
  "strict-origin-when-cross-origin",
]);

/**
 * The ten tests of the MDN HTTP Observatory, as far as they can be run on one response. The redirect from http to https is the
 * responsibility of the proxy that terminates TLS.
 */
export function scoreTests({ headers, html }: HtmlResponse): TestScores {
  const policy = parseDirectives(headers.get("Content-Security-Policy") ?? "");
  return {
    "content-security-policy": scorePolicy(policy),
    cookies: headers.has("Set-Cookie") ? -20 : 0,
    "cross-origin-resource-sharing": headers.get("Access-Control-Allow-Origin") === "*" ? -50 : 0,
    redirection: 0,
    "referrer-policy": PRIVATE_REFERRERS.has(headers.get("Referrer-Policy") ?? "") ? 5 : 0,
    "strict-transport-security": scoreTransportSecurity(headers.get("Strict-Transport-Security") ?? ""),
    "subresource-integrity": findThirdPartyScripts(html).length > 0 ? -50 : 0,
    "x-content-type-options": headers.get("X-Content-Type-Options") === "nosniff" ? 0 : -5,
    "x-frame-options": policy.get("frame-ancestors") === "'none'" ? 5 : -20,
    "cross-origin-resource-policy": headers.get("Cross-Origin-Resource-Policy") === "same-origin" ? 10 : 0,
  };
}

/** Bonuses are added only if the score without them is at least 90. */
export function totalScore(sheet: TestScores): number {
  const points = Object.values(sheet);
  const withoutBonuses = points
    .filter((value) => value < 0)
    .reduce((sum, value) => sum + value, BASELINE_SCORE);
  const bonuses = points.filter((value) => value > 0).reduce((sum, value) => sum + value, 0);
  return withoutBonuses >= 90 ? withoutBonuses + bonuses : Math.max(0, withoutBonuses);
}

function parseDirectives(policy: string): Map<string, string> {
  const parts = policy.split(";").map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = "", ...sources]) => [name, sources.join(" ")]));
}

function scorePolicy(policy: Map<string, string>): number {
  if (policy.size === 0) {
    return -25;
  }
  if (
    [...policy.values()].some((sources) =>
      /'unsafe-|(^|\s)(\*|https?:|data:)(\s|$)/.test(withoutImages(sources)),
    )
  ) {
    return -20;
  }
  return policy.get("default-src") === "'none'" ? 10 : 5;
}

// The Observatory allows data: URLs for images.
function withoutImages(sources: string): string {
  return sources === "'self' data:" ? "'self'" : sources;
}

function scoreTransportSecurity(header: string): number {
  const age = Number(/max-age=(\d+)/.exec(header)?.[1] ?? 0);
  return age >= SIX_MONTHS_SECONDS ? 0 : -20;
}

function findThirdPartyScripts(html: string): string[] {
  return Array.from(html.matchAll(/<script\b[^>]*\ssrc="([^"]+)"/g), ([, src = ""]) => src).filter(
    (src) => !src.startsWith("/") || src.startsWith("//"),
  );
}
