import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminAdministrators } from "#server/api/admin-administrators.ts";
import type { Account } from "#tests/support/an-account.ts";
import { anAdministrator } from "#tests/support/an-administrator.ts";
import { type ApiCallers, apiCallers } from "#tests/support/api-callers.ts";

const PATH = "/api/admin/administrators";
let world: ApiCallers;
let other: Account;
beforeAll(async () => {
  world = await apiCallers(adminAdministrators);
});
beforeEach(async () => {
  other = await anAdministrator({ pool: world.sql }, { secondFactor: true });
});

const anEmail = () => `${randomUUID()}@firm.example`;

async function lastAct(id: unknown) {
  const { rows } = await world.sql.query(
    "select actor_id, action, before, after from public.audit_log where row_id = $1 order by id desc limit 1",
    [id],
  );
  return rows[0];
}

async function mailsTo(email: string): Promise<string[]> {
  const { rows } = await world.sql.query(
    "select kind from private.mail_outbox where recipient = $1 order by created_at",
    [email],
  );
  return rows.map((row) => row.kind);
}

test.each([
  ["GET", PATH],
  ["POST", PATH],
  ["POST", `${PATH}/${randomUUID()}/invitation`],
  ["DELETE", `${PATH}/${randomUUID()}`],
  ["DELETE", `${PATH}/${randomUUID()}/factors`],
])("%s %s refuses clients and visitors", async (method, path) => {
  expect((await world.call("client", method, path)).status).toBe(403);
  expect((await world.call("visitor", method, path)).status).toBe(401);
});

test("all are listed with their factors, without a secret, and you among them", async () => {
  const { body } = await world.call("administrator", "GET", PATH);
  const administrators = body.administrators as { id: string }[];
  expect(administrators.find(({ id }) => id === world.administratorId)).toMatchObject({ isYou: true });
  expect(administrators.find(({ id }) => id === other.userId)).toMatchObject({
    email: other.email,
    isYou: false,
    invitedAt: null,
    factors: [{ kind: "app", name: "Authenticator" }],
  });
  expect(administrators.some(({ id }) => id === world.userA)).toBe(false);
  expect(JSON.stringify(body)).not.toContain("JBSWY3DPEHPK3PXP");
});

describe("inviting", () => {
  test("makes an administrator who sets a password by mail; again, and withdrawn", async () => {
    const email = anEmail();
    const invited = await world.post("administrator", PATH, { email });
    expect(invited.status).toBe(201);
    const { rows } = await world.sql.query("select role from public.users where id = $1", [invited.body.id]);
    expect(rows).toEqual([{ role: "admin" }]);
    expect(await lastAct(invited.body.id)).toMatchObject({
      actor_id: world.administratorId,
      action: "invite",
      after: { email, role: "admin" },
    });
    expect((await world.post("administrator", `${PATH}/${invited.body.id}/invitation`, {})).status).toBe(200);
    expect(await mailsTo(email)).toEqual(["account-invite", "account-invite"]);
    expect((await world.call("administrator", "DELETE", `${PATH}/${invited.body.id}`)).status).toBe(200);
    expect((await world.call("administrator", "DELETE", `${PATH}/${invited.body.id}`)).status).toBe(404);
  });

  test("makes nobody an administrator who is a client, nor anybody twice", async () => {
    for (const email of [`${world.userA}@example.com`, other.email.toUpperCase()])
      expect(await world.post("administrator", PATH, { email })).toMatchObject({
        status: 409,
        body: { code: "email_taken" },
      });
    expect((await world.post("administrator", PATH, { email: "nobody" })).status).toBe(400);
    expect((await world.post("administrator", `${PATH}/${other.userId}/invitation`, {})).status).toBe(409);
  });
});

describe("removing", () => {
  test("deletes the account, and the log keeps whose it was", async () => {
    await anAdministrator({ pool: world.sql });
    expect((await world.call("administrator", "DELETE", `${PATH}/${other.userId}`)).status).toBe(200);
    const { rowCount } = await world.sql.query("select from auth.users where id = $1", [other.userId]);
    expect(rowCount).toBe(0);
    expect(await lastAct(other.userId)).toMatchObject({
      actor_id: world.administratorId,
      action: "delete",
      before: { email: other.email, role: "admin" },
    });
  });

  test("refuses oneself, clients, strangers and the last who could let anybody in", async () => {
    const remove = async (id: string) =>
      (await world.call("administrator", "DELETE", `${PATH}/${id}`)).body.code;
    expect(await remove(world.administratorId)).toBe("yourself");
    expect(await remove(world.userA)).toBe("unknown_administrator");
    expect(await remove(randomUUID())).toBe("unknown_administrator");
    // The caller has not confirmed an address in this world: the others are all there is.
    await world.sql.query(
      `delete from auth.users where raw_app_meta_data ->> 'role' = 'admin' and id not in ($1, $2)`,
      [world.administratorId, other.userId],
    );
    expect(await remove(other.userId)).toBe("last_administrator");
  });
});

describe("a lost second factor", () => {
  test("is removed by another administrator: sessions end, its owner is told, the log says who", async () => {
    await world.sql.query(
      "insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), $1, now())",
      [other.userId],
    );
    const path = `${PATH}/${other.userId}/factors`;
    expect((await world.call("administrator", "DELETE", path)).body).toMatchObject({
      success: true,
      removed: 1,
    });
    const left = await world.sql.query(
      "select (select count(*) from auth.mfa_factors where user_id = $1) + (select count(*) from auth.sessions where user_id = $1) as n",
      [other.userId],
    );
    expect(left.rows).toEqual([{ n: "0" }]);
    expect(await mailsTo(other.email)).toEqual(["account-factors-removed"]);
    expect(await lastAct(other.userId)).toMatchObject({
      actor_id: world.administratorId,
      action: "remove second factors",
      after: { factors: 1 },
    });
    expect((await world.call("administrator", "DELETE", path)).body.code).toBe("no_factors");
  });

  test("is never removed by its owner here: a stolen session could not", async () => {
    const path = `${PATH}/${world.administratorId}/factors`;
    expect((await world.call("administrator", "DELETE", path)).body.code).toBe("yourself");
  });
});
