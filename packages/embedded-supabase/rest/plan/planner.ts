import { RestError, unsupportedMethod } from "../errors.ts";
import { LruCache } from "../lru-cache.ts";
import { parseAccept } from "../parse/accept.ts";
import { parseParameters } from "../parse/parse-query.ts";
import { parsePreferences } from "../parse/preferences.ts";
import { readRequestBody } from "../parse/request-body.ts";
import type { DatabaseSchema } from "../schema/schema.ts";
import { parseTarget, splitUrl, toRequestPath } from "./parse-target.ts";
import type { Plan, RestRequest } from "./plan.ts";
import { planCall } from "./plan-call.ts";
import { planRead } from "./plan-read.ts";
import { planWrite } from "./plan-write.ts";

export type Planner = {
  /** Returns the plan of a request, and the path that policies and functions see: without `/rest/v1`. */
  plan(schema: DatabaseSchema, request: Request): Promise<{ path: string; plan: Plan }>;
};

const MAX_CACHED_PLANS = 500;
const MAX_CACHE_KEY_LENGTH = 2_000;
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
        return { path: toRequestPath(path), plan: await createPlan(schema, request, path, search) };
      }
      const key = buildCacheKey(path, search, request.headers);
      const cached = plans.get(key);
      if (cached) {
        return { path: toRequestPath(path), plan: cached };
      }
      const plan = await createPlan(schema, request, path, search);
      if (key.length <= MAX_CACHE_KEY_LENGTH) {
        plans.set(key, plan);
      }
      return { path: toRequestPath(path), plan };
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
    // Only GET requests can have a range (RFC 9110, section 14.2).
    range: method === "GET" ? (request.headers.get("range") ?? undefined) : undefined,
    body: method === "POST" || method === "PATCH" ? await readRequestBody(request, isRpc ? "{}" : "") : null,
  };
  if (isRpc) {
    return planCall(schema, restRequest);
  }
  return method === "GET" || method === "HEAD"
    ? planRead(schema, restRequest)
    : planWrite(schema, restRequest);
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
