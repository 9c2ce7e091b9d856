import { invalidQuery, RestError, unsupportedMethod } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { LruCache } from "../lru-cache.ts";
import { parseAccept } from "../parse/accept.ts";
import { parseParameters } from "../parse/parse-query.ts";
import { parsePreferences } from "../parse/preferences.ts";
import { readRequestBody } from "../parse/request-body.ts";
import type { DatabaseSchema } from "../schema/schema.ts";
import type { Plan, RestRequest } from "./plan.ts";
import { planCall } from "./plan-call.ts";
import { planRead } from "./plan-read.ts";
import { planWrite } from "./plan-write.ts";

export type Planner = {
  plan(schema: DatabaseSchema, request: Request): Promise<{ path: string; plan: Plan }>;
};

const MAX_CACHED_PLANS = 500;
const MAX_CACHE_KEY_LENGTH = 2_000;
const PATH_PREFIX = "/rest/v1/";
const METHODS = ["GET", "HEAD", "POST", "PATCH", "DELETE"] as const;

/** Creates plans from requests. Caches the plans of reads, because applications repeat the same queries. */
export function createPlanner(): Planner {
  let plans = new LruCache<Plan>(MAX_CACHED_PLANS);
  let cachedSchema: DatabaseSchema | null = null;
  return {
    async plan(schema, request) {
      if (schema !== cachedSchema) {
        plans = new LruCache(MAX_CACHED_PLANS);
        cachedSchema = schema;
      }
      const { path, search } = splitUrl(request.url);
      if (request.method !== "GET") {
        return { path, plan: await createPlan(schema, request, path, search) };
      }
      const key = buildCacheKey(path, search, request.headers);
      const cached = plans.get(key);
      if (cached) {
        return { path, plan: cached };
      }
      const plan = await createPlan(schema, request, path, search);
      if (key.length <= MAX_CACHE_KEY_LENGTH) {
        plans.set(key, plan);
      }
      return { path, plan };
    },
  };
}

/** Builds the cache key of a read from every part of the request that affects its plan. */
function buildCacheKey(path: string, search: string, headers: Headers): string {
  const headerValues = ["accept", "prefer", "range", "accept-profile"].map((name) => headers.get(name) ?? "");
  return [path, search, ...headerValues].join("\n");
}

async function createPlan(
  schema: DatabaseSchema,
  request: Request,
  path: string,
  search: string,
): Promise<Plan> {
  const { isRpc, name } = parseTarget(path);
  const method = METHODS.find((candidate) => candidate === request.method);
  if (!method) {
    throw unsupportedMethod(request.method);
  }
  if (isRpc && (method === "PATCH" || method === "DELETE")) {
    throw new RestError(405, { code: "PGRST101", message: `Cannot use the ${method} method on RPC` });
  }
  requirePublicSchema(request.headers, method === "GET" || method === "HEAD");
  const restRequest: RestRequest = {
    method,
    name,
    parameters: parseParameters(search),
    preferences: parsePreferences(request.headers.get("prefer") ?? undefined),
    mediaType: parseAccept(request.headers.get("accept") ?? undefined),
    range: request.headers.get("range") ?? undefined,
    body: method === "POST" || method === "PATCH" ? await readRequestBody(request) : null,
  };
  if (isRpc) {
    return planCall(schema, restRequest);
  }
  return method === "GET" || method === "HEAD"
    ? planRead(schema, restRequest)
    : planWrite(schema, restRequest);
}

function splitUrl(url: string): { path: string; search: string } {
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

function parseTarget(path: string): { isRpc: boolean; name: string } {
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

/** Only schema `public` is exposed. supabase-js sends the schema name with every request. */
function requirePublicSchema(headers: Headers, isRead: boolean): void {
  const schema = headers.get(isRead ? "accept-profile" : "content-profile") ?? "public";
  if (schema === "public") {
    return;
  }
  throw new RestError(406, {
    code: "PGRST106",
    message: `Invalid schema: ${schema}`,
    hint: "Only the following schemas are exposed: public",
  });
}
