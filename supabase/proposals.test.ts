import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import fc from "fast-check";
import type pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { toVerificationCode, VERIFICATION_CODE_BYTES } from "#domain/findings/report/verification-code.ts";
import { NEXT_STATUSES, PROPOSAL_STATUSES, type ProposalStatus } from "#domain/proposals/proposal-status.ts";
import { beginAs, type Caller, toCaller } from "#tests/support/database/run-as.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

let pool: pg.Pool;
let client: TestClient;
beforeAll(async () => {
  ({ pool } = await createTestDatabase());
  client = await createTestClient({ pool });
});

const HASH = "a".repeat(64);

/** Runs one statement as the caller and commits. Returns the rows. */
async function runAs(caller: Caller, sql: string, values: unknown[] = []) {
  const connection = await pool.connect();
  try {
    await beginAs(connection, caller);
    const { rows } = await connection.query(sql, values);
    await connection.query("commit");
    return rows;
  } catch (error) {
    await connection.query("rollback");
    throw error;
  } finally {
    connection.release();
  }
}

async function insertVersion(proposalId: string, version: number): Promise<void> {
  await pool.query(
    `insert into public.proposal_versions (proposal_id, version, content, title, total, valid_until, sha256, sent_at)
     values ($1, $2, '{}', 'Red team', 1000, '2030-01-01', $3, now())`,
    [proposalId, version, HASH],
  );
}

/** Inserts a proposal with a status. Inserting is not checked, unlike changing. */
async function insertProposal(status: ProposalStatus): Promise<string> {
  const isSent = status !== "draft";
  const isClosed = !["draft", "sent", "viewed"].includes(status);
  const { rows: projects } = await pool.query(
    "insert into public.projects (client_id, project_name) values ($1, 'Red team') returning id",
    [client.id],
  );
  const { rows } = await pool.query(
    `insert into public.proposals (client_id, status, current_version, title, value, valid_until, sent_at, closed_at, status_reason, project_id)
     values ($1, $2, $3, 'Red team', 1000, '2030-01-01', case when $4 then now() end, case when $5 then now() end, 'Reason', $6)
     returning id`,
    [client.id, status, isSent ? 1 : 0, isSent, isClosed, projects[0].id],
  );
  if (isSent) {
    await insertVersion(rows[0].id, 1);
  }
  return rows[0].id;
}

async function insertAcceptance(
  proposalId: string,
  { clientId, signerId }: { clientId: string; signerId: string | null },
): Promise<void> {
  await pool.query(
    `insert into public.proposal_acceptances
       (proposal_id, client_id, version, content_sha256, totals, total, terms_version, consent_version, consent_text, accepted_on,
        signer_name, signer_title, signer_email, signer_role, company, assurance_level, code, signer_id)
     select $1, $2, 1, $3, '{}', 1000, 1, '1', 'I agree.', '2026-01-01', 'Ada', 'CISO', 'ada@example.com', 'owner', 'Fabrikam',
            'aal1', $4, $5`,
    [proposalId, clientId, HASH, toVerificationCode(randomBytes(VERIFICATION_CODE_BYTES)), signerId],
  );
}

/** Changes the status as the functions in `endpoints` do: sending adds a version, and accepting an acceptance. */
async function changeStatus(id: string, to: ProposalStatus): Promise<boolean> {
  const { rows } = await pool.query("select status, current_version from public.proposals where id = $1", [
    id,
  ]);
  const [{ status, current_version }] = rows;
  const addsVersion = to === "sent" && status !== "sent" && status !== "accepted";
  if (addsVersion) {
    await insertVersion(id, current_version + 1);
  }
  if (to === "accepted" && (status === "sent" || status === "viewed") && current_version === 1) {
    await insertAcceptance(id, { clientId: client.id, signerId: null });
  }
  const isClosed = !["draft", "sent", "viewed"].includes(to);
  return pool
    .query(
      `update public.proposals
          set status = $2, current_version = current_version + $3, status_reason = 'Reason',
              sent_at = coalesce(sent_at, now()), closed_at = case when $4 then coalesce(closed_at, now()) end
        where id = $1`,
      [id, to, addsVersion ? 1 : 0, isClosed],
    )
    .then(
      () => true,
      () => false,
    );
}

test.each(
  PROPOSAL_STATUSES.flatMap((from) => PROPOSAL_STATUSES.map((to) => [from, to] as const)),
)("a proposal changes from %s to %s only if the domain allows it", async (from, to) => {
  if (from === "accepted") {
    // Its own test, because it requires an acceptance.
    return;
  }
  const id = await insertProposal(from);
  expect(await changeStatus(id, to)).toBe(from === to ? from !== "draft" : NEXT_STATUSES[from].includes(to));
});

test("any sequence of changes ends in a status that the domain allows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...PROPOSAL_STATUSES), { maxLength: 6 }), async (steps) => {
      const id = await insertProposal("draft");
      let status: ProposalStatus = "draft";
      for (const to of steps) {
        const { rows } = await pool.query("select current_version from public.proposals where id = $1", [id]);
        // Accepting a later version needs an acceptance of that version.
        const isAllowed: boolean =
          NEXT_STATUSES[status].includes(to) && (to !== "accepted" || rows[0].current_version === 1);
        const changed = await changeStatus(id, to);
        if (to !== status) {
          expect(changed, `${status} to ${to}`).toBe(isAllowed);
          status = isAllowed ? to : status;
        }
      }
      const { rows } = await pool.query("select status from public.proposals where id = $1", [id]);
      expect(rows).toEqual([{ status }]);
    }),
    { numRuns: 25 },
  );
});

describe("an accepted proposal", () => {
  test.each([
    ["its value", "value = 1"],
    ["its title", "title = 'Other'"],
    ["its status", "status = 'withdrawn'"],
    ["its client", "client_id = gen_random_uuid()"],
  ])("cannot change %s", async (_, assignment) => {
    const id = await insertProposal("sent");
    expect(await changeStatus(id, "accepted")).toBe(true);
    await expect(pool.query(`update public.proposals set ${assignment} where id = $1`, [id])).rejects.toThrow(
      /cannot change/,
    );
    await expect(pool.query("delete from public.proposals where id = $1", [id])).rejects.toThrow(
      "only be withdrawn",
    );
  });

  test("requires an acceptance of the version", async () => {
    const id = await insertProposal("viewed");
    await expect(
      pool.query("update public.proposals set status = 'accepted', closed_at = now() where id = $1", [id]),
    ).rejects.toThrow("requires an acceptance");
  });
});

test("a sent version cannot change or be deleted", async () => {
  const id = await insertProposal("sent");
  for (const statement of [
    "update public.proposal_versions set title = 'Other' where proposal_id = $1",
    "update public.proposal_versions set sent_at = null, sha256 = null where proposal_id = $1",
    "delete from public.proposal_versions where proposal_id = $1",
  ]) {
    await expect(pool.query(statement, [id])).rejects.toThrow("a sent version of a proposal cannot change");
  }
});

test("published terms cannot change or be deleted", async () => {
  await expect(pool.query("update public.proposal_terms set body = 'Other'")).rejects.toThrow(
    "cannot change",
  );
  await expect(pool.query("delete from public.proposal_terms")).rejects.toThrow("cannot change");
});

describe("the migration of the default terms", () => {
  const publishDefaults = async () =>
    pool.query(
      await readFile(new URL("migrations/20261125025200_clearer_default_terms.sql", import.meta.url), "utf8"),
    );
  const listVersions = async () =>
    (await pool.query("select version, body from public.proposal_terms order by version")).rows;

  test("publishes clearer terms in a new installation", async () => {
    const [first, second] = await listVersions();
    expect([first.version, second.version]).toEqual([1, 2]);
    expect(first.body).toContain("## Ending the work");
    expect(second.body).toContain("## Termination");
  });

  test("keeps the firm's own terms as the latest version", async () => {
    await pool.query("insert into public.proposal_terms (version, body) values (3, 'Our terms')");
    const versions = await listVersions();
    await publishDefaults();
    expect(await listVersions()).toEqual(versions);
  });

  test("keeps the terms of a firm that has proposals", async () => {
    await pool.query("alter table public.proposal_terms disable trigger user");
    await pool.query("delete from public.proposal_terms where version > 1");
    await insertProposal("draft");
    await publishDefaults();
    expect((await listVersions()).map(({ version }) => version)).toEqual([1]);
  });
});

describe("drafts", () => {
  const TABLES = [
    "proposals",
    "proposal_versions",
    "proposal_events",
    "proposal_comments",
    "proposal_acceptances",
    "planned_payments",
  ];

  test("are invisible to every role of the client, even as a new version of a sent proposal", async () => {
    const ofDraft = await createTestClient({ pool });
    const owner = toCaller(ofDraft);
    const { rows } = await pool.query(
      "insert into public.proposals (client_id, title, value) values ($1, 'Secret', 1) returning id",
      [ofDraft.id],
    );
    await pool.query(
      "insert into public.proposal_versions (proposal_id, version, content, title, total) values ($1, 1, '{}', 'Secret', 1)",
      [rows[0].id],
    );
    const members: Caller[] = [owner];
    for (const role of ["owner", "billing", "technical", "auditor"] as const) {
      members.push(toCaller(await createMember({ pool }, ofDraft.id, role)));
    }
    for (const member of members) {
      for (const table of TABLES) {
        expect(await runAs(member, `select * from public.${table}`), table).toEqual([]);
      }
    }
    await expect(
      runAs(
        owner,
        "insert into public.proposal_comments (proposal_id, client_id, body) values ($1, $2, 'Hello')",
        [rows[0].id, ofDraft.id],
      ),
    ).rejects.toThrow("only sent proposals have comments");
  });

  test("of a new version do not change the row that clients can read", async () => {
    const id = await insertProposal("sent");
    const read = async () => (await pool.query("select * from public.proposals where id = $1", [id])).rows[0];
    const before = await read();
    const administrator = await createAdministrator({ pool });
    const [saved] = await runAs(
      toCaller(administrator),
      "select outcome from endpoints.save_proposal_draft($1, 0, 1, '{}', 'New title', 9, '2031-01-01')",
      [id],
    );
    expect(saved).toMatchObject({ outcome: "saved" });
    expect(await read()).toEqual(before);
    expect(
      await runAs(toCaller(client), "select version from public.proposal_versions where proposal_id = $1", [
        id,
      ]),
    ).toEqual([{ version: 1 }]);
  });
});

describe("the functions for clients reject", () => {
  const OUTSIDERS: [string, () => Promise<Caller>][] = [
    ["other clients", async () => toCaller(await createTestClient({ pool }))],
    ["technical members", async () => toCaller(await createMember({ pool }, client.id, "technical"))],
    ["auditors", async () => toCaller(await createMember({ pool }, client.id, "auditor"))],
    ["administrators", async () => toCaller(await createAdministrator({ pool }))],
  ];

  test.each(OUTSIDERS)("%s", async (_, createCaller) => {
    const caller = await createCaller();
    const id = await insertProposal("sent");
    const { rows: milestones } = await pool.query(
      `insert into public.project_milestones (project_id, client_id, position, title, done_at)
       select project_id, client_id, 1, 'Report', now() from public.proposals where id = $1 returning id`,
      [id],
    );
    const read = async () =>
      (
        await pool.query(
          `select to_jsonb(proposal) as proposal, to_jsonb(milestone) as milestone,
                  (select count(*) from public.proposal_events where proposal_id = $1) as events,
                  (select count(*) from public.proposal_acceptances where proposal_id = $1) as acceptances
             from public.proposals as proposal, public.project_milestones as milestone
            where proposal.id = $1 and milestone.id = $2`,
          [id, milestones[0].id],
        )
      ).rows;
    const before = await read();
    const outcomes = await runAs(
      caller,
      `select endpoints.record_proposal_view($1, 1)::text as viewed,
              endpoints.accept_proposal($1, 1, $2, '{}', '{"total": 100000}', '{}', '[]', '[]', '2026-01-05') as accepted,
              endpoints.decline_proposal($1, 1, 'Too late', '2026-01-05') as declined,
              endpoints.accept_milestone($3, 'Report', '2026-01-05') as milestone`,
      [id, HASH, milestones[0].id],
    );
    expect(outcomes).toEqual([
      { viewed: "", accepted: "unknown", declined: "unknown", milestone: "unknown" },
    ]);
    expect(await read()).toEqual(before);
  });

  test("but not billing members of the client", async () => {
    const billing = toCaller(await createMember({ pool }, client.id, "billing"));
    const id = await insertProposal("sent");
    await runAs(billing, "select endpoints.record_proposal_view($1, 1)", [id]);
    expect(
      await runAs(billing, "select endpoints.decline_proposal($1, 1, 'Too late', '2026-01-05') as outcome", [
        id,
      ]),
    ).toEqual([{ outcome: "declined-now" }]);
    const { rows } = await pool.query(
      "select action from public.proposal_events where proposal_id = $1 order by id",
      [id],
    );
    expect(rows).toEqual([{ action: "viewed" }, { action: "declined" }]);
  });
});

test("creating a client from an inquiry assigns the drafts for the inquiry", async () => {
  const { rows: inquiries } = await pool.query(
    `insert into public.contact_inquiries (reference, name, email, company, service_interest, message)
     values ('R-1', 'Grace', 'grace@example.com', 'Fabrikam', 'Other', 'Please call me back.') returning id`,
  );
  const inquiryId = inquiries[0].id;
  await pool.query("insert into public.proposals (inquiry_id, title) values ($1, 'For Fabrikam')", [
    inquiryId,
  ]);
  await pool.query("update public.contact_inquiries set client_id = $2 where id = $1", [
    inquiryId,
    client.id,
  ]);
  const { rows } = await pool.query("select client_id from public.proposals where inquiry_id = $1", [
    inquiryId,
  ]);
  expect(rows).toEqual([{ client_id: client.id }]);
});

test("clients cannot tell how often drafts were edited, or what happens to other proposals", async () => {
  const insertDraftVersion = (proposalId: string) =>
    pool.query(
      `insert into public.proposal_versions (proposal_id, version, content, title, total, valid_until)
       values ($1, 2, '{}', 'Red team', 1000, '2030-01-01')`,
      [proposalId],
    );
  const [own, other] = [await insertProposal("sent"), await insertProposal("sent")];
  await insertDraftVersion(other);
  await insertDraftVersion(own);
  await pool.query(
    "update public.proposal_versions set sha256 = $2, sent_at = '2026-01-01T10:00:00Z' where proposal_id = $1 and version = 2",
    [own, HASH],
  );
  const events = [own, other, other, own].map((id) => [id, client.id]);
  for (const event of events) {
    await pool.query(
      `insert into public.proposal_events (proposal_id, client_id, version, actor_role, action)
       values ($1, $2, 1, 'admin', 'sent')`,
      event,
    );
  }
  expect(
    await runAs(
      toCaller(client),
      `select revision, updated_at = sent_at as is_time_of_sending from public.proposal_versions
        where proposal_id = $1 order by version`,
      [own],
    ),
  ).toEqual([
    { revision: 1, is_time_of_sending: true },
    { revision: 1, is_time_of_sending: true },
  ]);
  expect(
    await runAs(
      toCaller(client),
      "select id::integer from public.proposal_events where proposal_id = $1 order by id",
      [own],
    ),
  ).toEqual([{ id: 1 }, { id: 2 }]);
});

test("erasing a person keeps the acceptance and removes the name from the history", async () => {
  const administrator = await createAdministrator({ pool });
  const erased = await createTestClient({ pool });
  const signer = await createMember({ pool }, erased.id, "billing", { name: "Grace Hopper" });
  const { rows } = await pool.query(
    `insert into public.proposals (client_id, status, current_version, title, valid_until, sent_at)
     values ($1, 'sent', 1, 'Red team', '2030-01-01', now()) returning id`,
    [erased.id],
  );
  await insertVersion(rows[0].id, 1);
  await pool.query(
    `insert into public.proposal_events (proposal_id, client_id, version, actor_role, actor_id, actor, action)
     values ($1, $2, 1, 'client', $3, 'Grace Hopper', 'viewed')`,
    [rows[0].id, erased.id, signer.userId],
  );
  await pool.query(
    `insert into public.proposal_comments (proposal_id, client_id, author_role, author_id, body)
     values ($1, $2, 'client', $3, 'Hello')`,
    [rows[0].id, erased.id, signer.userId],
  );
  await insertAcceptance(rows[0].id, { clientId: erased.id, signerId: signer.userId });
  const [{ outcome }] = await runAs(
    toCaller(administrator),
    "select outcome from endpoints.erase_member($1)",
    [signer.email],
  );
  expect(outcome).toBe("erased");
  const { rows: names } = await pool.query(
    `select actor as name from public.proposal_events where proposal_id = $1
      union all select author from public.proposal_comments where proposal_id = $1`,
    [rows[0].id],
  );
  expect(names).toEqual([{ name: "deleted person" }, { name: "deleted person" }]);
  await pool.query("delete from auth.users where id = $1", [signer.userId]);
  const { rows: acceptances } = await pool.query(
    "select signer_id, signer_name, signer_email from public.proposal_acceptances where proposal_id = $1",
    [rows[0].id],
  );
  expect(acceptances).toEqual([{ signer_id: null, signer_name: "Ada", signer_email: "ada@example.com" }]);
});
