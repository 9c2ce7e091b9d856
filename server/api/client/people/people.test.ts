import { beforeEach, describe, expect, test } from "vitest";
import {
  createPeopleEnvironment,
  type PeopleEnvironment,
  TODAY,
} from "#tests/support/product/people-environment.ts";
import type { Account } from "#tests/support/records/account.ts";
import { createMember, insertMember } from "#tests/support/records/client-member.ts";

let team: PeopleEnvironment;
beforeEach(async () => {
  team = await createPeopleEnvironment();
});

describe("people can be read and changed", () => {
  test("by owners and administrators", async () => {
    for (const caller of [team.client, await team.addMember("owner"), team.administrator]) {
      expect((await team.callAs(caller, "GET", team.path())).status).toBe(200);
    }
    expect(await team.readPeople()).toMatchObject({
      members: [
        { email: team.client.email, role: "owner", isYou: true, isPrimaryContact: true },
        { role: "owner" },
      ],
      requiresSecondFactor: false,
    });
  });

  test("not by other members, or owners of other clients", async () => {
    const member = await team.addMember("billing");
    for (const caller of [
      member,
      await team.addMember("technical"),
      await team.addMember("auditor"),
      team.otherClient,
    ]) {
      expect((await team.callAs(caller, "GET", team.path())).status).toBe(403);
      expect((await team.invite("grace@contoso.example", caller)).status).toBe(403);
      expect((await team.callAs(caller, "DELETE", team.path(`/members/${member.id}`))).status).toBe(403);
    }
    expect((await team.readPeople()).members).toHaveLength(4);
  });

  test("not by an owner who has selected another client", async () => {
    await insertMember(
      { pool: team.sql },
      {
        client_id: team.otherClient.id,
        user_id: team.client.userId,
        role: "technical",
      },
    );
    const options = { clientId: team.otherClient.id };
    expect((await team.callAs(team.client, "GET", team.path(), options)).status).toBe(403);
    expect((await team.callAs(team.client, "GET", team.path(), { clientId: team.client.id })).status).toBe(
      200,
    );
  });

  test("only through the path of the member's client", async () => {
    const own = await createMember({ pool: team.sql }, team.otherClient.id, "owner");
    const response = await team.callAs(team.client, "DELETE", team.path(`/members/${own.id}`));
    expect(response).toMatchObject({ status: 404, body: { code: "unknown_person" } });
  });
});

describe("access", () => {
  const change = (id: string, body: object, as: Account = team.client) =>
    team.callAs(as, "PUT", team.path(`/members/${id}`), { body });

  test("can be changed, suspended, restored and removed", async () => {
    const member = await team.addMember("billing");
    expect((await change(member.id, { role: "auditor", lastDay: TODAY })).status).toBe(200);
    expect(await team.findMember(member.email)).toMatchObject({
      role: "auditor",
      expiresAt: expect.any(String),
    });
    expect((await change(member.id, { role: "owner", lastDay: null })).status).toBe(200);
    expect(await team.findMember(member.email)).toMatchObject({ role: "owner", expiresAt: null });
    for (const action of ["suspend", "restore"]) {
      expect(
        (await team.callAs(team.client, "POST", team.path(`/members/${member.id}/${action}`))).status,
      ).toBe(200);
      expect(Boolean((await team.findMember(member.email))?.suspendedAt)).toBe(action === "suspend");
    }
    expect((await team.callAs(team.client, "DELETE", team.path(`/members/${member.id}`))).status).toBe(200);
    expect(await team.findMember(member.email)).toBeUndefined();
    expect((await change(member.id, { role: "billing", lastDay: null })).status).toBe(404);
  });

  test("of the last owner cannot be removed, not even by administrators", async () => {
    await team.addMember("billing");
    const own = await team.findMember(team.client.email);
    for (const caller of [team.client, team.administrator]) {
      const responses = [
        await change(own?.id ?? "", { role: "billing", lastDay: null }, caller),
        await team.callAs(caller, "POST", team.path(`/members/${own?.id}/suspend`)),
        await team.callAs(caller, "DELETE", team.path(`/members/${own?.id}`)),
      ];
      for (const response of responses) {
        expect(response).toMatchObject({ status: 409, body: { code: "last_owner" } });
      }
    }
  });

  test("changes are emailed to the person and to the other owners, and logged", async () => {
    const owner = await team.addMember("owner");
    const member = await team.addMember("billing");
    await team.sql.query("delete from public.client_activity");
    await change(member.id, { role: "technical", lastDay: null });
    const emails = await team.announceTwice();
    expect(emails.map(({ recipient, subject }) => [recipient, subject])).toEqual(
      [
        [member.email, "Your role in Contoso's portal has changed"],
        [owner.email, `Role changed for ${member.email} at Contoso`],
      ].toSorted(([one = ""], [other = ""]) => one.localeCompare(other)),
    );
    const { rows } = await team.sql.query(
      "select actor_role, actor, action, subject, details ->> 'to' as role from public.client_activity",
    );
    expect(rows).toEqual([
      {
        actor_role: "client",
        actor: team.client.email,
        action: "role-changed",
        subject: member.email,
        role: "technical",
      },
    ]);
  });

  test("an email about a change names both people, and contains the time with its time zone", async () => {
    const owner = await team.addMember("owner");
    const member = await team.addMember("billing");
    await team.sql.query("update public.client_members set name = 'Grace Lindqvist' where id = $1", [
      member.id,
    ]);
    const { rows: clients } = await team.sql.query<{ contact_person: string }>(
      "select contact_person from public.clients where user_id = $1",
      [team.client.userId],
    );
    await team.sql.query("delete from public.client_activity");
    await change(member.id, { role: "technical", lastDay: null });
    await team.announceTwice();
    const { rows } = await team.sql.query<{ body_text: string }>(
      "select body_text from private.email_outbox where recipient = $1",
      [owner.email],
    );
    expect(rows[0]?.body_text).toContain(
      `\nPerson: Grace Lindqvist (${member.email})\nChange: Role changed\nRole: Technical\nChanged by: ${clients[0]?.contact_person} (${team.client.email})\n`,
    );
    expect(rows[0]?.body_text).toMatch(/\nTime: .+ \d+:\d\d\s[AP]M (?:[A-Z]{3,4}|GMT\S*)\n/);
  });

  test("restored by an administrator is audited and emailed to all owners", async () => {
    const member = await team.addMember("billing");
    await team.sql.query("update public.client_members set suspended_at = now() where id = $1", [member.id]);
    await team.sql.query("delete from public.client_activity");
    await team.callAs(team.administrator, "POST", team.path(`/members/${member.id}/restore`));
    const emails = await team.announceTwice();
    expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
      [team.client.email, member.email].toSorted(),
    );
    const { rows } = await team.sql.query(
      "select actor, action from public.audit_log where table_name = 'client_members' and row_id = $1",
      [member.id],
    );
    expect(rows).toEqual([{ actor: team.administrator.email, action: "update" }]);
  });
});

test("members who were banned with one client are unbanned when another one restores their access", async () => {
  const member = await team.addMember("billing");
  const database = { pool: team.sql };
  await insertMember(database, { client_id: team.otherClient.id, user_id: member.userId, role: "auditor" });
  await team.sql.query("update public.clients set status = 'suspended' where id = $1", [team.otherClient.id]);
  const readBannedUntil = async () =>
    (await team.sql.query("select banned_until from auth.users where id = $1", [member.userId])).rows[0]
      .banned_until;
  await team.sql.query("update public.client_members set suspended_at = now() where id = $1", [member.id]);
  await team.accounts.ban(member.userId);
  await team.announceTwice();
  expect(await readBannedUntil()).not.toBeNull();
  await team.callAs(team.client, "POST", team.path(`/members/${member.id}/restore`));
  await team.announceTwice();
  expect(await readBannedUntil()).toBeNull();
});

describe("the second-factor requirement", () => {
  const require = (isRequired: boolean, as: Account, aal: "aal1" | "aal2") =>
    team.callAs(as, "PUT", team.path("/second-factor"), { body: { isRequired }, aal });

  test("can be set by an owner who has verified a second factor", async () => {
    expect(await require(true, team.client, "aal1")).toMatchObject({
      status: 409,
      body: { code: "own_factor_missing" },
    });
    expect((await require(true, team.client, "aal2")).status).toBe(200);
    expect((await team.callAs(team.client, "GET", team.path())).status).toBe(403);
    expect((await team.callAs(team.client, "GET", team.path(), { aal: "aal2" })).status).toBe(200);
    expect((await require(false, team.client, "aal1")).status).toBe(403);
    expect((await require(false, team.client, "aal2")).status).toBe(200);
  });

  test("cannot be set by other members", async () => {
    expect((await require(true, await team.addMember("billing"), "aal2")).status).toBe(403);
  });
});

test("a visit is recorded for the selected client", async () => {
  const { userId } = team.client;
  await insertMember(
    { pool: team.sql },
    { client_id: team.otherClient.id, user_id: userId, role: "auditor" },
  );
  await team.callAs(team.client, "POST", "/api/client/visit", { clientId: team.otherClient.id });
  const { rows } = await team.sql.query(
    "select client_id from public.client_members where user_id = $1 and last_seen_at is not null",
    [userId],
  );
  expect(rows).toEqual([{ client_id: team.otherClient.id }]);
});
