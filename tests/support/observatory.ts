/** What the score sheet looks at of one HTML answer. */
export type Answer = { headers: Headers; html: string };

/** Points by test; nothing is subtracted where a test is passed without a bonus. */
export type ScoreSheet = Record<string, number>;

const BASELINE = 100;
const SIX_MONTHS = 15_768_000;
const PRIVATE_REFERRERS = new Set([
  "no-referrer",
  "same-origin",
  "strict-origin",
  "strict-origin-when-cross-origin",
]);

/**
 * The ten tests of MDN's HTTP Observatory with its points, as far as one answer shows them. The redirection from
 * http to https belongs to whatever ends TLS in front of the product.
 */
export function scoreSheet({ headers, html }: Answer): ScoreSheet {
  const policy = directivesOf(headers.get("Content-Security-Policy") ?? "");
  return {
    "content-security-policy": policyPoints(policy),
    cookies: headers.has("Set-Cookie") ? -20 : 0,
    "cross-origin-resource-sharing": headers.get("Access-Control-Allow-Origin") === "*" ? -50 : 0,
    redirection: 0,
    "referrer-policy": PRIVATE_REFERRERS.has(headers.get("Referrer-Policy") ?? "") ? 5 : 0,
    "strict-transport-security": transportPoints(headers.get("Strict-Transport-Security") ?? ""),
    "subresource-integrity": foreignScripts(html).length > 0 ? -50 : 0,
    "x-content-type-options": headers.get("X-Content-Type-Options") === "nosniff" ? 0 : -5,
    "x-frame-options": policy.get("frame-ancestors") === "'none'" ? 5 : -20,
    "cross-origin-resource-policy": headers.get("Cross-Origin-Resource-Policy") === "same-origin" ? 10 : 0,
  };
}

/** Bonuses count only from 90 points upwards. */
export function scoreOf(sheet: ScoreSheet): number {
  const points = Object.values(sheet);
  const lost = points.filter((each) => each < 0).reduce((sum, each) => sum + each, BASELINE);
  const won = points.filter((each) => each > 0).reduce((sum, each) => sum + each, 0);
  return lost >= 90 ? lost + won : Math.max(0, lost);
}

function directivesOf(policy: string): Map<string, string> {
  const parts = policy.split(";").map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = "", ...sources]) => [name, sources.join(" ")]));
}

function policyPoints(policy: Map<string, string>): number {
  if (policy.size === 0) return -25;
  if (
    [...policy.values()].some((sources) =>
      /'unsafe-|(^|\s)(\*|https?:|data:)(\s|$)/.test(withoutImages(sources)),
    )
  )
    return -20;
  return policy.get("default-src") === "'none'" ? 10 : 5;
}

// Pictures as data: are allowed by the Observatory too.
function withoutImages(sources: string): string {
  return sources === "'self' data:" ? "'self'" : sources;
}

function transportPoints(header: string): number {
  const age = Number(/max-age=(\d+)/.exec(header)?.[1] ?? 0);
  return age >= SIX_MONTHS ? 0 : -20;
}

function foreignScripts(html: string): string[] {
  return Array.from(html.matchAll(/<script\b[^>]*\ssrc="([^"]+)"/g), ([, src = ""]) => src).filter(
    (src) => !src.startsWith("/") || src.startsWith("//"),
  );
}
