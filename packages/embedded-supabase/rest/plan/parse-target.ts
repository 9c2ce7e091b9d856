import { invalidQuery, RestError } from "../errors.ts";
import { LIMITS } from "../limits.ts";

const PATH_PREFIX = "/rest/v1/";

/** Splits a URL into its path, which starts with `/rest/v1`, and its query. */
export function splitUrl(url: string): { path: string; search: string } {
  const start = url.indexOf(PATH_PREFIX.slice(0, -1), url.indexOf("//") + 2);
  const [pathAndQuery = ""] = url.slice(start).split("#", 1);
  if (pathAndQuery.length > LIMITS.urlLength) {
    throw new RestError(414, { code: "PGRST100", message: "The URL is too long" });
  }
  const queryStart = pathAndQuery.indexOf("?");
  if (queryStart < 0) {
    return { path: pathAndQuery, search: "" };
  }
  return { path: pathAndQuery.slice(0, queryStart), search: pathAndQuery.slice(queryStart + 1) };
}

/** @throws {RestError} PGRST125 (404) unless the path is `/{table}` or `/rpc/{function}` */
export function parseTarget(path: string): { isRpc: boolean; name: string } {
  const segments = path.slice(PATH_PREFIX.length).split("/");
  const isRpc = segments.length === 2 && segments[0] === "rpc";
  const segment = isRpc ? segments[1] : segments[0];
  if (!segment || (!isRpc && segments.length > 1)) {
    throw new RestError(404, { code: "PGRST125", message: "Invalid path specified in request URL" });
  }
  try {
    return { isRpc, name: decodeURIComponent(segment) };
  } catch {
    throw invalidQuery("failed to decode the path", "percent-encoding is not UTF-8");
  }
}

/** Removes `/rest/v1` from the path, as the gateway on Supabase does before it calls PostgREST. */
export function toRequestPath(path: string): string {
  return path.slice(PATH_PREFIX.length - 1);
}
