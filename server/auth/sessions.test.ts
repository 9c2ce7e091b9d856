import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { createErrorHandler } from "#server/http/errors.ts";
import { createLogger } from "#server/observability/logger.ts";
import { createSessions } from "./sessions.ts";

const CLIENT = {
  sub: "00000000-0000-4000-8000-000000000001",
  role: "authenticated",
  email: "ada@client.example",
  aal: "aal1",
  app_metadata: { role: "client" },
};
const ADMINISTRATOR = { ...CLIENT, email: "owner@firm.example", app_metadata: { role: "admin" } };

type RequestOptions = { claims?: object | null; isAdmin?: boolean; authorization?: string | null };

async function request(
  path: "/user" | "/admin",
  { claims = CLIENT, isAdmin = true, authorization }: RequestOptions,
) {
  const verifiedTokens: string[] = [];
  const sessions = createSessions(
    async (token) => {
      verifiedTokens.push(token);
      return claims;
    },
    async () => isAdmin,
  );
  const app = new Hono();
  app.onError(createErrorHandler(createLogger("silent")));
  app.get("/user", async (context) => context.json(await sessions.requireUser(context)));
  app.get("/admin", async (context) => context.json(await sessions.requireAdmin(context)));
  const headers: HeadersInit =
    authorization === null ? {} : { authorization: authorization ?? "Bearer token-1" };
  const response = await app.request(path, { headers });
  const body = await response.json();
  return { status: response.status, code: body.code, body, verifiedTokens };
}

describe("a signed-in user", () => {
  test("is identified by the claims of the verified token", async () => {
    const { status, body, verifiedTokens } = await request("/user", {});
    expect([status, body.sub]).toEqual([200, CLIENT.sub]);
    expect(verifiedTokens).toEqual(["token-1"]);
  });

  test.each([
    "bearer token-1",
    "BEARER token-1",
  ])("may send the scheme in upper or lower case: %s", async (authorization) => {
    expect((await request("/user", { authorization })).status).toBe(200);
  });

  test.each([
    null,
    "",
    "Bearer",
    "Bearer ",
    "token-1",
    "Basic token-1",
  ])("is not recognized without a bearer token: %j", async (authorization) => {
    const { status, code, verifiedTokens } = await request("/user", { authorization });
    expect([status, code]).toEqual([401, "not_authenticated"]);
    expect(verifiedTokens).toEqual([]);
  });

  test.each<[string, object | null]>([
    ["an invalid token", null],
    ["the publishable key", { role: "anon", iss: "supabase" }],
    ["the secret key", { ...CLIENT, role: "service_role" }],
    ["no user id", { ...CLIENT, sub: undefined }],
    ["a user id that is not a UUID", { ...CLIENT, sub: "1 or true" }],
    ["no assurance level", { ...CLIENT, aal: undefined }],
    ["no app_metadata", { ...CLIENT, app_metadata: undefined }],
  ])("is not recognized with %s", async (_, claims) => {
    const { status, code } = await request("/user", { claims });
    expect([status, code]).toEqual([401, "not_authenticated"]);
  });
});

describe("an administrator", () => {
  test("needs the admin role in app_metadata, and a second factor that the database confirms", async () => {
    expect((await request("/admin", { claims: ADMINISTRATOR })).status).toBe(200);
  });

  test.each<[string, object]>([
    ["client", CLIENT],
    ["user without a role", { ...CLIENT, app_metadata: {} }],
    [
      "user with the role in user_metadata, which users can edit",
      { ...CLIENT, user_metadata: { role: "admin" } },
    ],
    ["user with another role", { ...CLIENT, app_metadata: { role: "Admin" } }],
  ])("is not a %s", async (_, claims) => {
    const { status, code } = await request("/admin", { claims });
    expect([status, code]).toEqual([403, "not_authorized"]);
  });

  test("without the required second factor gets a distinct error code", async () => {
    const { status, code } = await request("/admin", { claims: ADMINISTRATOR, isAdmin: false });
    expect([status, code]).toEqual([403, "second_factor_required"]);
  });

  test("is rejected without a valid token", async () => {
    expect((await request("/admin", { claims: null, isAdmin: true })).status).toBe(401);
  });
});
