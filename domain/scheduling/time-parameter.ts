import { type Instant, instant, isInstant, toInstant } from "#domain/dates/instant.ts";

/** Formats a time as a URL parameter with minutes, such as "2026-12-01T15:00Z". */
export function formatTimeParameter(time: Instant): string {
  return `${toInstant(new Date(time)).slice(0, 16)}Z`;
}

/** Parses a URL parameter. Returns null if it is missing or invalid. */
export function parseTimeParameter(text: string | undefined): Instant | null {
  const time = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})Z$/.exec(text ?? "")?.[1];
  return time && isInstant(`${time}:00Z`) ? instant(`${time}:00.000Z`) : null;
}
