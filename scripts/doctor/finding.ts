/** What one look found: `ok`, a `problem` with what to do about it, or `skipped` where nothing is set up to look at. */
export type Finding =
  | { state: "ok" | "skipped"; what: string; says: string }
  | { state: "problem"; what: string; says: string; todo: string };

/** Notes that something is as it should be. */
export function ok(what: string, says: string): Finding {
  return { state: "ok", what, says };
}

/** Notes that there is nothing to look at. */
export function skipped(what: string, says: string): Finding {
  return { state: "skipped", what, says };
}

/** Notes a problem and what mends it. */
export function problem(what: string, says: string, todo: string): Finding {
  return { state: "problem", what, says, todo };
}

/** A failure's first line, for people; nested causes of the network included. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const first = cause.message.split("\n")[0]?.replace(/\.$/, "") || cause.name;
  return cause.cause instanceof Error ? `${first}: ${reasonOf(cause.cause)}` : first;
}
