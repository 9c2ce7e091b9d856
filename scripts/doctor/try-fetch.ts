import { describeError } from "./finding.ts";

/** Timeout for each request and connection. */
export const TIMEOUT_MS = 10_000;

/** Sends a request without following redirects. Returns a description of the error if there is no response. */
export function tryFetch(url: string, init: RequestInit = {}): Promise<Response | string> {
  return fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS), ...init }).catch(
    describeError,
  );
}

/** Parses a response's JSON body. Returns null if there is no response or if it is not JSON. */
export async function readJson(response: Response | string): Promise<unknown> {
  return typeof response === "string" ? null : response.json().catch(() => null);
}
