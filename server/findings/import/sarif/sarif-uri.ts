import { cleanName } from "#server/findings/import/text/clean-name.ts";

/** The path of a `file:` URI, and any other URI as it is. */
export function cleanUri(uri: string): string {
  return cleanName(uri.replace(/^file:\/\/(?=\/)/i, "").replace(/^\/(?=[A-Za-z]:\/)/, ""));
}
