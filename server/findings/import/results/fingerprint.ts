import { createHash } from "node:crypto";

/** The same for each run of a tool that finds the weakness in the target again. */
export function fingerprint(tool: string, weakness: readonly string[], target: string): string {
  return createHash("sha256")
    .update(JSON.stringify([tool, weakness, target]))
    .digest("hex");
}
