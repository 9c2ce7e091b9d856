import { type Context, Hono } from "hono";
import type pg from "pg";
import { parseCredentials } from "../api-keys.ts";
import type { Log } from "../log.ts";
import { compressBody } from "./compress-body.ts";
import { RestError } from "./errors.ts";
import { listAllowedMethods } from "./plan/allowed-methods.ts";
import { splitUrl } from "./plan/parse-target.ts";
import type { RestResponse } from "./plan/plan.ts";
import { createPlanner } from "./plan/planner.ts";
import { type Caller, type CallerClaims, resolveCaller } from "./run/caller.ts";
import { toRestError } from "./run/map-error.ts";
import { PreparedStatementNames } from "./run/prepared-statement-names.ts";
import { STATUSES_WITHOUT_BODY } from "./run/response-settings.ts";
import { runPlan } from "./run/run-plan.ts";
import type { DatabaseSchema } from "./schema/schema.ts";
import { createSchemaCache } from "./schema/schema-cache.ts";

export type { CallerClaims } from "./run/caller.ts";

export type RestOptions = {
  /** Connects with a login that is a member of `anon`, `authenticated` and `service_role`. */
  pool: pg.Pool;
  /** Returns the claims of a valid, unexpired token, or null. The transaction checks that its session is active. */
  verifyAccessToken(token: string): Promise<CallerClaims | null>;
  publishableKey: string;
  secretKey: string;
  log: Log;
  now?: () => Date;
};

/** Selects one of the clients that the caller belongs to. Policies read it from `request.headers`. */
const CLIENT_ID_HEADER = "x-client-id";

export type Rest = Hono & {
  /** Reloads the tables, columns, keys and functions of schema `public`. Call it after migrations. */
  reloadSchemaCache(): Promise<void>;
};

/**
 * Creates the REST API: the subset of PostgREST that supabase-js uses, on `/rest/v1/{table}` and
 * `/rest/v1/rpc/{function}`. Every request runs with the caller's role, so row policies apply. docs/backend.md lists
 * the supported requests.
 */
export function createRest(options: RestOptions): Rest {
  const { pool, log, now = () => new Date() } = options;
  const schemaCache = createSchemaCache(pool);
  const planner = createPlanner();
  const statementNames = new PreparedStatementNames();

  async function handleRequest(context: Context): Promise<Response> {
    let caller: Caller | null = null;
    try {
      const credentials = parseCredentials(context, options);
      if (!credentials) {
        throw missingApiKey(context);
      }
      caller = await resolveCaller(credentials, options.verifyAccessToken, now());
      if (context.req.method === "OPTIONS") {
        return toOptionsResponse(await schemaCache.current(), context.req.url);
      }
      const { path, plan } = await planner.plan(await schemaCache.current(), context.req.raw);
      const response = await runPlan(plan, {
        ...{ pool, statementNames, caller, path },
        method: context.req.method,
        headers: serializeHeaders(context.req.raw.headers),
        now: now(),
      });
      return await toHttpResponse(response, context.req.raw.headers.get("accept-encoding"));
    } catch (error) {
      return toErrorResponse(toRestError(error, caller, log));
    }
  }

  const app = new Hono();
  app.all("/rest/v1/*", handleRequest);
  app.all("/rest/v1", handleRequest);
  return Object.assign(app, { reloadSchemaCache: schemaCache.reload });
}

const NO_HEADERS = "{}";

/**
 * Returns the headers that `request.headers` contains, as JSON. PostgREST stores all headers. We store only the custom
 * one that selects a client, because the others take longer to store than a short statement takes to run.
 */
function serializeHeaders(headers: Headers): string {
  const clientId = headers.get(CLIENT_ID_HEADER);
  return clientId === null ? NO_HEADERS : JSON.stringify({ [CLIENT_ID_HEADER]: clientId });
}

const COMMON_HEADERS = { "Cache-Control": "no-store" };
const COMPRESSION_HEADERS = { "Content-Encoding": "gzip", Vary: "Accept-Encoding" };

async function toHttpResponse(
  { status, headers, customHeaders = [], body }: RestResponse,
  acceptEncoding: string | null,
): Promise<Response> {
  const isEncoded = customHeaders.some(([name]) => name.toLowerCase() === "content-encoding");
  const compressed = body === null || isEncoded ? null : await compressBody(body, acceptEncoding);
  const response = new Response(compressed ?? body, {
    status,
    headers: { ...COMMON_HEADERS, ...headers, ...(compressed && COMPRESSION_HEADERS) },
  });
  for (const [name] of customHeaders) {
    response.headers.delete(name);
  }
  for (const [name, value] of customHeaders) {
    response.headers.append(name, value);
  }
  return response;
}

function toOptionsResponse(schema: DatabaseSchema, url: string): Response {
  const methods = listAllowedMethods(schema, splitUrl(url).path);
  return new Response(null, { headers: { ...COMMON_HEADERS, Allow: methods.join(",") } });
}

function toErrorResponse({ status, headers, body }: RestError): Response {
  // A function can raise an error with any status.
  return new Response(STATUSES_WITHOUT_BODY.has(status) ? null : JSON.stringify(body), {
    status,
    headers: { ...COMMON_HEADERS, "Content-Type": "application/json; charset=utf-8", ...headers },
  });
}

/** On Supabase, the gateway returns this error before the request reaches PostgREST. */
function missingApiKey(context: Context): RestError {
  return context.req.header("apikey") === undefined
    ? new RestError(401, {
        code: "PGRST302",
        message: "No API key found in request",
        hint: "No `apikey` request header was found.",
      })
    : new RestError(401, {
        code: "PGRST301",
        message: "Invalid API key",
        hint: "Send the publishable or the secret key of this installation.",
      });
}
