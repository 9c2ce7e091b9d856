import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAdministratorRoutes } from "#server/api/admin/administrators.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";
import type { Account } from "#tests/support/records/account.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";

const PATH = "/api/admin/administrators";
let fixture: ApiEnvironment;
let otherAdministrator: Account;
beforeAll(async () => {
  fixture = await createApiEnvironment(createAdministratorRoutes);
});
beforeEach(async () => {
  otherAdministrator = await createAdministrator({ pool: fixture.sql }, { secondFactor: true });
});

const uniqueEmail = () => `${randomUUID()}@firm.example`;

async function readLastAuditEntry(id: unknown) {
  const { rows } = await fixture.sql.query(
    "select actor_id, action, before, after from public.audit_log where row_id = $1 order by id desc limit 1",
    [id],
  );
  return rows[0];
}

async function listEmailKinds(email: string): Promise<string[]> {
  const { rows } = await fixture.sql.query(
    "select kind from private.email_outbox where recipient = $1 order by created_at",
    [email],
  );
  return rows.map((row) => row.kind);
}

test.each([
  ["GET", PATH],
  ["POST", PATH],
  ["PUT", `${PATH}/${randomUUID()}/name`],
  ["POST", `${PATH}/${randomUUID()}/invitation`],
  ["DELETE", `${PATH}/${randomUUID()}`],
  ["DELETE", `${PATH}/${randomUUID()}/factors`],
])("%s %s rejects clients and visitors", async (method, path) => {
  expect((await fixture.call("client", method, path)).status).toBe(403);
  expect((await fixture.call("visitor", method, path)).status).toBe(401);
});

test("lists all administrators with their factors, without secrets, and marks the caller", async () => {
  const { body } = await fixture.call("administrator", "GET", PATH);
  const administrators = body.administrators as { id: string }[];
  expect(administrators.find(({ id }) => id === fixture.administratorId)).toMatchObject({ isYou: true });
  expect(administrators.find(({ id }) => id === otherAdministrator.userId)).toMatchObject({
    email: otherAdministrator.email,
    isYou: false,
    invitedAt: null,
    factors: [{ kind: "app", name: "Authenticator" }],
  });
  expect(administrators.some(({ id }) => id === fixture.userA)).toBe(false);
  expect(JSON.stringify(body)).not.toContain("JBSWY3DPEHPK3PXP");
});

describe("inviting an administrator", () => {
  test("creates an administrator who sets a password by email, and resends and revokes the invitation", async () => {
    const email = uniqueEmail();
    const invited = await fixture.post("administrator", PATH, { name: "Ida Berg", email });
    expect(invited.status).toBe(201);
    const { rows } = await fixture.sql.query("select role, name from public.users where id = $1", [
      invited.body.id,
    ]);
    expect(rows).toEqual([{ role: "admin", name: "Ida Berg" }]);
    // The email names the inviter.
    const { rows: accounts } = await fixture.sql.query(
      `select invited.raw_user_meta_data ->> 'inviter' = inviter.email as names_inviter
         from auth.users as invited, public.users as inviter where invited.id = $1 and inviter.id = $2`,
      [invited.body.id, fixture.administratorId],
    );
    expect(accounts).toEqual([{ names_inviter: true }]);
    expect(await readLastAuditEntry(invited.body.id)).toMatchObject({
      actor_id: fixture.administratorId,
      action: "invite",
      after: { email, name: "Ida Berg", role: "admin" },
    });
    expect((await fixture.post("administrator", `${PATH}/${invited.body.id}/invitation`, {})).status).toBe(
      200,
    );
    expect(await listEmailKinds(email)).toEqual(["account-invite", "account-invite"]);
    expect((await fixture.call("administrator", "DELETE", `${PATH}/${invited.body.id}`)).status).toBe(200);
    expect((await fixture.call("administrator", "DELETE", `${PATH}/${invited.body.id}`)).status).toBe(404);
  });

  test("rejects the email address of a client or an existing administrator", async () => {
    for (const email of [`${fixture.userA}@example.com`, otherAdministrator.email.toUpperCase()]) {
      expect(await fixture.post("administrator", PATH, { name: "Ida Berg", email })).toMatchObject({
        status: 409,
        body: { code: "email_taken" },
      });
    }
    for (const invalid of [
      { name: "Ida Berg", email: "invalid" },
      { name: " ", email: uniqueEmail() },
    ]) {
      expect((await fixture.post("administrator", PATH, invalid)).status).toBe(400);
    }
    expect(
      (await fixture.post("administrator", `${PATH}/${otherAdministrator.userId}/invitation`, {})).status,
    ).toBe(409);
  });
});

describe("an administrator's name", () => {
  const rename = (id: string, name: string) =>
    fixture.call("administrator", "PUT", `${PATH}/${id}/name`, { name });

  test("can be changed by every administrator, is trimmed and audited", async () => {
    for (const id of [fixture.administratorId, otherAdministrator.userId]) {
      expect((await rename(id, " Maya Okafor ")).status).toBe(200);
      const { body } = await fixture.call("administrator", "GET", PATH);
      const administrators = body.administrators as { id: string }[];
      expect(administrators.find((administrator) => administrator.id === id)).toMatchObject({
        name: "Maya Okafor",
      });
      expect(await readLastAuditEntry(id)).toMatchObject({
        actor_id: fixture.administratorId,
        action: "update",
        before: { name: "" },
        after: { name: "Maya Okafor" },
      });
    }
  });

  test("is one line of 1 to 100 characters, and cannot be set for clients", async () => {
    for (const name of [" ", "x".repeat(101), "Maya\nOkafor"]) {
      expect((await rename(otherAdministrator.userId, name)).status).toBe(400);
    }
    expect((await rename(fixture.userA, "Maya Okafor")).body.code).toBe("unknown_administrator");
    const { rows } = await fixture.sql.query("select name from public.users where id = any ($1)", [
      [fixture.userA, otherAdministrator.userId],
    ]);
    expect(rows).toEqual([{ name: "" }, { name: "" }]);
  });
});

describe("removing an administrator", () => {
  test("deletes the account, and the audit log keeps its email address", async () => {
    await createAdministrator({ pool: fixture.sql });
    expect(
      (await fixture.call("administrator", "DELETE", `${PATH}/${otherAdministrator.userId}`)).status,
    ).toBe(200);
    const { rowCount } = await fixture.sql.query("select from auth.users where id = $1", [
      otherAdministrator.userId,
    ]);
    expect(rowCount).toBe(0);
    expect(await readLastAuditEntry(otherAdministrator.userId)).toMatchObject({
      actor_id: fixture.administratorId,
      action: "delete",
      before: { email: otherAdministrator.email, role: "admin" },
    });
  });

  test("rejects the caller's own account, clients, unknown ids and the last administrator", async () => {
    const getRemovalError = async (id: string) =>
      (await fixture.call("administrator", "DELETE", `${PATH}/${id}`)).body.code;
    expect(await getRemovalError(fixture.administratorId)).toBe("yourself");
    expect(await getRemovalError(fixture.userA)).toBe("unknown_administrator");
    expect(await getRemovalError(randomUUID())).toBe("unknown_administrator");
    // The caller's test account has no confirmed email address, so it is not counted as an administrator who can sign
    // in.
    await fixture.sql.query(
      `delete from auth.users where raw_app_meta_data ->> 'role' = 'admin' and id not in ($1, $2)`,
      [fixture.administratorId, otherAdministrator.userId],
    );
    expect(await getRemovalError(otherAdministrator.userId)).toBe("last_administrator");
  });
});

describe("a lost second factor", () => {
  test("can be removed by another administrator, which ends the sessions, notifies the owner and is audited", async () => {
    await fixture.sql.query(
      "insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), $1, now())",
      [otherAdministrator.userId],
    );
    const path = `${PATH}/${otherAdministrator.userId}/factors`;
    expect((await fixture.call("administrator", "DELETE", path)).body).toMatchObject({
      success: true,
      removed: 1,
    });
    const remaining = await fixture.sql.query(
      "select (select count(*) from auth.mfa_factors where user_id = $1) + (select count(*) from auth.sessions where user_id = $1) as n",
      [otherAdministrator.userId],
    );
    expect(remaining.rows).toEqual([{ n: "0" }]);
    expect(await listEmailKinds(otherAdministrator.email)).toEqual(["account-factors-removed"]);
    expect(await readLastAuditEntry(otherAdministrator.userId)).toMatchObject({
      actor_id: fixture.administratorId,
      action: "remove second factors",
      after: { factors: 1 },
    });
    expect((await fixture.call("administrator", "DELETE", path)).body.code).toBe("no_factors");
  });

  test("cannot be removed by its owner, because the session could be stolen", async () => {
    const path = `${PATH}/${fixture.administratorId}/factors`;
    expect((await fixture.call("administrator", "DELETE", path)).body.code).toBe("yourself");
  });
});
