import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClientAccountRoutes } from "#server/api/admin/clients/account.ts";
import { createClientRoutes } from "#server/api/admin/clients/clients.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";
import { createMember, insertMember } from "#tests/support/records/client-member.ts";

const PATH = "/api/admin/clients";
let fixture: ApiEnvironment;

beforeAll(async () => {
  fixture = await createApiEnvironment((parts) =>
    new Hono<CallerEnv>().route("/", createClientRoutes(parts)).route("/", createClientAccountRoutes(parts)),
  );
});

const buildClientInput = (change: object = {}) => ({
  company: "Acme",
  contactPerson: "Ada Moreno",
  email: `${randomUUID()}@acme.example`,
  ...change,
});

async function createClient(): Promise<{ id: string; email: string; userId: string }> {
  const form = buildClientInput();
  const { body } = await fixture.post("administrator", PATH, form);
  const { rows } = await fixture.sql.query("select user_id from public.clients where id = $1", [body.id]);
  return { id: String(body.id), email: form.email, userId: rows[0].user_id };
}

async function listEmailKinds(email: string): Promise<string[]> {
  const { rows } = await fixture.sql.query("select kind from private.email_outbox where recipient = $1", [
    email,
  ]);
  return rows.map((row) => row.kind);
}

async function readLastAuditEntry(id: string) {
  const { rows } = await fixture.sql.query(
    "select actor_id, action, after ->> 'status' as status from public.audit_log where row_id = $1 order by id desc limit 1",
    [id],
  );
  return rows[0];
}

async function readRole(userId: string): Promise<string | null> {
  const { rows } = await fixture.sql.query(
    "select raw_app_meta_data ->> 'role' as role from auth.users where id = $1",
    [userId],
  );
  return rows[0].role;
}

describe("creating a client", () => {
  test("creates the client and its account, and queues the invitation", async () => {
    const form = buildClientInput({ phone: "555", address: "1 Main Street" });
    const response = await fixture.post("administrator", PATH, form);
    expect(response).toMatchObject({ status: 201, body: { success: true } });
    const { rows } = await fixture.sql.query(
      `select company, contact_person, phone, address, status, email, role
         from public.clients join public.users on users.id = user_id where clients.id = $1`,
      [response.body.id],
    );
    expect(rows).toEqual([
      {
        company: "Acme",
        contact_person: "Ada Moreno",
        phone: "555",
        address: "1 Main Street",
        status: "active",
        email: form.email,
        role: "client",
      },
    ]);
    expect(await listEmailKinds(form.email)).toEqual(["account-invite"]);
    expect(await readLastAuditEntry(String(response.body.id))).toMatchObject({
      actor_id: fixture.administratorId,
      action: "insert",
    });
  });

  test("rejects a duplicate email, ignoring case, and leaves no client behind", async () => {
    const { email } = await createClient();
    const response = await fixture.post(
      "administrator",
      PATH,
      buildClientInput({ email: email.toUpperCase(), company: "Twice" }),
    );
    expect(response).toMatchObject({ status: 409, body: { code: "email_taken" } });
    const { rows } = await fixture.sql.query("select 1 from public.clients where company = 'Twice'");
    expect(rows).toEqual([]);
  });

  test("rejects one of two concurrent requests with the same email and keeps the other's account", async () => {
    const form = buildClientInput();
    const responses = await Promise.all([1, 2].map(() => fixture.post("administrator", PATH, form)));
    expect(responses.map((response) => response.status).sort()).toEqual([201, 409]);
    const { rows } = await fixture.sql.query(
      "select count(*)::integer from public.clients join public.users on users.id = user_id where email = $1",
      [form.email],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("reuses an account that was left without a client", async () => {
    const { id, email, userId } = await createClient();
    await fixture.sql.query("delete from public.clients where id = $1", [id]);
    const response = await fixture.post("administrator", PATH, buildClientInput({ email }));
    expect(response).toMatchObject({ status: 201 });
    const { rows } = await fixture.sql.query("select user_id from public.clients where id = $1", [
      response.body.id,
    ]);
    expect(rows).toEqual([{ user_id: userId }]);
  });

  test.each([
    ["is pending", null],
    ["was accepted", "now()"],
  ])("links an orphaned account and sets its role if its invitation %s", async (_, confirmedAt) => {
    const { id, email, userId } = await createClient();
    await fixture.sql.query("delete from public.clients where id = $1", [id]);
    await fixture.sql.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data - 'role', email_confirmed_at = ${confirmedAt}
        where id = $1`,
      [userId],
    );
    expect(await fixture.post("administrator", PATH, buildClientInput({ email }))).toMatchObject({
      status: 201,
    });
    expect(await readRole(userId)).toBe("client");
  });

  test("neither links an account that was not invited nor changes its role", async () => {
    const userId = randomUUID();
    const email = `${userId}@acme.example`;
    await fixture.sql.query(
      "insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data) values ($1, $2, now(), '{}')",
      [userId, email],
    );
    expect(await fixture.post("administrator", PATH, buildClientInput({ email }))).toMatchObject({
      status: 409,
    });
    expect(await readRole(userId)).toBeNull();
  });

  test.each([
    [buildClientInput({ company: "" })],
    [buildClientInput({ contactPerson: undefined })],
    [buildClientInput({ email: "ada" })],
    [buildClientInput({ company: "A\0" })],
    ["{"],
    [null],
  ])("rejects invalid input: %j", async (body) => {
    expect(await fixture.post("administrator", PATH, body)).toMatchObject({ status: 400 });
  });
});

describe("an invitation", () => {
  test("is reported as pending and can be resent", async () => {
    const { id, email } = await createClient();
    expect(await fixture.call("administrator", "GET", `${PATH}/${id}/account`)).toMatchObject({
      status: 200,
      body: { account: { status: "invited", email, invitedAt: expect.any(String) } },
    });
    expect(await fixture.post("administrator", `${PATH}/${id}/invitation`, {})).toMatchObject({
      status: 200,
    });
    expect(await listEmailKinds(email)).toHaveLength(2);
    expect(await readLastAuditEntry(id)).toMatchObject({
      actor_id: fixture.administratorId,
      action: "resend invitation",
    });
  });

  test("can be revoked and then sent to another address", async () => {
    const { id, email } = await createClient();
    expect(await fixture.call("administrator", "DELETE", `${PATH}/${id}/invitation`)).toMatchObject({
      status: 200,
    });
    expect((await fixture.call("administrator", "GET", `${PATH}/${id}/account`)).body.account).toEqual({
      status: "none",
    });
    expect(await fixture.post("administrator", `${PATH}/${id}/invitation`, {})).toMatchObject({
      status: 400,
    });
    const otherEmail = `other-${email}`;
    await fixture.post("administrator", `${PATH}/${id}/invitation`, { email: otherEmail });
    expect((await fixture.call("administrator", "GET", `${PATH}/${id}/account`)).body.account).toMatchObject({
      status: "invited",
      email: otherEmail,
    });
  });

  test("cannot be revoked or resent after it is accepted", async () => {
    const { id, userId } = await createClient();
    await fixture.sql.query("update auth.users set email_confirmed_at = now() where id = $1", [userId]);
    for (const method of ["POST", "DELETE"]) {
      expect(await fixture.call("administrator", method, `${PATH}/${id}/invitation`, {})).toMatchObject({
        status: 409,
        body: { code: "already_accepted" },
      });
    }
  });
});

describe("a suspended client", () => {
  const readBannedUntil = async (userId: string) =>
    (await fixture.sql.query("select banned_until from auth.users where id = $1", [userId])).rows[0]
      .banned_until;

  test("cannot sign in until restored, and the audit log records the administrator", async () => {
    const { id, userId } = await createClient();
    const setStatus = (status: string) => fixture.post("administrator", `${PATH}/${id}/status`, { status });
    expect(await setStatus("suspended")).toMatchObject({ status: 200 });
    expect(await readBannedUntil(userId)).not.toBeNull();
    expect(await readLastAuditEntry(id)).toMatchObject({
      actor_id: fixture.administratorId,
      status: "suspended",
    });
    expect(await setStatus("active")).toMatchObject({ status: 200 });
    expect(await readBannedUntil(userId)).toBeNull();
    expect(await readLastAuditEntry(id)).toMatchObject({ status: "active" });
    expect(await setStatus("gone")).toMatchObject({ status: 400 });
  });

  test("locks out all members, except those of another active client", async () => {
    const { id } = await createClient();
    const database = { pool: fixture.sql };
    const member = await createMember(database, id, "billing");
    const shared = await createMember(database, id, "technical");
    await insertMember(database, { client_id: fixture.clientA, user_id: shared.userId, role: "auditor" });
    await fixture.post("administrator", `${PATH}/${id}/status`, { status: "suspended" });
    expect(await readBannedUntil(member.userId)).not.toBeNull();
    expect(await readBannedUntil(shared.userId)).toBeNull();
    await fixture.post("administrator", `${PATH}/${id}/status`, { status: "active" });
    expect(await readBannedUntil(member.userId)).toBeNull();
  });

  test("unbans a member whose access to another client was restored after the suspension", async () => {
    const { id } = await createClient();
    const database = { pool: fixture.sql };
    const member = await createMember(database, id, "billing");
    const { id: otherMembership } = await insertMember(database, {
      client_id: fixture.clientA,
      user_id: member.userId,
      role: "auditor",
      suspended_at: "2026-01-01T00:00:00Z",
    });
    await fixture.post("administrator", `${PATH}/${id}/status`, { status: "suspended" });
    expect(await readBannedUntil(member.userId)).not.toBeNull();
    await fixture.sql.query("update public.client_members set suspended_at = null where id = $1", [
      otherMembership,
    ]);
    await fixture.post("administrator", `${PATH}/${id}/status`, { status: "active" });
    expect(await readBannedUntil(member.userId)).toBeNull();
  });
});

describe("unauthorized callers", () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await createClient());
  });
  test.each([
    ["POST", ""],
    ["GET", "/account"],
    ["POST", "/invitation"],
    ["DELETE", "/invitation"],
    ["POST", "/status"],
  ])("%s %s rejects callers who are not administrators", async (method, action) => {
    const path = action ? `${PATH}/${id}${action}` : PATH;
    const body = method === "POST" ? { ...buildClientInput(), status: "suspended" } : undefined;
    expect(await fixture.call("visitor", method, path, body)).toMatchObject({ status: 401 });
    expect(await fixture.call("client", method, path, body)).toMatchObject({ status: 403 });
    if (!action) {
      return;
    }
    for (const unknown of [randomUUID(), "1%27--"]) {
      expect(await fixture.call("administrator", method, `${PATH}/${unknown}${action}`, body)).toMatchObject({
        status: 404,
      });
    }
  });
});
