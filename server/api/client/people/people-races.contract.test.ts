import { CONTRACT_TARGETS } from "@wardline/embedded-supabase/test-support/test-backend";
import { beforeEach, describe, expect, test } from "vitest";
import { beginAs, toCaller } from "#tests/support/database/run-as.ts";
import {
  createPeopleEnvironment,
  type PeopleEnvironment,
  TODAY,
} from "#tests/support/product/people-environment.ts";
import { createAccount } from "#tests/support/records/account.ts";

describe.each(CONTRACT_TARGETS)("concurrent changes of a client's people on $name", (target) => {
  let team: PeopleEnvironment;
  beforeEach(async () => {
    team = await createPeopleEnvironment(await target.database());
  });

  test("no more than 30 invitations are sent per hour and client", async () => {
    const responses = await Promise.all(
      Array.from({ length: 35 }, (_, index) => team.invite(`person-${index}@contoso.example`)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5);
    await team.sql.query("update public.client_invitations set requested_at = now() - interval '2 minutes'");
    const [pending] = (await team.readPeople()).invitations;
    const resent = await team.callAs(team.client, "POST", team.path(`/invitations/${pending?.id}/resend`));
    expect(resent.status).toBe(429);
  });

  /** Sends a request that waits for the removal of an owner, then commits the removal. */
  async function sendDuringRemoval<Response>(
    ownerId: string,
    send: () => Promise<Response>,
  ): Promise<Response> {
    const connection = await team.sql.connect();
    await beginAs(connection, toCaller(team.client));
    await connection.query("select endpoints.remove_member($1)", [ownerId]);
    const response = send();
    const blockedQueries =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await team.sql.query(blockedQueries)).rowCount).toBe(1);
    await connection.query("commit");
    connection.release();
    return response;
  }

  test("an owner who is being removed cannot invite anyone", async () => {
    const owner = await team.addMember("owner");
    const response = await sendDuringRemoval(owner.id, () => team.invite("grace@contoso.example", owner));
    expect(response).toMatchObject({ status: 403 });
    expect((await team.readPeople()).invitations).toEqual([]);
  });

  test("the invitation of an owner who is being removed cannot be accepted", async () => {
    const owner = await team.addMember("owner");
    const invited = await createAccount({ pool: team.sql }, { role: "client" });
    await team.invite(invited.email, owner);
    const [own] = await team.listOwnInvitations(invited);
    const response = await sendDuringRemoval(owner.id, () => team.respond(invited, own?.id, "accept"));
    expect(response).toMatchObject({ status: 404 });
    expect(await team.findMember(invited.email)).toBeUndefined();
  });

  test("an invitation grants access when accepted, and cannot be accepted twice", async () => {
    const invited = await createAccount({ pool: team.sql }, { role: "client" });
    await team.invite(invited.email, team.client, { lastDay: TODAY });
    const [own] = await team.listOwnInvitations(invited);
    expect(own).toMatchObject({ company: "Contoso", inviter: "Ada Moreno", role: "billing" });
    const responses = await Promise.all([
      team.respond(invited, own?.id, "accept"),
      team.respond(invited, own?.id, "accept"),
      team.respond(invited, own?.id, "decline"),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    const members = (await team.readPeople()).members.filter(({ email }) => email === invited.email);
    expect(members.length + (await team.listOwnInvitations(invited)).length).toBeLessThanOrEqual(1);
  });

  test("one of two owners who remove each other at the same time remains", async () => {
    const second = await team.addMember("owner");
    const first = await team.findMember(team.client.email);
    const responses = await Promise.all([
      team.callAs(team.client, "DELETE", team.path(`/members/${second.id}`)),
      team.callAs(second, "DELETE", team.path(`/members/${first?.id}`)),
    ]);
    // The loser is no longer an owner, before or after the check of the path.
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 403 || status === 404)).toHaveLength(1);
    const { rows } = await team.sql.query(
      "select count(*)::integer as owners from public.client_members where client_id = $1 and role = 'owner'",
      [team.client.id],
    );
    expect(rows).toEqual([{ owners: 1 }]);
  });
});
