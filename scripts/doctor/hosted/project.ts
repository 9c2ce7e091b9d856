import type { Config } from "#server/config.ts";
import { ask } from "../ask.ts";

/** The Supabase project of SUPABASE_URL, with its keys. */
export type Project = { url: string; publishableKey: string; secretKey: string };

/** The project that is configured; null with the embedded backend. */
export function projectOf({ supabase: { url, publishableKey, secretKey } }: Config): Project | null {
  return url && publishableKey && secretKey ? { url, publishableKey, secretKey } : null;
}

/** Asks the project with one of its keys. @returns the answer, or in words why none came. */
export function askProject(
  { url }: Project,
  path: string,
  key: string,
  headers: Record<string, string> = {},
): Promise<Response | string> {
  return ask(`${url}${path}`, { headers: { apikey: key, authorization: `Bearer ${key}`, ...headers } });
}

/** The status of an answer; 0 when none came. */
export function statusOf(answer: Response | string): number {
  return typeof answer === "string" ? 0 : answer.status;
}
