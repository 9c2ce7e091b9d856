import { beforeEach, describe, expect, test } from "vitest";
import { runAs, toCaller } from "#tests/support/database/run-as.ts";
import {
  createPeopleEnvironment,
  type PeopleEnvironment,
} from "#tests/support/product/people-environment.ts";
import type { Account } from "#tests/support/records/account.ts";
import { createMember, insertMember, type MemberRole } from "#tests/support/records/client-member.ts";
import { insertFinding } from "#tests/support/records/finding.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { buildProject } from "#tests/support/records/project.ts";

const PATH = "/api/client/own-name";

let team: PeopleEnvironment;
beforeEach(async () => {
  team = await createPeopleEnvironment();
});

const rename = (as: Account, name: string, options = {}) =>
  team.callAs(as, "PUT", PATH, { body: { name }, ...options });
const addMember = (role: MemberRole, name: string) =>
  createMember({ pool: team.sql }, team.client.id, role, { name });
const readName = async ({ userId }: Account, clientId = team.client.id) =>
  (
    await team.sql.query("select name from public.client_members where user_id = $1 and client_id = $2", [
      userId,
      clientId,
    ])
  ).rows[0]?.name;
const readContactPerson = async () =>
  (await team.sql.query("select contact_person from public.clients where id = $1", [team.client.id])).rows[0]
    ?.contact_person;

describe("a person's own name", () => {
  test.each([
    "owner",
    "billing",
    "technical",
    "auditor",
  ] as const)("can be changed by role %s", async (role) => {
    const member = await addMember(role, "Grace Hopper");
    expect((await rename(member, " Grace Lindqvist ")).status).toBe(200);
    expect(await readName(member)).toBe("Grace Lindqvist");
    expect(await readContactPerson()).toBe("Ada Moreno");
  });

  test("is required, at most 200 characters, and on one line", async () => {
    const member = await addMember("billing", "Grace Hopper");
    for (const name of [" ", "x".repeat(201), "Grace\nHopper"]) {
      expect((await rename(member, name)).status).toBe(400);
    }
    expect(await readName(member)).toBe("Grace Hopper");
  });

  test("changes only at the selected client", async () => {
    const member = await addMember("billing", "Grace Hopper");
    await insertMember(
      { pool: team.sql },
      { client_id: team.otherClient.id, user_id: member.userId, role: "owner", name: "Grace Hopper" },
    );
    await rename(member, "Grace Lindqvist", { clientId: team.otherClient.id });
    expect(await readName(member)).toBe("Grace Hopper");
    expect(await readName(member, team.otherClient.id)).toBe("Grace Lindqvist");
  });

  test("at a client takes precedence over the name at another client, even after a suspension", async () => {
    const member = await addMember("billing", "Grace Hopper");
    const { id } = await insertMember(
      { pool: team.sql },
      { client_id: team.otherClient.id, user_id: member.userId, role: "billing", name: "Grace Lindqvist" },
    );
    await team.sql.query("update public.client_members set suspended_at = now() where id = $1", [id]);
    const { rows } = await team.sql.query(
      `select private.account_name($1) as first, private.account_name($1, $2) as own,
              private.account_name($1, $3) as other`,
      [member.userId, team.client.id, team.otherClient.id],
    );
    expect(rows).toEqual([{ first: "Grace Hopper", own: "Grace Hopper", other: "Grace Lindqvist" }]);
  });

  test("cannot be changed by suspended members and administrators", async () => {
    const member = await addMember("billing", "Grace Hopper");
    await team.sql.query("update public.client_members set suspended_at = now() where id = $1", [member.id]);
    expect((await rename(member, "Grace Lindqvist")).status).toBe(403);
    expect((await rename(team.administrator, "Grace Lindqvist")).status).toBe(403);
    expect(await readName(member)).toBe("Grace Hopper");
  });
});

describe("the contact person", () => {
  const setContactPerson = (name: string) =>
    team.sql.query("update public.clients set contact_person = $2 where id = $1", [team.client.id, name]);

  test.each([
    "Grace Hopper",
    "grace HOPPER ",
  ])("follows the name of the person: %j", async (contactPerson) => {
    const member = await addMember("technical", "Grace Hopper");
    await setContactPerson(contactPerson);
    await rename(member, "Grace Lindqvist");
    expect([await readName(member), await readContactPerson()]).toEqual([
      "Grace Lindqvist",
      "Grace Lindqvist",
    ]);
  });

  test("is kept if two people have the name", async () => {
    await addMember("billing", "Ada Moreno");
    await rename(team.client, "Ada Byron");
    expect(await readContactPerson()).toBe("Ada Moreno");
  });

  test("can become someone else without renaming a person", async () => {
    await setContactPerson("Carol Diaz");
    expect(await readName(team.client)).toBe("Ada Moreno");
    await rename(team.client, "Ada Byron");
    expect(await readContactPerson()).toBe("Carol Diaz");
  });
});

describe("erasing a person removes current and former names from the history of findings", () => {
  test.each([true, false])("if the person was removed before: %j", async (isRemoved) => {
    const member = await addMember("technical", "Grace Hopper");
    await recordAssignment("Grace Hopper");
    await rename(member, "Grace Lindqvist");
    await recordAssignment("Grace Lindqvist");
    if (isRemoved) {
      await team.sql.query("delete from public.client_members where id = $1", [member.id]);
      await recordAssignment(member.email);
    }
    const { history, stored } = await runAs(team.sql, toCaller(team.administrator), async (connection) => {
      await connection.query("select endpoints.erase_member($1)", [member.email]);
      await connection.query("set local role service_role");
      return {
        history: await connection.query(
          "select distinct to_value from public.finding_events where action = 'assigned'",
        ),
        stored: await connection.query("select from private.former_member_names"),
      };
    });
    expect(history.rows).toEqual([{ to_value: "deleted person" }]);
    expect(stored.rows).toEqual([]);
  });

  const recordAssignment = async (name: string) => {
    const database = { pool: team.sql };
    const project = await insertRow(database, "projects", { ...buildProject(), client_id: team.client.id });
    const finding = await insertFinding(database, project);
    await insertRow(database, "finding_events", {
      finding_id: finding.id,
      client_id: team.client.id,
      actor_role: "admin",
      action: "assigned",
      to_value: name,
    });
  };
});

test("former names are deleted with the account or the client", async () => {
  const countNames = async () =>
    (await team.sql.query("select count(*)::integer as count from private.former_member_names")).rows[0]
      .count;
  const [member, other] = [
    await addMember("technical", "Grace Hopper"),
    await addMember("billing", "Sam Lee"),
  ];
  await rename(member, "Grace Lindqvist");
  await rename(other, "Sam Diaz");
  expect(await countNames()).toBe(2);
  await team.sql.query("delete from public.users where id = $1", [member.userId]);
  expect(await countNames()).toBe(1);
  await team.sql.query("delete from public.clients where id = $1", [team.client.id]);
  expect(await countNames()).toBe(0);
});
