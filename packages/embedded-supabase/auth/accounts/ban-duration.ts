import { AuthError } from "../http/errors.ts";

const MS_PER_UNIT: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1e3,
  m: 6e4,
  h: 3.6e6,
};
const PART_PATTERN = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g;
const DURATION_PATTERN = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/;

// Keeps the date within the range of PostgreSQL and JavaScript.
const MAX_BAN_MS = 1000 * 365 * 24 * 3.6e6;

/**
 * Converts a `ban_duration` such as `24h` or `1h30m` to the end of the ban. Returns null for `none` (lifts the ban),
 * and undefined without a duration.
 * @throws {AuthError} for a malformed duration.
 */
export function parseBanDuration(duration: string | null | undefined, at: Date): Date | null | undefined {
  if (duration === null || duration === undefined || duration === "") {
    return undefined;
  }
  if (duration === "none") {
    return null;
  }
  if (duration.length > 100 || !DURATION_PATTERN.test(duration)) {
    throw new AuthError(
      400,
      "validation_failed",
      `invalid format for ban duration: ${duration.slice(0, 100)}`,
    );
  }
  const durationMs = [...duration.matchAll(PART_PATTERN)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (MS_PER_UNIT[unit ?? ""] ?? 0),
    0,
  );
  return new Date(at.getTime() + Math.min(durationMs, MAX_BAN_MS));
}
