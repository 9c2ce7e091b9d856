import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import { createAccessReviewRoutes } from "#server/api/client/people/access-review.ts";
import { createOwnInvitationRoutes } from "#server/api/client/people/own-invitations.ts";
import { createPeopleRoutes } from "#server/api/client/people/people.ts";
import { createClientGroup } from "#server/api/route-groups.ts";
import type { Accounts } from "#server/auth/accounts.ts";
import { createAnnouncePeopleJob } from "#server/jobs/email/announce-people.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createLogger } from "#server/observability/logger.ts";
import { beginAs, toCaller } from "#tests/support/database/run-as.ts";
import { type ApiEnvironment, createRouteEnvironment } from "#tests/support/product/api-environment.ts";
import { type Account, createAccount } from "#tests/support/records/account.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { createMember, insertMember } from "#tests/support/records/client-member.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

const INVITATION = { name: "Grace Hopper", role: "billing", lastDay: null };
const TODAY = new Date().toISOString().slice(0, 10);

let fixture: ApiEnvironment;
let client: TestClient;
let otherClient: TestClient;
let administrator: Account;
beforeEach(async () => {
  fixture = await createRouteEnvironment((services) =>
    new Hono().route(
      "/",
      createClientGroup(services)
        .route("/", createPeopleRoutes(services))
        .route("/", createAccessReviewRoutes(services))
        .route("/", createOwnInvitationRoutes(services)),
    ),
  );
  const database = { pool: fixture.sql };
  client = await createTestClient(database, { company: "Contoso" });
  otherClient = await createTestClient(database, { company: "Fabrikam" });
  administrator = await createAdministrator(database);
});

const people = (path = "") => `/api/client/people/${client.id}${path}`;
const addMember = (role: "owner" | "billing" | "technical" | "auditor") =>
  createMember({ pool: fixture.sql }, client.id, role);
const readPeople = async (as: Account = client) =>
  (await fixture.callAs(as, "GET", people())).body.people as {
    members: { id: string; email: string; role: string; suspendedAt: string | null }[];
    invitations: { id: string; email: string }[];
    requiresSecondFactor: boolean;
  };
const findMember = async (email: string) =>
  (await readPeople()).members.find((member) => member.email === email);
const invite = (email: string, as: Account = client, overrides: object = {}) =>
  fixture.callAs(as, "POST", people("/invitations"), { body: { ...INVITATION, email, ...overrides } });
const listOwnInvitations = async (as: Account) =>
  (await fixture.callAs(as, "GET", "/api/client/own-invitations")).body.invitations as {
    id: string;
    company: string;
  }[];
const answer = (as: Account, id: string | undefined, choice: "accept" | "decline") =>
  fixture.callAs(as, "POST", `/api/client/own-invitations/${id}/${choice}`);

const createJob = (accounts: Accounts = fixture.accounts) =>
  createAnnouncePeopleJob({
    database: fixture.database,
    accounts,
    jobs,
    log: createLogger("silent"),
    config: { publicUrl: "https://firm.example" },
  });

/** Runs the job twice and lists all emails, so that duplicates are detected. */
async function announceTwice() {
  const job = createJob();
  await job({});
  await job({});
  const { rows } = await fixture.sql.query<{ kind: string; recipient: string; subject: string }>(
    "select kind, recipient, subject, body_text from private.email_outbox order by created_at, kind, recipient",
  );
  return rows;
}

describe("people can be read and changed", () => {
  test("by owners and administrators", async () => {
    for (const caller of [client, await addMember("owner"), administrator]) {
      expect((await fixture.callAs(caller, "GET", people())).status).toBe(200);
    }
    expect(await readPeople()).toMatchObject({
      members: [
        { email: client.email, role: "owner", isYou: true, isPrimaryContact: true },
        { role: "owner" },
      ],
      requiresSecondFactor: false,
    });
  });

  test("not by other members, or owners of other clients", async () => {
    const member = await addMember("billing");
    for (const caller of [member, await addMember("technical"), await addMember("auditor"), otherClient]) {
      expect((await fixture.callAs(caller, "GET", people())).status).toBe(403);
      expect((await invite("grace@contoso.example", caller)).status).toBe(403);
      expect((await fixture.callAs(caller, "DELETE", people(`/members/${member.id}`))).status).toBe(403);
    }
    expect((await readPeople()).members).toHaveLength(4);
  });

  test("not by an owner who has selected another client", async () => {
    await insertMember(
      { pool: fixture.sql },
      {
        client_id: otherClient.id,
        user_id: client.userId,
        role: "technical",
      },
    );
    const options = { clientId: otherClient.id };
    expect((await fixture.callAs(client, "GET", people(), options)).status).toBe(403);
    expect((await fixture.callAs(client, "GET", people(), { clientId: client.id })).status).toBe(200);
  });

  test("only through the path of the member's client", async () => {
    const own = await createMember({ pool: fixture.sql }, otherClient.id, "owner");
    const response = await fixture.callAs(client, "DELETE", people(`/members/${own.id}`));
    expect(response).toMatchObject({ status: 404, body: { code: "unknown_person" } });
  });
});

describe("an invitation", () => {
  test("is answered alike for addresses with and without an account", async () => {
    const known = await createAccount({ pool: fixture.sql }, { role: "client" });
    const responses = [
      await invite(known.email),
      await invite("new@contoso.example"),
      await invite(administrator.email),
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
    expect((await invite("grace@contoso.example", client, overrides)).status).toBe(400);
    expect((await readPeople()).invitations).toEqual([]);
  });

  test("is rejected for members, invited people and suspended clients", async () => {
    const member = await addMember("technical");
    expect(await invite(member.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { code: "already_member" },
    });
    await invite("grace@contoso.example");
    expect(await invite("Grace@contoso.example")).toMatchObject({
      status: 409,
      body: { code: "already_invited" },
    });
    await fixture.sql.query("update public.clients set status = 'suspended' where id = $1", [client.id]);
    const response = await invite("ada@contoso.example", administrator);
    expect(response).toMatchObject({ status: 409, body: { code: "client_suspended" } });
  });

  test("is limited to 30 per hour and client, also for concurrent requests", async () => {
    const responses = await Promise.all(
      Array.from({ length: 35 }, (_, index) => invite(`person-${index}@contoso.example`)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5);
    await fixture.sql.query("update public.client_invitations set sent_at = now() - interval '2 minutes'");
    const [pending] = (await readPeople()).invitations;
    const resent = await fixture.callAs(client, "POST", people(`/invitations/${pending?.id}/resend`));
    expect(resent.status).toBe(429);
  });

  test("is emailed once: as a link for new accounts, and to accept for existing ones", async () => {
    const known = await createAccount({ pool: fixture.sql }, { role: "client" });
    await invite(known.email);
    await invite("new@contoso.example");
    await invite(administrator.email);
    expect(await announceTwice()).toMatchObject([
      { kind: "member-invitation", recipient: known.email, subject: expect.stringContaining("Join Contoso") },
      { kind: "account-invite", recipient: "new@contoso.example" },
    ]);
    const { rows } = await fixture.sql.query(
      "select role from public.users where email = 'new@contoso.example'",
    );
    expect(rows).toEqual([{ role: "client" }]);
  });

  test("that cannot be sent does not delay the others, and is sent later", async () => {
    await invite("rejected@contoso.example");
    await invite("new@contoso.example");
    const failing: Accounts = {
      ...fixture.accounts,
      invite: async (account) => {
        if (account.email.startsWith("rejected")) {
          throw new Error("the service rejects this address");
        }
        return fixture.accounts.invite(account);
      },
    };
    await expect(createJob(failing)({})).rejects.toThrow("invitations that were not sent: 1");
    expect((await fixture.sql.query("select recipient from private.email_outbox")).rows).toEqual([
      { recipient: "new@contoso.example" },
    ]);
    expect((await announceTwice()).map(({ recipient }) => recipient)).toEqual([
      "new@contoso.example",
      "rejected@contoso.example",
    ]);
  });

  test("keeps the link of an earlier invitation of a person without a password", async () => {
    await invite("new@contoso.example");
    await announceTwice();
    await fixture.callAs(otherClient, "POST", `/api/client/people/${otherClient.id}/invitations`, {
      body: { ...INVITATION, email: "new@contoso.example" },
    });
    expect(await announceTwice()).toMatchObject([
      { kind: "account-invite" },
      { kind: "member-invitation", subject: expect.stringContaining("Join Fabrikam") },
    ]);
    await fixture.sql.query("update auth.users set invited_at = now() - interval '2 hours'");
    await fixture.sql.query("update public.client_invitations set announced_at = null, sent_at = now()");
    expect((await announceTwice()).filter(({ kind }) => kind === "account-invite")).toHaveLength(2);
  });

  test("lets a person sign in again who was banned with another client", async () => {
    const banned = await createAccount({ pool: fixture.sql }, { role: "client" });
    await fixture.accounts.ban(banned.userId);
    await invite(banned.email);
    await announceTwice();
    const { rows } = await fixture.sql.query("select banned_until from auth.users where id = $1", [
      banned.userId,
    ]);
    expect(rows).toEqual([{ banned_until: null }]);
  });

  test("of an owner who is being removed is rejected", async () => {
    const owner = await addMember("owner");
    const connection = await fixture.sql.connect();
    await beginAs(connection, toCaller(client));
    await connection.query("select endpoints.remove_member($1)", [owner.id]);
    const inviting = invite("grace@contoso.example", owner);
    const blockedQueries =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await fixture.sql.query(blockedQueries)).rowCount).toBe(1);
    await connection.query("commit");
    connection.release();
    expect(await inviting).toMatchObject({ status: 403 });
    expect((await readPeople()).invitations).toEqual([]);
  });

  test("can be sent again after a minute, and is valid for another 7 days", async () => {
    const known = await createAccount({ pool: fixture.sql }, { role: "client" });
    await invite(known.email);
    const [pending] = (await readPeople()).invitations;
    const resend = () => fixture.callAs(client, "POST", people(`/invitations/${pending?.id}/resend`));
    expect((await resend()).status).toBe(429);
    await announceTwice();
    await fixture.sql.query(
      "update public.client_invitations set sent_at = now() - interval '8 days', expires_at = now() - interval '1 day'",
    );
    expect(await listOwnInvitations(known)).toEqual([]);
    expect((await resend()).status).toBe(200);
    expect(await announceTwice()).toHaveLength(2);
    expect(await listOwnInvitations(known)).toHaveLength(1);
  });

  test("gives access when the invited person accepts, once", async () => {
    const invited = await createAccount({ pool: fixture.sql }, { role: "client" });
    await invite(invited.email, client, { lastDay: TODAY });
    const [own] = await listOwnInvitations(invited);
    expect(own).toMatchObject({ company: "Contoso", inviter: client.email, role: "billing" });
    const responses = await Promise.all([
      answer(invited, own?.id, "accept"),
      answer(invited, own?.id, "accept"),
      answer(invited, own?.id, "decline"),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    const members = (await readPeople()).members.filter(({ email }) => email === invited.email);
    expect(members.length + (await listOwnInvitations(invited)).length).toBeLessThanOrEqual(1);
  });

  test("of two clients for one new address gives access to both", async () => {
    await invite("new@contoso.example");
    await fixture.callAs(otherClient, "POST", `/api/client/people/${otherClient.id}/invitations`, {
      body: { ...INVITATION, email: "NEW@contoso.example", role: "technical" },
    });
    await announceTwice();
    const { rows } = await fixture.sql.query(
      "update auth.users set email_confirmed_at = now() where email = 'new@contoso.example' returning id",
    );
    const invited: Account = { ...client, userId: rows[0].id, email: "new@contoso.example" };
    for (const { id } of await listOwnInvitations(invited)) {
      expect((await answer(invited, id, "accept")).status).toBe(200);
    }
    const memberships = await fixture.sql.query(
      "select client_id, role from public.client_members where user_id = $1 order by role",
      [invited.userId],
    );
    expect(memberships.rows).toEqual([
      { client_id: client.id, role: "billing" },
      { client_id: otherClient.id, role: "technical" },
    ]);
  });

  test("belongs to the address, also after a member changes theirs", async () => {
    const person = await createMember({ pool: fixture.sql }, otherClient.id, "billing");
    await invite(person.email);
    await fixture.sql.query("update auth.users set email = 'moved@contoso.example' where id = $1", [
      person.userId,
    ]);
    const moved = { ...person, email: "moved@contoso.example" };
    expect(await listOwnInvitations(moved)).toEqual([]);
    await invite(moved.email);
    const [own] = await listOwnInvitations(moved);
    expect((await answer(moved, own?.id, "accept")).status).toBe(200);
    expect(await findMember("moved@contoso.example")).toMatchObject({ role: "billing" });
    expect((await readPeople()).invitations).toMatchObject([{ email: person.email }]);
  });

  test("can be declined", async () => {
    const invited = await createAccount({ pool: fixture.sql }, { role: "client" });
    await invite(invited.email);
    const [own] = await listOwnInvitations(invited);
    expect((await answer(invited, own?.id, "decline")).status).toBe(200);
    expect((await answer(invited, own?.id, "accept")).status).toBe(404);
    expect((await readPeople()).invitations).toEqual([]);
    expect(await findMember(invited.email)).toBeUndefined();
  });

  test("cannot be accepted by others, with an unconfirmed address, or after it was revoked", async () => {
    const invited = await createAccount({ pool: fixture.sql }, { role: "client" });
    await invite(invited.email);
    const [own] = await listOwnInvitations(invited);
    expect((await answer(otherClient, own?.id, "accept")).status).toBe(404);
    await fixture.sql.query("update auth.users set email_confirmed_at = null where id = $1", [
      invited.userId,
    ]);
    expect((await answer(invited, own?.id, "accept")).status).toBe(404);
    await fixture.sql.query("update auth.users set email_confirmed_at = now() where id = $1", [
      invited.userId,
    ]);
    const revoke = () => fixture.callAs(client, "DELETE", people(`/invitations/${own?.id}`));
    expect((await revoke()).status).toBe(200);
    expect((await revoke()).status).toBe(404);
    expect((await answer(invited, own?.id, "accept")).status).toBe(404);
    expect(await findMember(invited.email)).toBeUndefined();
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
  const owner = await addMember("owner");
  const invited = await createAccount({ pool: fixture.sql }, { role: "client" });
  await invite(invited.email, owner);
  await invite("grace@contoso.example", administrator);
  const [own] = await listOwnInvitations(invited);
  const [method, path, body] = createRequest(owner.id);
  expect((await fixture.callAs(client, method, people(path), { body })).status).toBe(200);
  expect((await answer(invited, own?.id, "accept")).status).toBe(404);
  expect((await readPeople()).invitations).toMatchObject([{ email: "grace@contoso.example" }]);
});

describe("access", () => {
  const change = (id: string, body: object, as: Account = client) =>
    fixture.callAs(as, "PUT", people(`/members/${id}`), { body });

  test("can be changed, suspended, restored and removed", async () => {
    const member = await addMember("billing");
    expect((await change(member.id, { role: "auditor", lastDay: TODAY })).status).toBe(200);
    expect(await findMember(member.email)).toMatchObject({ role: "auditor", expiresAt: expect.any(String) });
    expect((await change(member.id, { role: "owner", lastDay: null })).status).toBe(200);
    expect(await findMember(member.email)).toMatchObject({ role: "owner", expiresAt: null });
    for (const action of ["suspend", "restore"]) {
      expect((await fixture.callAs(client, "POST", people(`/members/${member.id}/${action}`))).status).toBe(
        200,
      );
      expect(Boolean((await findMember(member.email))?.suspendedAt)).toBe(action === "suspend");
    }
    expect((await fixture.callAs(client, "DELETE", people(`/members/${member.id}`))).status).toBe(200);
    expect(await findMember(member.email)).toBeUndefined();
    expect((await change(member.id, { role: "billing", lastDay: null })).status).toBe(404);
  });

  test("of the last owner cannot be taken away, not even by administrators", async () => {
    await addMember("billing");
    const own = await findMember(client.email);
    for (const caller of [client, administrator]) {
      const responses = [
        await change(own?.id ?? "", { role: "billing", lastDay: null }, caller),
        await fixture.callAs(caller, "POST", people(`/members/${own?.id}/suspend`)),
        await fixture.callAs(caller, "DELETE", people(`/members/${own?.id}`)),
      ];
      for (const response of responses) {
        expect(response).toMatchObject({ status: 409, body: { code: "last_owner" } });
      }
    }
  });

  test("of one owner remains if two owners remove each other at once", async () => {
    const second = await addMember("owner");
    const first = await findMember(client.email);
    const responses = await Promise.all([
      fixture.callAs(client, "DELETE", people(`/members/${second.id}`)),
      fixture.callAs(second, "DELETE", people(`/members/${first?.id}`)),
    ]);
    // The loser is no longer an owner, before or after the check of the path.
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 403 || status === 404)).toHaveLength(1);
    const { rows } = await fixture.sql.query(
      "select count(*)::integer as owners from public.client_members where client_id = $1 and role = 'owner'",
      [client.id],
    );
    expect(rows).toEqual([{ owners: 1 }]);
  });

  test("changes are emailed to the person and to the other owners, and logged", async () => {
    const owner = await addMember("owner");
    const member = await addMember("billing");
    await fixture.sql.query("delete from public.client_activity");
    await change(member.id, { role: "technical", lastDay: null });
    const emails = await announceTwice();
    expect(emails.map(({ recipient, subject }) => [recipient, subject])).toEqual(
      [
        [member.email, "Your role at Contoso has changed"],
        [owner.email, `Role changed for ${member.email} at Contoso`],
      ].toSorted(([one = ""], [other = ""]) => one.localeCompare(other)),
    );
    const { rows } = await fixture.sql.query(
      "select actor_role, actor, action, subject, details ->> 'to' as role from public.client_activity",
    );
    expect(rows).toEqual([
      {
        actor_role: "client",
        actor: client.email,
        action: "role-changed",
        subject: member.email,
        role: "technical",
      },
    ]);
  });

  test("restored by an administrator is audited and emailed to all owners", async () => {
    const member = await addMember("billing");
    await fixture.sql.query("update public.client_members set suspended_at = now() where id = $1", [
      member.id,
    ]);
    await fixture.sql.query("delete from public.client_activity");
    await fixture.callAs(administrator, "POST", people(`/members/${member.id}/restore`));
    const emails = await announceTwice();
    expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
      [client.email, member.email].toSorted(),
    );
    const { rows } = await fixture.sql.query(
      "select actor, action from public.audit_log where table_name = 'client_members' and row_id = $1",
      [member.id],
    );
    expect(rows).toEqual([{ actor: administrator.email, action: "update" }]);
  });
});

test("members who were banned with one client are unbanned when another one restores their access", async () => {
  const member = await addMember("billing");
  const database = { pool: fixture.sql };
  await insertMember(database, { client_id: otherClient.id, user_id: member.userId, role: "auditor" });
  await fixture.sql.query("update public.clients set status = 'suspended' where id = $1", [otherClient.id]);
  const readBannedUntil = async () =>
    (await fixture.sql.query("select banned_until from auth.users where id = $1", [member.userId])).rows[0]
      .banned_until;
  await fixture.sql.query("update public.client_members set suspended_at = now() where id = $1", [member.id]);
  await fixture.accounts.ban(member.userId);
  await announceTwice();
  expect(await readBannedUntil()).not.toBeNull();
  await fixture.callAs(client, "POST", people(`/members/${member.id}/restore`));
  await announceTwice();
  expect(await readBannedUntil()).toBeNull();
});

describe("the second-factor requirement", () => {
  const require = (isRequired: boolean, as: Account, aal: "aal1" | "aal2") =>
    fixture.callAs(as, "PUT", people("/second-factor"), { body: { isRequired }, aal });

  test("can be set by an owner who has verified a second factor", async () => {
    expect(await require(true, client, "aal1")).toMatchObject({
      status: 409,
      body: { code: "own_factor_missing" },
    });
    expect((await require(true, client, "aal2")).status).toBe(200);
    expect((await fixture.callAs(client, "GET", people())).status).toBe(403);
    expect((await fixture.callAs(client, "GET", people(), { aal: "aal2" })).status).toBe(200);
    expect((await require(false, client, "aal1")).status).toBe(403);
    expect((await require(false, client, "aal2")).status).toBe(200);
  });

  test("cannot be set by other members", async () => {
    expect((await require(true, await addMember("billing"), "aal2")).status).toBe(403);
  });
});

test("a visit is recorded for the selected client", async () => {
  const { userId } = client;
  await insertMember({ pool: fixture.sql }, { client_id: otherClient.id, user_id: userId, role: "auditor" });
  await fixture.callAs(client, "POST", "/api/client/visit", { clientId: otherClient.id });
  const { rows } = await fixture.sql.query(
    "select client_id from public.client_members where user_id = $1 and last_seen_at is not null",
    [userId],
  );
  expect(rows).toEqual([{ client_id: otherClient.id }]);
});

describe("an access review", () => {
  const readReview = async () =>
    (await fixture.callAs(client, "GET", people("/review"))).body.review as {
      members: { email: string }[];
      lastReview: { reviewer: string } | null;
      changes: { action: string; subject: string }[];
    };
  const confirm = (as: Account) => fixture.callAs(as, "POST", people("/reviews"));

  test("lists who has access, and the changes since the last one", async () => {
    const member = await addMember("billing");
    expect(await readReview()).toMatchObject({
      members: [{ email: client.email }, { email: member.email }],
      lastReview: null,
      changes: [
        { action: "joined", subject: member.email },
        { action: "joined", subject: client.email },
      ],
    });
    expect((await confirm(client)).status).toBe(201);
    expect(await readReview()).toMatchObject({ lastReview: { reviewer: client.email }, changes: [] });
    await fixture.callAs(client, "DELETE", people(`/members/${member.id}`));
    expect(await readReview()).toMatchObject({ changes: [{ action: "removed", subject: member.email }] });
    const { rows } = await fixture.sql.query("select members from public.access_reviews");
    expect(rows[0].members).toMatchObject([
      { email: client.email, role: "owner" },
      { email: member.email, role: "billing" },
    ]);
  });

  test("is confirmed only by owners", async () => {
    for (const caller of [administrator, await addMember("auditor"), otherClient]) {
      expect((await confirm(caller)).status).toBe(403);
    }
    expect((await readReview()).lastReview).toBeNull();
  });

  test("is due 90 days after the second person joined or after the last one, once", async () => {
    const reviewEmails = async () =>
      (await announceTwice())
        .filter(({ kind }) => kind === "access-review-due")
        .map(({ recipient }) => recipient);
    const setJoined = (age: string) =>
      fixture.sql.query("update public.client_members set joined_at = now() - $1::interval", [age]);
    await setJoined("91 days");
    expect(await reviewEmails()).toEqual([]);
    await addMember("billing");
    await setJoined("89 days");
    expect(await reviewEmails()).toEqual([]);
    await setJoined("91 days");
    expect(await reviewEmails()).toEqual([client.email]);
    await confirm(client);
    await setJoined("400 days");
    expect(await reviewEmails()).toEqual([client.email]);
    await fixture.sql.query("update public.access_reviews set reviewed_at = now() - interval '91 days'");
    expect(await reviewEmails()).toEqual([client.email, client.email]);
  });
});

describe("the activity log", () => {
  const listActions = async () => {
    const { rows } = await fixture.sql.query(
      "select action, actor, subject from public.client_activity where client_id = $1 order by id",
      [client.id],
    );
    return rows.map(({ action, actor, subject }) => [action, actor, subject].filter(Boolean).join(" "));
  };

  test("contains sign-ins, requests, invitations and answers", async () => {
    await fixture.sql.query("delete from public.client_activity");
    const invited = await createAccount({ pool: fixture.sql }, { role: "client" });
    await fixture.sql.query(
      "insert into private.sign_in_attempts (email, user_id, outcome, address) values ($1, $2, 'succeeded', '::1')",
      [client.email, client.userId],
    );
    await fixture.sql.query(
      "insert into private.sign_in_attempts (email, user_id, outcome, address) values ($1, $2, 'wrong-credentials', '::1')",
      [client.email, client.userId],
    );
    await invite(invited.email);
    const [own] = await listOwnInvitations(invited);
    await answer(invited, own?.id, "accept");
    const connection = await fixture.sql.connect();
    await beginAs(connection, toCaller(invited));
    await connection.query(
      `insert into public.service_bookings (client_id, kind, service_type, preferred_start_date, project_description)
       values ($1, 'booking', 'Other', '2031-01-01', 'Review our assistant.')`,
      [client.id],
    );
    await connection.query("commit");
    connection.release();
    expect(await listActions()).toEqual([
      `signed-in ${client.email}`,
      `invited ${client.email} ${invited.email}`,
      `joined ${invited.email} ${invited.email}`,
      `booking-requested ${invited.email} Other`,
    ]);
  });

  test("names the firm instead of an administrator", async () => {
    await fixture.sql.query("delete from public.client_activity");
    await invite("grace@contoso.example", administrator);
    expect(await listActions()).toEqual(["invited grace@contoso.example"]);
  });
});
