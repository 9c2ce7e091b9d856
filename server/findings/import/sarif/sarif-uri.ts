import { cleanName } from "#server/findings/import/text/clean-name.ts";

/** Returns the path of a `file:` URI. Other URIs are only cleaned. */
export function cleanUri(uri: string): string {
  return cleanName(uri.replace(/^file:\/\/(?=\/)/i, "").replace(/^\/(?=[A-Za-z]:\/)/, ""));
}
