/** The result of a check. `skipped` means that the feature is not configured. */
export type Finding =
  | { status: "ok" | "skipped"; check: string; detail: string }
  | { status: "problem"; check: string; detail: string; fix: string };

export function ok(check: string, detail: string): Finding {
  return { status: "ok", check, detail };
}

export function skipped(check: string, detail: string): Finding {
  return { status: "skipped", check, detail };
}

export function problem(check: string, detail: string, fix: string): Finding {
  return { status: "problem", check, detail, fix };
}

/** Returns the first line of an error's message, followed by the messages of its causes. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const first = error.message.split("\n")[0]?.replace(/\.$/, "") || error.name;
  return error.cause instanceof Error ? `${first}: ${describeError(error.cause)}` : first;
}
