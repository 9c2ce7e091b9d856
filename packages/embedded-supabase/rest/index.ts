import { type Context, Hono } from "hono";
import type pg from "pg";
import { senderOf } from "../api-keys.ts";
import type { Log } from "../log.ts";
import { type Caller, type CallerClaims, callerOf } from "./caller.ts";
import { createCatalogueSource } from "./catalogue-source.ts";
import { RestError } from "./errors.ts";
import { refusalOf } from "./failure.ts";
import type { Answer } from "./plan.ts";
import { createPlanner } from "./planner.ts";
import { run } from "./run.ts";
import { StatementNames } from "./statement-names.ts";

export type { CallerClaims } from "./caller.ts";

export type RestOptions = {
  /** Logs in as a member of `anon`, `authenticated` and `service_role`, and owns nothing it should not read. */
  pool: pg.Pool;
  /** The claims of a token that is ours and has not ended; whether its session lives is asked in the transaction. */
  accessTokenClaims(token: string): Promise<CallerClaims | null>;
  publishableKey: string;
  secretKey: string;
  log: Log;
  now?: () => Date;
};

export type Rest = Hono & {
  /** Reads the tables, columns, keys and functions of schema `public` anew: after migrations. */
  reloadCatalogue(): Promise<void>;
};

/**
 * The part of PostgREST that supabase-js speaks, on `/rest/v1/{table}` and `/rest/v1/rpc/{function}`; the subset is
 * listed in docs/backend.md. Row policies decide what a caller sees: each request runs as its caller.
 */
export function createRest(options: RestOptions): Rest {
  const { pool, log, now = () => new Date() } = options;
  const catalogue = createCatalogueSource(pool);
  const planner = createPlanner();
  const names = new StatementNames();

  async function answer(context: Context): Promise<Response> {
    let caller: Caller | null = null;
    try {
      const sender = senderOf(context, options);
      if (!sender) throw keyMissing(context);
      caller = await callerOf(sender, options.accessTokenClaims, now());
      const { path, plan } = await planner.plan(await catalogue.current(), context.req.raw);
      return respond(await run(plan, { pool, names, caller, method: context.req.method, path, now: now() }));
    } catch (thrown) {
      return refuse(refusalOf(thrown, caller, log));
    }
  }

  const app = new Hono();
  app.all("/rest/v1/*", answer);
  app.all("/rest/v1", answer);
  return Object.assign(app, { reloadCatalogue: catalogue.reload });
}

const always = { "Cache-Control": "no-store" };

function respond({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers: { ...always, ...headers } });
}

function refuse({ status, headers, body }: RestError): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...always, "Content-Type": "application/json; charset=utf-8", ...headers },
  });
}

/** Supabase's gateway asks for the key before PostgREST hears of the request. */
function keyMissing(context: Context): RestError {
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
