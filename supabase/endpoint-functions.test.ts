import { randomUUID } from "node:crypto";
import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, expect, test } from "vitest";
import { type Caller, runAs, toCaller } from "#tests/support/database/run-as.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { createTestClient } from "#tests/support/records/test-client.ts";

const PERMISSION_DENIED = { code: "42501" };

let database: TestDatabase;
let client: Caller;
let unverifiedAdministrator: Caller;
beforeAll(async () => {
  database = await createTestDatabase();
  client = toCaller(await createTestClient(database));
  unverifiedAdministrator = toCaller(await createAdministrator(database, { secondFactor: true }), "aal1");
});

/** Functions that reject callers who are not administrators, with arguments to call them with. */
const REJECTING_FUNCTIONS = [
  ["add_consultation_link", `'${randomUUID()}', '', '2030-01-01'`],
  ["add_job", "'run-sync', '{}', null, null, 1, null, 0"],
  ["assign_proposal", `'${randomUUID()}', '${randomUUID()}', null`],
  ["create_proposal", `'${randomUUID()}', null, null, '{}', 'Red team', 1, null`],
  ["delete_administrator", `'${randomUUID()}'`],
  ["delete_documents", `'${randomUUID()}', true`],
  ["complete_retest", `'${randomUUID()}'`],
  ["discard_proposal_draft", `'${randomUUID()}'`],
  ["erase_member", "'ada@example.com'"],
  ["link_unmatched_subscription", `'${randomUUID()}', '${randomUUID()}'`],
  ["name_administrator", `'${randomUUID()}', 'Ada Byron'`],
  ["move_linked_subscription", `'${randomUUID()}', '${randomUUID()}', null`],
  ["queue_email", "'key', 'inquiry-reply', 'ada@example.com', null, 'Hello', 'Hello', '[]', 'id', null"],
  ["record_audit_entry", "'run', 'jobs', '1', null"],
  ["remove_second_factors", `'${randomUUID()}'`],
  ["request_finding_report", `'${randomUUID()}'`],
  ["save_proposal_draft", `'${randomUUID()}', 0, 1, '{}', 'Red team', 1, null`],
  ["save_retest_result", `'${randomUUID()}', '${randomUUID()}', 'fixed', '', '2025-10-20', ''`],
  ["send_proposal", `'${randomUUID()}', 1, '{}', '', 'Red team', 1, '2030-01-01'`],
  ["set_proposal_probability", `'${randomUUID()}', 50`],
  ["share_document", `'${randomUUID()}'`],
  ["sign_out_account", `'${randomUUID()}'`],
  ["start_retest", `'${randomUUID()}'`],
  ["withdraw_attestation_letter", `'${randomUUID()}', 'Wrong dates', '2025-10-20'`],
  ["withdraw_proposal", `'${randomUUID()}', 'Scope changed'`],
] as const;
/** Functions that reject callers who are not clients. server/api/client/plans.test.ts tests them for clients. */
const CLIENT_FUNCTIONS = [
  ["request_plan", `'${randomUUID()}', 'cancel', null, '', null`],
  ["start_plan_checkout", `'${randomUUID()}', false, 30`],
] as const;
/** Functions that return no rows to callers who are not administrators. */
const FILTERING_FUNCTIONS = ["find_account($1)", "list_administrators()"];
/** Functions about the caller's own requests. The tests in server/api/client test them. */
const OWN_REQUEST_FUNCTIONS = [
  "cancel_booking",
  "propose_meeting_time",
  "withdraw_meeting_proposal",
  "withdraw_plan_request",
];
/** Functions about the caller's own findings. supabase/findings.test.ts tests them. */
const FINDING_FUNCTIONS = [
  "cancel_retest",
  "change_remediation_status",
  "decide_risk_acceptance",
  "plan_finding",
  "record_finding_view",
  "request_retest",
  "request_risk_acceptance",
  "withdraw_risk_acceptance",
];
/** Functions about the proposals and milestones of the caller's client. supabase/proposals.test.ts tests them. */
const PROPOSAL_FUNCTIONS = [
  "accept_milestone",
  "accept_proposal",
  "decline_proposal",
  "record_proposal_view",
];
/** Functions about the people of a client. The tests in server/api/client/people test them. */
const PEOPLE_FUNCTIONS = [
  "respond_to_member_invitation",
  "change_member",
  "change_own_name",
  "confirm_access_review",
  "invite_member",
  "list_client_members",
  "list_own_invitations",
  "record_visit",
  "remove_member",
  "set_second_factor_required",
  "resend_member_invitation",
  "revoke_member_invitation",
  "set_member_suspended",
];
/** Functions about the caller's own recovery codes. server/api/client/recovery-codes.test.ts tests them. */
const OWN_CODE_FUNCTIONS = ["count_recovery_codes", "replace_recovery_codes"];
/** Functions about the caller's own sessions. server/api/client/own-sessions.test.ts tests them. */
const OWN_SESSION_FUNCTIONS = ["end_own_session", "list_own_sessions", "needs_second_factor"];

test("every function in the endpoints schema is tested", async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    "select proname as name from pg_proc where pronamespace = 'endpoints'::regnamespace order by name",
  );
  const tested = [
    ...REJECTING_FUNCTIONS.map(([name]) => name),
    ...CLIENT_FUNCTIONS.map(([name]) => name),
    ...FILTERING_FUNCTIONS.map((call) => call.replace(/\(.*/, "")),
    ...OWN_SESSION_FUNCTIONS,
    ...OWN_REQUEST_FUNCTIONS,
    ...OWN_CODE_FUNCTIONS,
    ...PEOPLE_FUNCTIONS,
    ...FINDING_FUNCTIONS,
    ...PROPOSAL_FUNCTIONS,
  ];
  expect(rows.map(({ name }) => name)).toEqual(tested.sort());
});

test.each(
  REJECTING_FUNCTIONS,
)("endpoints.%s rejects clients and administrators who have not verified their second factor", async (name, values) => {
  for (const caller of [client, unverifiedAdministrator]) {
    const call = runAs(database.pool, caller, (connection) =>
      connection.query(`select endpoints.${name}(${values})`),
    );
    await expect(call).rejects.toMatchObject(PERMISSION_DENIED);
  }
});

test.each(CLIENT_FUNCTIONS)("endpoints.%s rejects administrators", async (name, values) => {
  const administrator = toCaller(await createAdministrator(database), "aal1");
  const call = runAs(database.pool, administrator, (connection) =>
    connection.query(`select endpoints.${name}(${values})`),
  );
  await expect(call).rejects.toMatchObject(PERMISSION_DENIED);
});

test.each(
  FILTERING_FUNCTIONS,
)("endpoints.%s returns no rows to clients and administrators who have not verified their second factor", async (call) => {
  const accountId = randomUUID();
  await database.pool.query("insert into auth.users (id, email) values ($1, $2)", [
    accountId,
    `${accountId}@example.com`,
  ]);
  for (const caller of [client, unverifiedAdministrator]) {
    const rows = await runAs(
      database.pool,
      caller,
      async (connection) =>
        (await connection.query(`select * from endpoints.${call}`, call.includes("$1") ? [accountId] : []))
          .rows,
    );
    expect(rows).toEqual([]);
  }
});

test("an administrator cannot remove their own second factors", async () => {
  const administrator = await createAdministrator(database, { secondFactor: true });
  const call = runAs(database.pool, toCaller(administrator, "aal2"), (connection) =>
    connection.query("select endpoints.remove_second_factors($1)", [administrator.userId]),
  );
  await expect(call).rejects.toMatchObject(PERMISSION_DENIED);
});
