import type { TestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { Hono } from "hono";
import { createAccessReviewRoutes } from "#server/api/client/people/access-review.ts";
import { createOwnInvitationRoutes } from "#server/api/client/people/own-invitations.ts";
import { createOwnNameRoutes } from "#server/api/client/people/own-name.ts";
import { createPeopleRoutes } from "#server/api/client/people/people.ts";
import { createClientGroup } from "#server/api/route-groups.ts";
import type { Accounts } from "#server/auth/accounts.ts";
import { createAnnouncePeopleJob } from "#server/jobs/email/announce-people.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createLogger } from "#server/observability/logger.ts";
import type { Account } from "../records/account.ts";
import { createAdministrator } from "../records/administrator.ts";
import { createMember, type MemberRole } from "../records/client-member.ts";
import { createTestClient } from "../records/test-client.ts";
import { createRouteEnvironment } from "./api-environment.ts";

export const TODAY = new Date().toISOString().slice(0, 10);
export const INVITATION = { name: "Grace Hopper", role: "billing", lastDay: null };

type People = {
  members: { id: string; email: string; role: string; suspendedAt: string | null }[];
  invitations: { id: string; email: string }[];
  requiresSecondFactor: boolean;
};

export type PeopleEnvironment = Awaited<ReturnType<typeof createPeopleEnvironment>>;

/** The routes for a client's people, with an administrator and the clients Contoso and Fabrikam. */
export async function createPeopleEnvironment(testDatabase?: TestDatabase) {
  const { sql, callAs, accounts, database } = await createRouteEnvironment(
    (services) =>
      new Hono().route(
        "/",
        createClientGroup(services)
          .route("/", createPeopleRoutes(services))
          .route("/", createAccessReviewRoutes(services))
          .route("/", createOwnInvitationRoutes(services))
          .route("/", createOwnNameRoutes(services)),
      ),
    { testDatabase },
  );
  const client = await createTestClient({ pool: sql }, { company: "Contoso" });
  /** A path of the first client's people. */
  const path = (subpath = "") => `/api/client/people/${client.id}${subpath}`;
  const readPeople = async (as: Account = client) => (await callAs(as, "GET", path())).body.people as People;
  const createJob = (jobAccounts: Accounts = accounts) =>
    createAnnouncePeopleJob({
      database,
      accounts: jobAccounts,
      jobs,
      log: createLogger("silent"),
      config: { publicUrl: "https://firm.example" },
    });
  return {
    sql,
    callAs,
    accounts,
    client,
    otherClient: await createTestClient({ pool: sql }, { company: "Fabrikam" }),
    administrator: await createAdministrator({ pool: sql }),
    path,
    addMember: (role: MemberRole) => createMember({ pool: sql }, client.id, role),
    readPeople,
    findMember: async (email: string) =>
      (await readPeople()).members.find((member) => member.email === email),
    invite: (email: string, as: Account = client, overrides: object = {}) =>
      callAs(as, "POST", path("/invitations"), { body: { ...INVITATION, email, ...overrides } }),
    listOwnInvitations: async (as: Account) =>
      (await callAs(as, "GET", "/api/client/own-invitations")).body.invitations as {
        id: string;
        company: string;
      }[],
    respond: (as: Account, id: string | undefined, choice: "accept" | "decline") =>
      callAs(as, "POST", `/api/client/own-invitations/${id}/${choice}`),
    createJob,
    /** Runs the job twice and lists all emails, so that duplicates are detected. */
    async announceTwice() {
      const job = createJob();
      await job({});
      await job({});
      const { rows } = await sql.query<{ kind: string; recipient: string; subject: string }>(
        "select kind, recipient, subject from private.email_outbox order by created_at, kind, recipient",
      );
      return rows;
    },
  };
}
