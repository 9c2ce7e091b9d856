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

test("erasing a person removes former names from the history of findings", async () => {
  const database = { pool: team.sql };
  const member = await addMember("technical", "Grace Hopper");
  const project = await insertRow(database, "projects", { ...buildProject(), client_id: team.client.id });
  const finding = await insertFinding(database, project);
  await insertRow(database, "finding_events", {
    finding_id: finding.id,
    client_id: team.client.id,
    actor_role: "admin",
    action: "assigned",
    to_value: "Grace Hopper",
  });
  await rename(member, "Grace Lindqvist");
  const { rows } = await runAs(team.sql, toCaller(team.administrator), async (connection) => {
    await connection.query("select endpoints.erase_member($1)", [member.email]);
    return connection.query("select to_value from public.finding_events where action = 'assigned'");
  });
  expect(rows).toEqual([{ to_value: "deleted person" }]);
});
