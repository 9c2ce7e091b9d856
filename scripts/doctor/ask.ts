import { reasonOf } from "./finding.ts";

/** The longest the doctor waits for another machine. */
export const WITHIN_MS = 10_000;

/** Asks an address without following where it leads. @returns the answer, or in words why none came. */
export function ask(address: string, init: RequestInit = {}): Promise<Response | string> {
  return fetch(address, { redirect: "manual", signal: AbortSignal.timeout(WITHIN_MS), ...init }).catch(
    reasonOf,
  );
}

/** What an answer holds; null when it is no JSON, or none came. */
export async function jsonOf(answer: Response | string): Promise<unknown> {
  return typeof answer === "string" ? null : answer.json().catch(() => null);
}
