import { beforeEach, describe, expect, test } from "vitest";
import { beginAs, toCaller } from "#tests/support/database/run-as.ts";
import {
  createPeopleEnvironment,
  type PeopleEnvironment,
} from "#tests/support/product/people-environment.ts";
import { type Account, createAccount } from "#tests/support/records/account.ts";

let team: PeopleEnvironment;
beforeEach(async () => {
  team = await createPeopleEnvironment();
});

describe("an access review", () => {
  const readReview = async () =>
    (await team.callAs(team.client, "GET", team.path("/review"))).body.review as {
      members: { email: string }[];
      lastReview: { reviewer: string } | null;
      changes: { action: string; subject: string }[];
    };
  const confirm = (as: Account) => team.callAs(as, "POST", team.path("/reviews"));

  test("lists who has access, and the changes since the last one", async () => {
    const member = await team.addMember("billing");
    expect(await readReview()).toMatchObject({
      members: [{ email: team.client.email }, { email: member.email }],
      lastReview: null,
      changes: [
        { action: "joined", subject: member.email },
        { action: "joined", subject: team.client.email },
      ],
    });
    expect((await confirm(team.client)).status).toBe(201);
    expect(await readReview()).toMatchObject({ lastReview: { reviewer: team.client.email }, changes: [] });
    await team.callAs(team.client, "DELETE", team.path(`/members/${member.id}`));
    expect(await readReview()).toMatchObject({ changes: [{ action: "removed", subject: member.email }] });
    const { rows } = await team.sql.query("select members from public.access_reviews");
    expect(rows[0].members).toMatchObject([
      { email: team.client.email, role: "owner" },
      { email: member.email, role: "billing" },
    ]);
  });

  test("is confirmed only by owners", async () => {
    for (const caller of [team.administrator, await team.addMember("auditor"), team.otherClient]) {
      expect((await confirm(caller)).status).toBe(403);
    }
    expect((await readReview()).lastReview).toBeNull();
  });

  test("is due 90 days after the second person joins or the last review, and sends one reminder", async () => {
    const reviewEmails = async () =>
      (await team.announceTwice())
        .filter(({ kind }) => kind === "access-review-due")
        .map(({ recipient }) => recipient);
    const setJoined = (age: string) =>
      team.sql.query("update public.client_members set joined_at = now() - $1::interval", [age]);
    await setJoined("91 days");
    expect(await reviewEmails()).toEqual([]);
    await team.addMember("billing");
    await setJoined("89 days");
    expect(await reviewEmails()).toEqual([]);
    await setJoined("91 days");
    expect(await reviewEmails()).toEqual([team.client.email]);
    await confirm(team.client);
    await setJoined("400 days");
    expect(await reviewEmails()).toEqual([team.client.email]);
    await team.sql.query("update public.access_reviews set reviewed_at = now() - interval '91 days'");
    expect(await reviewEmails()).toEqual([team.client.email, team.client.email]);
  });
});

describe("the activity log", () => {
  const listActions = async () => {
    const { rows } = await team.sql.query(
      "select action, actor, subject from public.client_activity where client_id = $1 order by id",
      [team.client.id],
    );
    return rows.map(({ action, actor, subject }) => [action, actor, subject].filter(Boolean).join(" "));
  };

  test("contains sign-ins, requests, invitations and responses", async () => {
    await team.sql.query("delete from public.client_activity");
    const invited = await createAccount({ pool: team.sql }, { role: "client" });
    await team.sql.query(
      "insert into private.sign_in_attempts (email, user_id, outcome, address) values ($1, $2, 'succeeded', '::1')",
      [team.client.email, team.client.userId],
    );
    await team.sql.query(
      "insert into private.sign_in_attempts (email, user_id, outcome, address) values ($1, $2, 'wrong-credentials', '::1')",
      [team.client.email, team.client.userId],
    );
    await team.invite(invited.email);
    const [own] = await team.listOwnInvitations(invited);
    await team.respond(invited, own?.id, "accept");
    const connection = await team.sql.connect();
    await beginAs(connection, toCaller(invited));
    await connection.query(
      `insert into public.service_bookings (client_id, kind, service_type, preferred_start_date, project_description)
       values ($1, 'booking', 'Other', '2031-01-01', 'Review our assistant.'),
              ($1, 'meeting', 'Kickoff', '2031-01-01', 'Review our assistant.')`,
      [team.client.id],
    );
    await connection.query("commit");
    connection.release();
    expect(await listActions()).toEqual([
      `signed-in ${team.client.email}`,
      `invited ${team.client.email} ${invited.email}`,
      `joined ${invited.email} ${invited.email}`,
      `booking-requested ${invited.email} Other`,
      `meeting-requested ${invited.email} Kickoff`,
    ]);
  });

  test("names the firm instead of an administrator", async () => {
    await team.sql.query("delete from public.client_activity");
    await team.invite("grace@contoso.example", team.administrator);
    expect(await listActions()).toEqual(["invited grace@contoso.example"]);
  });
});
