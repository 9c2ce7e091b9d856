import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminClientAccount } from "#server/api/admin-client-account.ts";
import { adminClients } from "#server/api/admin-clients.ts";
import { type ApiCallers, apiCallers } from "#tests/support/api-callers.ts";

const PATH = "/api/admin/clients";
let world: ApiCallers;

beforeAll(async () => {
  world = await apiCallers((parts) =>
    new Hono().route("/", adminClients(parts)).route("/", adminClientAccount(parts)),
  );
});

const aForm = (change: object = {}) => ({
  company: "Acme",
  contactPerson: "Ada Moreno",
  email: `${randomUUID()}@acme.example`,
  ...change,
});

async function created(): Promise<{ id: string; email: string; userId: string }> {
  const form = aForm();
  const { body } = await world.post("administrator", PATH, form);
  const { rows } = await world.sql.query("select user_id from public.clients where id = $1", [body.id]);
  return { id: String(body.id), email: form.email, userId: rows[0].user_id };
}

async function mailsTo(email: string): Promise<string[]> {
  const { rows } = await world.sql.query("select kind from private.mail_outbox where recipient = $1", [
    email,
  ]);
  return rows.map((row) => row.kind);
}

async function lastAct(id: string) {
  const { rows } = await world.sql.query(
    "select actor_id, action, after ->> 'status' as status from public.audit_log where row_id = $1 order by id desc limit 1",
    [id],
  );
  return rows[0];
}

async function roleOf(userId: string): Promise<string | null> {
  const { rows } = await world.sql.query(
    "select raw_app_meta_data ->> 'role' as role from auth.users where id = $1",
    [userId],
  );
  return rows[0].role;
}

describe("creating a client", () => {
  test("makes client and account, and queues the invitation", async () => {
    const form = aForm({ phone: "555", address: "1 Main Street" });
    const answer = await world.post("administrator", PATH, form);
    expect(answer).toMatchObject({ status: 201, body: { success: true } });
    const { rows } = await world.sql.query(
      `select company, contact_person, phone, address, status, email, role
         from public.clients join public.users on users.id = user_id where clients.id = $1`,
      [answer.body.id],
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
    expect(await mailsTo(form.email)).toEqual(["account-invite"]);
    expect(await lastAct(String(answer.body.id))).toMatchObject({
      actor_id: world.administratorId,
      action: "insert",
    });
  });

  test("an address that has an account is refused, in any case of its letters, and no client is left", async () => {
    const { email } = await created();
    const answer = await world.post(
      "administrator",
      PATH,
      aForm({ email: email.toUpperCase(), company: "Twice" }),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: "email_taken" } });
    const { rows } = await world.sql.query("select 1 from public.clients where company = 'Twice'");
    expect(rows).toEqual([]);
  });

  test("of two who create the same address at once one is refused, and the other's client keeps its account", async () => {
    const form = aForm();
    const answers = await Promise.all([1, 2].map(() => world.post("administrator", PATH, form)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    const { rows } = await world.sql.query(
      "select count(*)::integer from public.clients join public.users on users.id = user_id where email = $1",
      [form.email],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("an account that was left without its client is taken up", async () => {
    const { id, email, userId } = await created();
    await world.sql.query("delete from public.clients where id = $1", [id]);
    const answer = await world.post("administrator", PATH, aForm({ email }));
    expect(answer).toMatchObject({ status: 201 });
    const { rows } = await world.sql.query("select user_id from public.clients where id = $1", [
      answer.body.id,
    ]);
    expect(rows).toEqual([{ user_id: userId }]);
  });

  test.each([
    ["waits", null],
    ["was accepted", "now()"],
  ])("an account left without client and role gets both while its invitation %s", async (_, confirmedAt) => {
    const { id, email, userId } = await created();
    await world.sql.query("delete from public.clients where id = $1", [id]);
    await world.sql.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data - 'role', email_confirmed_at = ${confirmedAt}
        where id = $1`,
      [userId],
    );
    expect(await world.post("administrator", PATH, aForm({ email }))).toMatchObject({ status: 201 });
    expect(await roleOf(userId)).toBe("client");
  });

  test("an account that nobody invited is given neither client nor role", async () => {
    const userId = randomUUID();
    const email = `${userId}@acme.example`;
    await world.sql.query(
      "insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data) values ($1, $2, now(), '{}')",
      [userId, email],
    );
    expect(await world.post("administrator", PATH, aForm({ email }))).toMatchObject({ status: 409 });
    expect(await roleOf(userId)).toBeNull();
  });

  test.each([
    [aForm({ company: "" })],
    [aForm({ contactPerson: undefined })],
    [aForm({ email: "ada" })],
    [aForm({ company: "A\0" })],
    ["{"],
    [null],
  ])("nonsense is refused: %j", async (body) => {
    expect(await world.post("administrator", PATH, body)).toMatchObject({ status: 400 });
  });
});

describe("an invitation", () => {
  test("is told as waiting, and sent again", async () => {
    const { id, email } = await created();
    expect(await world.call("administrator", "GET", `${PATH}/${id}/account`)).toMatchObject({
      status: 200,
      body: { account: { state: "invited", email, invitedAt: expect.any(String) } },
    });
    expect(await world.post("administrator", `${PATH}/${id}/invitation`, {})).toMatchObject({ status: 200 });
    expect(await mailsTo(email)).toHaveLength(2);
    expect(await lastAct(id)).toMatchObject({ actor_id: world.administratorId, action: "invite again" });
  });

  test("is withdrawn, and may go to another address then", async () => {
    const { id, email } = await created();
    expect(await world.call("administrator", "DELETE", `${PATH}/${id}/invitation`)).toMatchObject({
      status: 200,
    });
    expect((await world.call("administrator", "GET", `${PATH}/${id}/account`)).body.account).toEqual({
      state: "none",
    });
    expect(await world.post("administrator", `${PATH}/${id}/invitation`, {})).toMatchObject({ status: 400 });
    const other = `other-${email}`;
    await world.post("administrator", `${PATH}/${id}/invitation`, { email: other });
    expect((await world.call("administrator", "GET", `${PATH}/${id}/account`)).body.account).toMatchObject({
      state: "invited",
      email: other,
    });
  });

  test("once accepted is neither withdrawn nor sent again", async () => {
    const { id, userId } = await created();
    await world.sql.query("update auth.users set email_confirmed_at = now() where id = $1", [userId]);
    for (const method of ["POST", "DELETE"])
      expect(await world.call("administrator", method, `${PATH}/${id}/invitation`, {})).toMatchObject({
        status: 409,
        body: { code: "already_accepted" },
      });
  });
});

describe("a suspended client", () => {
  const sessionsOf = async (userId: string) =>
    (await world.sql.query("select banned_until from auth.users where id = $1", [userId])).rows[0]
      .banned_until;

  test("is refused by the authentication service until it is restored; who did it is filed", async () => {
    const { id, userId } = await created();
    const change = (status: string) => world.post("administrator", `${PATH}/${id}/status`, { status });
    expect(await change("suspended")).toMatchObject({ status: 200 });
    expect(await sessionsOf(userId)).not.toBeNull();
    expect(await lastAct(id)).toMatchObject({ actor_id: world.administratorId, status: "suspended" });
    expect(await change("active")).toMatchObject({ status: 200 });
    expect(await sessionsOf(userId)).toBeNull();
    expect(await lastAct(id)).toMatchObject({ status: "active" });
    expect(await change("gone")).toMatchObject({ status: 400 });
  });
});

describe("strangers", () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await created());
  });
  test.each([
    ["POST", ""],
    ["GET", "/account"],
    ["POST", "/invitation"],
    ["DELETE", "/invitation"],
    ["POST", "/status"],
  ])("%s %s is an administrator's alone", async (method, act) => {
    const path = act ? `${PATH}/${id}${act}` : PATH;
    const body = method === "POST" ? { ...aForm(), status: "suspended" } : undefined;
    expect(await world.call("visitor", method, path, body)).toMatchObject({ status: 401 });
    expect(await world.call("client", method, path, body)).toMatchObject({ status: 403 });
    if (!act) return;
    for (const unknown of [randomUUID(), "1%27--"])
      expect(await world.call("administrator", method, `${PATH}/${unknown}${act}`, body)).toMatchObject({
        status: 404,
      });
  });
});
