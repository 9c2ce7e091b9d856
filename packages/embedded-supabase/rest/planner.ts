import { readBody } from "./body.ts";
import type { Catalogue } from "./catalogue.ts";
import { notUnderstood, RestError, unsupportedMethod } from "./errors.ts";
import { limits } from "./limits.ts";
import { parametersOf } from "./parse-query.ts";
import type { Plan, RestRequest } from "./plan.ts";
import { planCall } from "./plan-call.ts";
import { planRead } from "./plan-read.ts";
import { planWrite } from "./plan-write.ts";
import { parseAccept, parsePreferences } from "./preferences.ts";
import { Recent } from "./recent.ts";

export type Planner = {
  plan(catalogue: Catalogue, request: Request): Promise<{ path: string; plan: Plan }>;
};

const mostRemembered = 500;
const longestRemembered = 2_000;
const prefix = "/rest/v1/";
const methods = ["GET", "HEAD", "POST", "PATCH", "DELETE"] as const;

/** Turns requests into plans, and remembers those of reads: screens ask the same again and again. */
export function createPlanner(): Planner {
  let remembered = new Recent<Plan>(mostRemembered);
  let rememberedFor: Catalogue | null = null;
  return {
    async plan(catalogue, request) {
      if (catalogue !== rememberedFor) {
        remembered = new Recent(mostRemembered);
        rememberedFor = catalogue;
      }
      const { path, search } = addressOf(request.url);
      if (request.method !== "GET") return { path, plan: await planOf(catalogue, request, path, search) };
      const key = keyOf(path, search, request.headers);
      const known = remembered.get(key);
      if (known) return { path, plan: known };
      const plan = await planOf(catalogue, request, path, search);
      if (key.length <= longestRemembered) remembered.set(key, plan);
      return { path, plan };
    },
  };
}

/** Everything of a read that its plan depends on. */
function keyOf(path: string, search: string, headers: Headers): string {
  const heard = ["accept", "prefer", "range", "accept-profile"].map((name) => headers.get(name) ?? "");
  return [path, search, ...heard].join("\n");
}

async function planOf(catalogue: Catalogue, request: Request, path: string, search: string): Promise<Plan> {
  const { isCall, name } = targetOf(path);
  const method = methods.find((known) => known === request.method);
  if (!method) throw unsupportedMethod(request.method);
  if (isCall && (method === "PATCH" || method === "DELETE")) {
    throw new RestError(405, { code: "PGRST101", message: `Cannot use the ${method} method on RPC` });
  }
  refuseOtherSchemas(request.headers, method === "GET" || method === "HEAD");
  const read: RestRequest = {
    method,
    name,
    parameters: parametersOf(search),
    preferences: parsePreferences(request.headers.get("prefer") ?? undefined),
    mediaType: parseAccept(request.headers.get("accept") ?? undefined),
    range: request.headers.get("range") ?? undefined,
    body: method === "POST" || method === "PATCH" ? await readBody(request) : null,
  };
  if (isCall) return planCall(catalogue, read);
  return method === "GET" || method === "HEAD" ? planRead(catalogue, read) : planWrite(catalogue, read);
}

function addressOf(url: string): { path: string; search: string } {
  const start = url.indexOf(prefix.slice(0, -1), url.indexOf("//") + 2);
  const [address = ""] = url.slice(start).split("#", 1);
  if (address.length > limits.urlLength) {
    throw new RestError(414, { code: "PGRST100", message: "The address is too long" });
  }
  const question = address.indexOf("?");
  if (question < 0) return { path: address, search: "" };
  return { path: address.slice(0, question), search: address.slice(question + 1) };
}

function targetOf(path: string): { isCall: boolean; name: string } {
  const segments = path.slice(prefix.length).split("/");
  const isCall = segments.length === 2 && segments[0] === "rpc";
  const segment = isCall ? segments[1] : segments[0];
  if (!segment || (!isCall && segments.length > 1)) {
    throw new RestError(404, { code: "PGRST125", message: "Invalid path specified in request URL" });
  }
  try {
    return { isCall, name: decodeURIComponent(segment) };
  } catch {
    throw notUnderstood("failed to decode the path", "percent-encoding is not UTF-8");
  }
}

/** Only schema `public` is exposed; supabase-js names it with every request. */
function refuseOtherSchemas(headers: Headers, isRead: boolean): void {
  const schema = headers.get(isRead ? "accept-profile" : "content-profile") ?? "public";
  if (schema === "public") return;
  throw new RestError(406, {
    code: "PGRST106",
    message: `Invalid schema: ${schema}`,
    hint: "Only the following schemas are exposed: public",
  });
}
