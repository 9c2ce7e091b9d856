import type { Config } from "#server/config.ts";
import { tryFetch } from "../try-fetch.ts";

/** The hosted Supabase project at SUPABASE_URL. */
export type Project = { url: string; publishableKey: string; secretKey: string };

/** Returns null if the embedded backend is used. */
export function getHostedProject({ supabase: { url, publishableKey, secretKey } }: Config): Project | null {
  return url && publishableKey && secretKey ? { url, publishableKey, secretKey } : null;
}

/** Sends a request with one of the keys. Returns a description of the error if there is no response. */
export function fetchFromProject(
  { url }: Project,
  path: string,
  key: string,
  headers: Record<string, string> = {},
): Promise<Response | string> {
  return tryFetch(`${url}${path}`, { headers: { apikey: key, authorization: `Bearer ${key}`, ...headers } });
}

/** Returns a response's status, or 0 if there is no response. */
export function getStatus(response: Response | string): number {
  return typeof response === "string" ? 0 : response.status;
}
