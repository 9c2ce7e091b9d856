import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  AUTH_TARGETS,
  createTestUser,
  signInAs,
  startIsolatedBackend,
  startTestBackend,
  type TestBackend,
} from "#src/test-support/test-backend.ts";

// The comment above a test names its source: a Go test of supabase/auth (internal/api), or "Project choice" with the
// reason.
describe.each(AUTH_TARGETS)("account attributes on $name", (target) => {
  let backend: TestBackend;
  let userCount = 0;
  beforeAll(async () => {
    backend = await startTestBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  const admin = () => backend.serviceClient().auth.admin;
  const newEmail = () => `attributes${++userCount}${backend.emailSuffix}@example.com`;
  const sendAsService = async (path: string, method: string, body?: object) => {
    const response = await fetch(`${backend.url}/auth/v1/admin/users${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
      headers: { apikey: backend.secretKey, "content-type": "application/json" },
    });
    return { status: response.status, body: (await response.json()) as object };
  };

  // admin_test.go, TestAdminUserCreate.
  test("metadata contains email_verified only after the address is confirmed", async () => {
    const created = await admin().createUser({ email: newEmail(), user_metadata: { name: "Ada" } });
    expect(created.data.user?.user_metadata).toEqual({ name: "Ada" });
    const id = created.data.user?.id ?? "";
    const confirmed = await admin().updateUserById(id, { email_confirm: true });
    expect(confirmed.data.user?.user_metadata).toEqual({ name: "Ada", email_verified: true });
  });

  // admin_test.go, TestAdminUserCreateValidationErrors. Project choice: attributes without effect are rejected.
  test.each([
    [{ password: "long enough", password_hash: "$2a$10$abc" }, "validation_failed", /password hash/],
    [{ id: "00000000-0000-0000-0000-000000000000" }, "validation_failed", /nil uuid/],
    [{ role: "testing" }, "validation_failed", /^role: /],
    [{ phone: "+15555550100" }, "phone_provider_disabled", /phone/],
  ])("rejects an account with %j", async (attributes, code, message) => {
    expect(await sendAsService("", "POST", { email: newEmail(), ...attributes })).toMatchObject({
      status: 400,
      body: { error_code: code, msg: expect.stringMatching(message) },
    });
  });

  // Project choice: attributes without effect are rejected.
  test("rejects a change of role or phone number", async () => {
    const { id } = await createTestUser(backend);
    expect(await sendAsService(`/${id}`, "PUT", { role: "testing" })).toMatchObject({
      status: 400,
      body: { error_code: "validation_failed", msg: expect.stringMatching(/^role: /) },
    });
    expect((await sendAsService(`/${id}`, "PUT", { phone: "+15555550100" })).status).toBe(400);
    expect((await sendAsService(`/${id}`, "PUT", { role: "authenticated" })).status).toBe(200);
  });

  // admin_test.go, TestAdminUserDelete.
  test("responds with an empty object when an account is deleted", async () => {
    const { id } = await createTestUser(backend);
    expect(await sendAsService(`/${id}`, "DELETE")).toEqual({ status: 200, body: {} });
  });

  // admin_test.go, TestAdminUsers_SortAsc, TestAdminUsers_FilterEmail, TestAdminUsers_FilterName.
  test("sorts accounts by age, and filters them by address or full name", async () => {
    const isolated = await startIsolatedBackend(target);
    const service = isolated.serviceClient().auth.admin;
    const addUser = async (email: string, name: string) => {
      isolated.advanceClock(1000);
      await service.createUser({ email, user_metadata: { full_name: name } });
    };
    await addUser("ann@example.com", "Ann Lee");
    await addUser("bob@example.com", "Bob Ray");
    const list = async (query: string) => {
      const response = await fetch(`${isolated.url}/auth/v1/admin/users?${query}`, {
        headers: { apikey: isolated.secretKey },
      });
      const { users = [], error_code } = (await response.json()) as {
        users?: { email: string }[];
        error_code?: string;
      };
      return {
        total: response.headers.get("x-total-count"),
        error_code,
        emails: users.map(({ email }) => email),
      };
    };
    expect((await list("sort=created_at%20asc")).emails).toEqual(["ann@example.com", "bob@example.com"]);
    expect((await list("sort=created_at%20desc")).emails).toEqual(["bob@example.com", "ann@example.com"]);
    expect(await list("filter=bob")).toMatchObject({ total: "1", emails: ["bob@example.com"] });
    expect((await list("filter=ann%20LEE")).emails).toEqual(["ann@example.com"]);
    expect((await list("sort=email%20asc")).error_code).toBe("validation_failed");
    expect((await list("sort=created_at%20up")).error_code).toBe("validation_failed");
  });

  // admin_test.go, TestAdminUserUpdateFactor.
  test("renames a factor", async () => {
    const user = await createTestUser(backend);
    const client = await signInAs(backend, user);
    const { data } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    const path = `/${user.id}/factors/${data?.id}`;
    expect(await sendAsService(path, "PUT", { friendly_name: "Tablet" })).toMatchObject({
      status: 200,
      body: { id: data?.id, friendly_name: "Tablet", factor_type: "totp" },
    });
    const other = await createTestUser(backend);
    expect((await sendAsService(`/${other.id}/factors/${data?.id}`, "PUT", {})).status).toBe(404);
  });
});
