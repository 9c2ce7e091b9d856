import { Hono } from "hono";
import { hc } from "hono/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { validateJson } from "#server/http/validate.ts";
import { createAreaFetch, type Send } from "./area-fetch.ts";
import { pauseReads } from "./area-reads.ts";
import { readFile, readJson } from "./read-response.ts";
import { clearSelectedClient, selectClient } from "./selected-client.ts";
import { setSessionRejectedListener } from "./session-rejected.ts";
import { getSupabase } from "./supabase.ts";

const SESSION = {
  access_token: "access-token",
  refresh_token: "refresh-token",
  token_type: "bearer",
  expires_in: 3600,
  user: { id: "00000000-0000-4000-8000-000000000000" },
};

const server = new Hono()
  .get("/api/config", (context) =>
    context.json({ supabaseUrl: "http://localhost", publishableKey: "publishable", captcha: null }),
  )
  .post("/auth/v1/token", (context) => context.json(SESSION))
  .post("/api/projects/:id", validateJson(z.object({ name: z.string() }), { maxBytes: 1024 }), (context) =>
    context.json({
      id: context.req.param("id"),
      name: context.req.valid("json").name,
      authorization: context.req.header("authorization") ?? null,
      clientId: context.req.header("x-client-id") ?? null,
      accept: context.req.header("accept") ?? null,
    }),
  )
  .get("/api/file", (context) => context.body("file content"))
  .get("/api/error/:status", (context) =>
    context.json(
      { success: false, error: "This project no longer exists.", code: "unknown_project" },
      context.req.param("status") === "401" ? 401 : 404,
    ),
  )
  .get("/api/second-factor", (context) =>
    context.json({ success: false, error: "Verify first.", code: "second_factor_required" }, 403),
  )
  .get("/api/proxy-error", (context) => context.html("<h1>Bad gateway</h1>", 502))
  // Simulates a proxy whose response does not match the route's type.
  .get("/api/proxy-page", (context) => context.json({ ok: true }));

let waitingReads = 0;

/** Simulates a response that never arrives. */
function untilAborted(signal: AbortSignal): Promise<Response> {
  waitingReads += 1;
  return new Promise((_resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
    }
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

const rejectedSessions = { client: 0, admin: 0 };

beforeEach(() => {
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
    url === "/api/proxy-page" ? new Response("<h1>Welcome</h1>") : server.request(url, init),
  );
  vi.stubGlobal("sessionStorage", createStorage());
  vi.stubGlobal("localStorage", createStorage());
  for (const area of ["client", "admin"] as const) {
    rejectedSessions[area] = 0;
    setSessionRejectedListener(area, () => {
      rejectedSessions[area] += 1;
    });
  }
});
afterEach(() => vi.unstubAllGlobals());

function createStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  };
}

function createApi(area: "client" | "admin", send?: Send) {
  return hc<typeof server>("/", { fetch: createAreaFetch(area, send) }).api;
}

test("sends parameters, JSON and the area's access token, and returns the body", async () => {
  const { auth } = await getSupabase("admin");
  await auth.signInWithPassword({ email: "ada@example.com", password: "password" });
  const { projects } = createApi("admin");
  const request = projects[":id"].$post({ param: { id: "7" }, json: { name: "Audit" } });
  expect(await readJson(request)).toEqual({
    id: "7",
    name: "Audit",
    authorization: "Bearer access-token",
    clientId: null,
    accept: "application/json",
  });
});

test("sends no token without a session in the area", async () => {
  const { projects } = createApi("client");
  const request = projects[":id"].$post({ param: { id: "7" }, json: { name: "Audit" } });
  expect((await readJson(request)).authorization).toBeNull();
});

test("sends the selected client, but not for administrators", async () => {
  selectClient("client-7");
  const send = (area: "client" | "admin") =>
    readJson(createApi(area).projects[":id"].$post({ param: { id: "7" }, json: { name: "Audit" } }));
  expect((await send("client")).clientId).toBe("client-7");
  expect((await send("admin")).clientId).toBeNull();
  clearSelectedClient();
  expect((await send("client")).clientId).toBeNull();
});

test("returns the file from a file response", async () => {
  expect(await (await readFile(createApi("admin").file.$get())).text()).toBe("file content");
});

test("throws the endpoint's error", async () => {
  const request = createApi("admin").error[":status"].$get({ param: { status: "404" } });
  await expect(readJson(request)).rejects.toMatchObject({
    name: "ApiError",
    status: 404,
    code: "unknown_project",
    message: "This project no longer exists.",
  });
  expect(rejectedSessions).toEqual({ client: 0, admin: 0 });
});

test("throws an error with the status of a non-JSON error response", async () => {
  await expect(createApi("admin")["proxy-error"].$get()).rejects.toMatchObject({
    status: 502,
    code: "",
    message: "",
    isRetryable: true,
  });
});

test("throws a network error for a successful response that is not JSON", async () => {
  const request = readJson(createApi("admin")["proxy-page"].$get());
  await expect(request).rejects.toMatchObject({ name: "ApiError", isNetworkError: true });
});

test("throws a network error if there is no response", async () => {
  const cause = new TypeError("fetch failed");
  const api = createApi("admin", () => Promise.reject(cause));
  await expect(api.file.$get()).rejects.toMatchObject({ name: "ApiError", isNetworkError: true, cause });
});

test("throws the signal's reason if the request is canceled", async () => {
  const reason = new Error("The user left the page.");
  const api = createApi("admin", (_url, { signal }) => {
    signal?.throwIfAborted();
    return Promise.resolve(new Response());
  });
  const request = api.file.$get({}, { init: { signal: AbortSignal.abort(reason) } });
  await expect(request).rejects.toBe(reason);
});

test("cancels running and new reads of an area, but no writes, while reads are paused", async () => {
  const api = createApi("admin", (_url, { signal }) =>
    signal ? untilAborted(signal) : Promise.resolve(new Response()),
  );
  const running = api.file.$get();
  await expect.poll(() => waitingReads).toBe(1);
  const resumeReads = pauseReads("admin");
  await expect(running).rejects.toMatchObject({ isNetworkError: true });
  await expect(api.file.$get()).rejects.toMatchObject({ isNetworkError: true });
  const write = api.projects[":id"].$post({ param: { id: "7" }, json: { name: "Audit" } });
  expect((await write).status).toBe(200);
  expect(await (await readFile(createApi("client").file.$get())).text()).toBe("file content");
  resumeReads();
  expect(await (await readFile(createApi("admin").file.$get())).text()).toBe("file content");
});

test("notifies the area's listener of a rejected session", async () => {
  const api = createApi("admin");
  await expect(api.error[":status"].$get({ param: { status: "401" } })).rejects.toMatchObject({
    status: 401,
  });
  await expect(api["second-factor"].$get()).rejects.toMatchObject({ status: 403 });
  expect(rejectedSessions).toEqual({ client: 0, admin: 2 });
});
