import { beforeEach, describe, expect, test } from "vitest";
import type { Accounts } from "#server/auth/accounts.ts";
import {
  createPeopleEnvironment,
  INVITATION,
  type PeopleEnvironment,
  TODAY,
} from "#tests/support/product/people-environment.ts";
import { type Account, createAccount } from "#tests/support/records/account.ts";
import { createMember, insertMember } from "#tests/support/records/client-member.ts";

let team: PeopleEnvironment;
beforeEach(async () => {
  team = await createPeopleEnvironment();
});

describe("an invitation", () => {
  test("returns the same response whether or not the address has an account", async () => {
    const known = await createAccount({ pool: team.sql }, { role: "client" });
    const responses = [
      await team.invite(known.email),
      await team.invite("new@contoso.example"),
      await team.invite(team.administrator.email),
    ];
    expect(responses).toEqual([responses[0], responses[0], responses[0]]);
    expect(responses[0]?.status).toBe(201);
  });

  test.each([
    ["an invalid address", { email: "grace" }],
    ["no name", { name: " " }],
    ["an unknown role", { role: "admin" }],
    ["a past date", { lastDay: "2020-01-01" }],
    ["a date that does not exist", { lastDay: "2030-02-31" }],
    ["an owner with a last day", { role: "owner", lastDay: TODAY }],
  ])("is rejected with %s", async (_, overrides) => {
    expect((await team.invite("grace@contoso.example", team.client, overrides)).status).toBe(400);
    expect((await team.readPeople()).invitations).toEqual([]);
  });

  test("is rejected for members, invited people and suspended clients", async () => {
    const member = await team.addMember("technical");
    expect(await team.invite(member.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { code: "already_member" },
    });
    await team.invite("grace@contoso.example");
    expect(await team.invite("Grace@contoso.example")).toMatchObject({
      status: 409,
      body: { code: "already_invited" },
    });
    await team.sql.query("update public.clients set status = 'suspended' where id = $1", [team.client.id]);
    const response = await team.invite("ada@contoso.example", team.administrator);
    expect(response).toMatchObject({ status: 409, body: { code: "client_suspended" } });
  });

  test("is emailed once: as a link for new accounts, and to accept for existing ones", async () => {
    const known = await createAccount({ pool: team.sql }, { role: "client" });
    await team.invite(known.email);
    await team.invite("new@contoso.example");
    await team.invite(team.administrator.email);
    expect(await team.announceTwice()).toMatchObject([
      {
        kind: "member-invitation",
        recipient: known.email,
        subject: expect.stringContaining("invited you to Contoso"),
      },
      { kind: "account-invite", recipient: "new@contoso.example" },
    ]);
    const { rows } = await team.sql.query(
      "select role from public.users where email = 'new@contoso.example'",
    );
    expect(rows).toEqual([{ role: "client" }]);
  });

  test("uses the inviter's name at the inviting client", async () => {
    await insertMember(
      { pool: team.sql },
      {
        client_id: team.client.id,
        user_id: team.otherClient.userId,
        role: "owner",
        name: "Grace Lindqvist",
      },
    );
    const known = await createAccount({ pool: team.sql }, { role: "client" });
    for (const email of [known.email, "new@contoso.example"]) {
      const response = await team.callAs(team.otherClient, "POST", team.path("/invitations"), {
        body: { ...INVITATION, email },
        clientId: team.client.id,
      });
      expect(response.status).toBe(201);
    }
    expect(await team.listOwnInvitations(known)).toMatchObject([{ inviter: "Grace Lindqvist" }]);
    await team.announceTwice();
    const { rows } = await team.sql.query("select body_text from private.email_outbox");
    expect(rows).toEqual([
      { body_text: expect.stringContaining("Grace Lindqvist") },
      { body_text: expect.stringContaining("Grace Lindqvist") },
    ]);
  });

  test("that cannot be sent does not delay the others, and is sent later", async () => {
    await team.invite("rejected@contoso.example");
    await team.invite("new@contoso.example");
    const failing: Accounts = {
      ...team.accounts,
      invite: async (account) => {
        if (account.email.startsWith("rejected")) {
          throw new Error("the service rejects this address");
        }
        return team.accounts.invite(account);
      },
    };
    await expect(team.createJob(failing)({})).rejects.toThrow("failed to send 1 invitation");
    expect((await team.sql.query("select recipient from private.email_outbox")).rows).toEqual([
      { recipient: "new@contoso.example" },
    ]);
    expect((await team.announceTwice()).map(({ recipient }) => recipient)).toEqual([
      "new@contoso.example",
      "rejected@contoso.example",
    ]);
  });

  test("keeps the link of an earlier invitation of a person without a password", async () => {
    await team.invite("new@contoso.example");
    await team.announceTwice();
    await team.callAs(team.otherClient, "POST", `/api/client/people/${team.otherClient.id}/invitations`, {
      body: { ...INVITATION, email: "new@contoso.example" },
    });
    expect(await team.announceTwice()).toMatchObject([
      { kind: "account-invite" },
      { kind: "member-invitation", subject: expect.stringContaining("invited you to Fabrikam") },
    ]);
    await team.sql.query("update auth.users set invited_at = now() - interval '2 hours'");
    await team.sql.query("update public.client_invitations set email_queued_at = null, requested_at = now()");
    expect((await team.announceTwice()).filter(({ kind }) => kind === "account-invite")).toHaveLength(2);
  });

  test("unbans a person who was banned when another client was suspended", async () => {
    const banned = await createAccount({ pool: team.sql }, { role: "client" });
    await team.accounts.ban(banned.userId);
    await team.invite(banned.email);
    await team.announceTwice();
    const { rows } = await team.sql.query("select banned_until from auth.users where id = $1", [
      banned.userId,
    ]);
    expect(rows).toEqual([{ banned_until: null }]);
  });

  test("can be sent again after a minute, and is valid for another 7 days", async () => {
    const known = await createAccount({ pool: team.sql }, { role: "client" });
    await team.invite(known.email);
    const [pending] = (await team.readPeople()).invitations;
    const resend = () => team.callAs(team.client, "POST", team.path(`/invitations/${pending?.id}/resend`));
    expect((await resend()).status).toBe(429);
    await team.announceTwice();
    await team.sql.query(
      "update public.client_invitations set requested_at = now() - interval '8 days', expires_at = now() - interval '1 day'",
    );
    expect(await team.listOwnInvitations(known)).toEqual([]);
    expect((await resend()).status).toBe(200);
    expect(await team.announceTwice()).toHaveLength(2);
    expect(await team.listOwnInvitations(known)).toHaveLength(1);
  });

  test("of two clients for one new address gives access to both", async () => {
    await team.invite("new@contoso.example");
    await team.callAs(team.otherClient, "POST", `/api/client/people/${team.otherClient.id}/invitations`, {
      body: { ...INVITATION, email: "NEW@contoso.example", role: "technical" },
    });
    await team.announceTwice();
    const { rows } = await team.sql.query(
      "update auth.users set email_confirmed_at = now() where email = 'new@contoso.example' returning id",
    );
    const invited: Account = { ...team.client, userId: rows[0].id, email: "new@contoso.example" };
    for (const { id } of await team.listOwnInvitations(invited)) {
      expect((await team.respond(invited, id, "accept")).status).toBe(200);
    }
    const memberships = await team.sql.query(
      "select client_id, role from public.client_members where user_id = $1 order by role",
      [invited.userId],
    );
    expect(memberships.rows).toEqual([
      { client_id: team.client.id, role: "billing" },
      { client_id: team.otherClient.id, role: "technical" },
    ]);
  });

  test("stays with the invited address after a member changes their email", async () => {
    const person = await createMember({ pool: team.sql }, team.otherClient.id, "billing");
    await team.invite(person.email);
    await team.sql.query("update auth.users set email = 'moved@contoso.example' where id = $1", [
      person.userId,
    ]);
    const moved = { ...person, email: "moved@contoso.example" };
    expect(await team.listOwnInvitations(moved)).toEqual([]);
    await team.invite(moved.email);
    const [own] = await team.listOwnInvitations(moved);
    expect((await team.respond(moved, own?.id, "accept")).status).toBe(200);
    expect(await team.findMember("moved@contoso.example")).toMatchObject({ role: "billing" });
    expect((await team.readPeople()).invitations).toMatchObject([{ email: person.email }]);
  });

  test("can be declined", async () => {
    const invited = await createAccount({ pool: team.sql }, { role: "client" });
    await team.invite(invited.email);
    const [own] = await team.listOwnInvitations(invited);
    expect((await team.respond(invited, own?.id, "decline")).status).toBe(200);
    expect((await team.respond(invited, own?.id, "accept")).status).toBe(404);
    expect((await team.readPeople()).invitations).toEqual([]);
    expect(await team.findMember(invited.email)).toBeUndefined();
  });

  test("cannot be accepted by others, with an unconfirmed address, or after it was revoked", async () => {
    const invited = await createAccount({ pool: team.sql }, { role: "client" });
    await team.invite(invited.email);
    const [own] = await team.listOwnInvitations(invited);
    expect((await team.respond(team.otherClient, own?.id, "accept")).status).toBe(404);
    await team.sql.query("update auth.users set email_confirmed_at = null where id = $1", [invited.userId]);
    expect((await team.respond(invited, own?.id, "accept")).status).toBe(404);
    await team.sql.query("update auth.users set email_confirmed_at = now() where id = $1", [invited.userId]);
    const revoke = () => team.callAs(team.client, "DELETE", team.path(`/invitations/${own?.id}`));
    expect((await revoke()).status).toBe(200);
    expect((await revoke()).status).toBe(404);
    expect((await team.respond(invited, own?.id, "accept")).status).toBe(404);
    expect(await team.findMember(invited.email)).toBeUndefined();
  });
});

test.each([
  ["removed", (member: string) => ["DELETE", `/members/${member}`, undefined] as const],
  ["suspended", (member: string) => ["POST", `/members/${member}/suspend`, undefined] as const],
  [
    "given another role",
    (member: string) => ["PUT", `/members/${member}`, { role: "billing", lastDay: null }] as const,
  ],
])("the invitations of an owner who is %s are revoked", async (_, createRequest) => {
  const owner = await team.addMember("owner");
  const invited = await createAccount({ pool: team.sql }, { role: "client" });
  await team.invite(invited.email, owner);
  await team.invite("grace@contoso.example", team.administrator);
  const [own] = await team.listOwnInvitations(invited);
  const [method, path, body] = createRequest(owner.id);
  expect((await team.callAs(team.client, method, team.path(path), { body })).status).toBe(200);
  expect((await team.respond(invited, own?.id, "accept")).status).toBe(404);
  expect((await team.readPeople()).invitations).toMatchObject([{ email: "grace@contoso.example" }]);
});
