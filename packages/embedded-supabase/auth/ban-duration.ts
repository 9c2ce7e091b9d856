import { AuthError } from "./errors.ts";

const milliseconds: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1e3,
  m: 6e4,
  h: 3.6e6,
};
const part = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g;
const wellFormed = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/;

// Beyond this PostgreSQL and JavaScript have no dates.
const longest = 1000 * 365 * 24 * 3.6e6;

/**
 * Until when a `ban_duration` such as `24h` or `1h30m` bans; null for `none`, undefined when nothing was said.
 * Throws an AuthError for other text.
 */
export function bannedUntil(duration: string | null | undefined, at: Date): Date | null | undefined {
  if (duration === null || duration === undefined || duration === "") return undefined;
  if (duration === "none") return null;
  if (duration.length > 100 || !wellFormed.test(duration)) {
    throw new AuthError(
      400,
      "validation_failed",
      `invalid format for ban duration: ${duration.slice(0, 100)}`,
    );
  }
  const length = [...duration.matchAll(part)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (milliseconds[unit ?? ""] ?? 0),
    0,
  );
  return new Date(at.getTime() + Math.min(length, longest));
}
