import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  createDatabaseForThisRun,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, describe, expect, test } from "vitest";
import { NO_ROWS } from "#tests/support/access-matrix/attempts.ts";
import {
  createMatrixCallers,
  type MatrixCaller,
  type MatrixClients,
} from "#tests/support/access-matrix/callers.ts";
import {
  formatMatrix,
  type MatrixLine,
  parseMatrix,
  runMatrix,
} from "#tests/support/access-matrix/matrix.ts";
import { type Relation, readRelations } from "#tests/support/access-matrix/relations.ts";
import { createRoleCallers } from "#tests/support/access-matrix/role-callers.ts";
import type { Samples } from "#tests/support/access-matrix/sample.ts";
import { storeSamples } from "#tests/support/access-matrix/samples.ts";
import { runAs, VISITOR } from "#tests/support/database/run-as.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { insertProject } from "#tests/support/records/project.ts";

/**
 * The access of each role, written by hand. Lists only the operations that at least one role can perform. All others
 * on the tables and views of the REST API are denied to every role.
 * Columns: owner (O), billing (B), technical (T), auditor (A), an owner of client A who is technical at B and has
 * selected B (AB), an owner who selects a client of others (X) or sends an invalid selection (I), a suspended owner (S),
 * a member whose access has expired (E), and an owner without a required second factor (F).
 * Cells: as in access-matrix.test.ts. "self" means the own rows of the caller's account, and "account" those at all
 * clients.
 */
const EXPECTED_ACCESS = parseMatrix(`
# relation                    | action                                             | O      | B      | T      | A    | AB      | X       | I       | S | E | F
public.users                  | select                                             | self   | self   | self   | self | account | –       | –       | – | – | –
public.clients                | select                                             | own    | own    | own    | own  | own     | –       | –       | – | – | –
                              | update company, contact_person, phone, address     | own    | –      | –      | –    | –       | –       | –       | – | – | –
                              | update any other column                            | –      | –      | –      | –    | –       | –       | –       | – | – | –
public.client_role_permissions | select                                            | all    | all    | all    | all  | all     | –       | –       | – | – | –
public.client_role_documents  | select                                             | all    | all    | all    | all  | all     | –       | –       | – | – | –
public.client_members         | select                                             | own    | self   | self   | self | self    | –       | –       | – | – | –
public.client_invitations     | select                                             | own    | –      | –      | –    | –       | –       | –       | – | – | –
public.client_activity        | select                                             | own    | –      | –      | –    | –       | –       | –       | – | – | –
public.access_reviews         | select                                             | own    | –      | –      | –    | –       | –       | –       | – | – | –
public.own_memberships        | select                                             | self   | self   | self   | self | account | account | account | – | – | own
public.active_members           | select                                             | own    | own    | own    | own  | own     | –       | –       | – | – | –
public.message_authors        | select                                             | own    | own    | own    | –    | own     | –       | –       | – | – | –
public.client_projects        | select                                             | own    | own    | own    | own  | own     | –       | –       | – | – | –
public.projects               | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.project_status_changes | select                                             | own    | own    | own    | own  | own     | –       | –       | – | – | –
public.project_totals         | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.project_list           | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.client_list            | select                                             | own    | own    | own    | own  | own     | –       | –       | – | – | –
public.client_totals          | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.firm_totals            | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.invoices               | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.invoice_list           | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.invoice_payments       | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.client_subscriptions   | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.subscription_list      | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.subscription_tiers     | select                                             | active | active | –      | –    | –       | –       | –       | – | – | –
public.plan_checkouts         | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.plan_requests          | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.square_links           | select                                             | 1 of 3 | 1 of 3 | –      | –    | –       | –       | –       | – | – | –
public.client_rates           | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.documents              | select                                             | own    | –      | own    | own  | own     | –       | –       | – | – | –
public.document_downloads     | select                                             | own    | –      | –      | –    | –       | –       | –       | – | – | –
public.service_bookings       | select                                             | own    | own    | own    | –    | own     | –       | –       | – | – | –
                              | insert                                             | own    | own    | own    | –    | own     | –       | –       | – | – | –
public.client_meetings        | select                                             | own    | own    | own    | own  | own     | –       | –       | – | – | –
public.messages               | select                                             | own    | own    | own    | –    | own     | –       | –       | – | – | –
                              | insert                                             | own    | own    | own    | –    | own     | –       | –       | – | – | –
                              | update read_by_client_at                           | own    | own    | own    | –    | own     | –       | –       | – | – | –
                              | update read_by_firm_at                             | own    | own    | own    | –    | own     | –       | –       | – | – | –
                              | update any other column                            | –      | –      | –      | –    | –       | –       | –       | – | – | –
public.message_threads        | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.taxonomy_entries       | select                                             | all    | –      | all    | all  | all     | –       | –       | – | – | –
public.findings               | select                                             | own    | –      | own    | own  | own     | –       | –       | – | – | –
public.finding_mappings       | select                                             | own    | –      | own    | own  | own     | –       | –       | – | – | –
public.finding_attachments    | select                                             | own    | –      | own    | own  | own     | –       | –       | – | – | –
public.finding_versions       | select                                             | own    | –      | own    | own  | own     | –       | –       | – | – | –
public.finding_events         | select                                             | own    | –      | own    | own  | own     | –       | –       | – | – | –
public.finding_deadlines      | select                                             | 5 of 7 | –      | 5 of 7 | 5 of 7 | 5 of 7  | –       | –       | – | – | –
public.finding_comments       | select                                             | own    | –      | own    | own  | own     | –       | –       | – | – | –
                              | insert                                             | own    | –      | own    | –    | own     | –       | –       | – | – | –
                              | insert author_role, author_id                      | –      | –      | –      | –    | –       | –       | –       | – | – | –
public.unread_findings        | select                                             | own    | –      | own    | own  | own     | –       | –       | – | – | –
public.retest_rounds          | select                                             | own    | –      | own    | own  | own     | –       | –       | – | – | –
public.retest_findings        | select                                             | own    | –      | own    | own  | own     | –       | –       | – | – | –
public.retest_results         | select                                             | own    | –      | own    | own  | own     | –       | –       | – | – | –
public.risk_acceptances       | select                                             | own    | –      | own    | own  | own     | –       | –       | – | – | –
public.tested_entries         | select                                             | own    | –      | own    | own  | own     | –       | –       | – | – | –
public.attestation_letters           | select                                             | own    | –      | own    | own  | own     | –       | –       | – | – | –
public.proposals              | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.proposal_versions      | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.proposal_events        | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.proposal_comments      | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
                              | insert                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
                              | insert author_role, author_id                      | –      | –      | –      | –    | –       | –       | –       | – | – | –
public.proposal_acceptances   | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.project_milestones     | select                                             | own    | own    | own    | own  | own     | –       | –       | – | – | –
public.planned_payments       | select                                             | own    | own    | –      | –    | –       | –       | –       | – | – | –
public.email_preferences      | select                                             | self   | self   | self   | self | account | –       | –       | – | – | –
                              | update receipts, payment_reminders, documents      | self   | self   | self   | self | account | –       | –       | – | – | –
                              | update projects, meetings, messages, findings       | self   | self   | self   | self | account | –       | –       | – | – | –
                              | update proposal_reminders, proposal_comments        | self   | self   | self   | self | account | –       | –       | – | – | –
                              | update any other column                            | –      | –      | –      | –    | –       | –       | –       | – | – | –
public.scheduling_settings    | select                                             | all    | all    | all    | all  | all     | –       | –       | – | – | –
public.provider_status        | select                                             | all    | all    | all    | all  | all     | –       | –       | – | – | –
`);

const VERBS = ["select", "insert", "update", "delete"];
const PAGE_PATH = fileURLToPath(new URL("../docs/access-by-role.md", import.meta.url));

let database: TestDatabase;
let clients: MatrixClients;
let callers: MatrixCaller[];
let relations: Relation[];
let samples: Record<string, Samples>;

beforeAll(async () => {
  database = await createDatabaseForThisRun();
  clients = (await createMatrixCallers(database)).clients;
  samples = await storeSamples(database, clients);
  callers = await createRoleCallers(database, clients);
  relations = (await readRelations(database.pool, clients)).filter(({ name }) => name.startsWith("public."));
});

const run = (lines: readonly MatrixLine[]) =>
  runMatrix(database.pool, lines, { callers, clients, relations, samples });

test("every role has the expected access", async () => {
  const actual = await run(EXPECTED_ACCESS);
  expect(actual).toEqual(EXPECTED_ACCESS);
  await writePage(actual);
});

// Thousands of statements, which take longer than other tests while all processors are busy.
test("every role is denied all other operations", { timeout: 180_000 }, async () => {
  const isListed = (relation: string, verb: string) =>
    EXPECTED_ACCESS.some((line) => line.relation === relation && line.operation.split(" ")[0] === verb);
  const lines = relations.flatMap(({ name }) =>
    VERBS.filter((verb) => !isListed(name, verb)).map((operation) => ({
      relation: name,
      operation,
      cells: callers.map(() => NO_ROWS),
    })),
  );
  expect(lines.length).toBeGreaterThan(100);
  expect(await run(lines)).toEqual(lines);
});

describe("documents", () => {
  const CATEGORIES = ["contract", "invoice", "report", "deliverable", "other"] as const;

  test("are visible by category, project and role", async () => {
    const { id: project } = await insertProject(database, {
      client_id: clients.a.id,
      project_name: "Model audit",
    });
    await database.pool.query("delete from public.documents");
    for (const category of CATEGORIES) {
      await insertDocument(category, category);
    }
    await insertDocument("deliverable of a project", "deliverable", { project_id: project });
    await insertDocument("contract for auditors", "contract", { shared_with: ["auditor"] });
    await insertDocument("quarantined", "report", { scan_status: "quarantined" });

    const [owner, billing, technical, auditor] = await Promise.all(
      callers.slice(0, 4).map(listVisibleDocuments),
    );
    expect({ owner, billing, technical, auditor }).toEqual({
      owner: [...CATEGORIES, "contract for auditors", "deliverable of a project"].sort(),
      billing: ["contract", "contract for auditors", "invoice"],
      technical: ["deliverable of a project", "report"],
      auditor: ["contract for auditors", "report"],
    });
    const withOneClient = callers.filter(({ identity }) => !identity.selectedClientId);
    for (const caller of withOneClient) {
      expect(await listDownloadableDocuments(caller), caller.name).toEqual(
        await listVisibleDocuments(caller),
      );
    }
  });

  function insertDocument(name: string, category: (typeof CATEGORIES)[number], columns: object = {}) {
    return insertRow(database, "documents", {
      ...{
        client_id: clients.a.id,
        name,
        category,
        file_size: 1,
        mime_type: "text/plain",
        scan_status: "clear",
      },
      ...columns,
    });
  }

  function listVisibleDocuments({ identity }: MatrixCaller): Promise<string[]> {
    return runAs(database.pool, identity, async (connection) => {
      const { rows } = await connection.query<{ name: string }>(
        "select name from public.documents order by name",
      );
      return rows.map(({ name }) => name);
    });
  }

  async function listDownloadableDocuments({ clientId, userId }: MatrixCaller): Promise<string[]> {
    const { rows } = await database.pool.query<{ name: string }>(
      `select name from public.documents
        where client_id = $1 and scan_status = 'clear' and private.can_download($2, id) order by name`,
      [clientId, userId],
    );
    return rows.map(({ name }) => name);
  }
});

test("roles without billing read projects without amounts", async () => {
  const readAmount = ({ identity }: MatrixCaller) =>
    runAs(database.pool, identity, async (connection) => {
      const { rows } = await connection.query(
        "select total_estimated_value from public.client_projects limit 1",
      );
      return rows[0].total_estimated_value;
    });
  const amounts = await Promise.all(callers.slice(0, 4).map(readAmount));
  expect(amounts).toEqual([expect.any(String), expect.any(String), null, null]);
});

test("technical members read and cancel their own quote requests, but not those of others", async () => {
  const [owner, , technical] = callers;
  const insertQuote = (caller: MatrixCaller | undefined, service_type: string) =>
    insertRow(database, "service_bookings", {
      ...{ client_id: clients.a.id, kind: "quote", service_type, created_by: caller?.userId ?? null },
      ...{ preferred_start_date: "2030-01-01", project_description: "Review our assistant." },
    });
  const ownersQuote = await insertQuote(owner, "From the owner");
  const engineersQuote = await insertQuote(technical, "From an engineer");
  const listQuotes = (caller: MatrixCaller | undefined) =>
    runAs(database.pool, caller?.identity ?? VISITOR, async (connection) => {
      const { rows } = await connection.query(
        "select service_type from public.service_bookings where kind = 'quote'",
      );
      return rows.map((row) => row.service_type).sort();
    });
  expect(await listQuotes(owner)).toEqual(["From an engineer", "From the owner"]);
  expect(await listQuotes(technical)).toEqual(["From an engineer"]);
  const cancel = (caller: MatrixCaller | undefined, { id }: { id: string }) =>
    runAs(database.pool, caller?.identity ?? VISITOR, async (connection) => {
      const { rows } = await connection.query("select endpoints.cancel_booking($1) as outcome", [id]);
      return rows[0].outcome;
    });
  expect(await cancel(technical, ownersQuote)).toBe("unknown");
  expect(await cancel(technical, engineersQuote)).toBe("cancelled");
  expect(await cancel(owner, ownersQuote)).toBe("cancelled");
});

test("roles that can send requests read the meeting requests of others, and all read the scheduled ones", async () => {
  const [owner] = callers;
  await insertRow(database, "service_bookings", {
    ...{
      client_id: clients.a.id,
      kind: "meeting",
      service_type: "Kickoff",
      created_by: owner?.userId ?? null,
    },
    ...{ preferred_start_date: "2030-01-01", project_description: "Kickoff", status: "approved" },
    scheduled_at: "2030-01-02T15:00:00Z",
  });
  const list = (caller: MatrixCaller | undefined, table: string) =>
    runAs(database.pool, caller?.identity ?? VISITOR, async (connection) => {
      const { rows } = await connection.query(
        `select service_type from public.${table} where service_type = 'Kickoff'`,
      );
      return rows.length;
    });
  const roles = callers.slice(0, 4);
  expect(await Promise.all(roles.map((caller) => list(caller, "client_meetings")))).toEqual([1, 1, 1, 1]);
  expect(await Promise.all(roles.map((caller) => list(caller, "service_bookings")))).toEqual([1, 1, 1, 0]);
});

/** Writes the page only if its content changed. */
async function writePage(lines: readonly MatrixLine[]): Promise<void> {
  const page = `# Access by role

This page is generated by \`supabase/access-by-role.test.ts\`, which lists the expected access and verifies every cell with
real rows and the caller's token. Operations that are not listed are denied to every role. For visitors, administrators
and the service role, see [Access matrix](access-matrix.md). For what the roles mean, see
[Members and roles](product.md#members-and-roles).

| Value | Meaning |
|---|---|
| all | All rows |
| own | The rows of the selected client |
| self | The rows of the caller's account at the selected client |
| account | The rows of the caller's account at all clients |
| active | Support plans that clients can subscribe to |
| – | No rows. The request is rejected, or the rows are filtered out |
| 1 of 3 | One of the three sample rows |
| any other column | Every column not listed in another row, tested individually |

The documents in this test are reports. Other categories are tested separately.

${formatMatrix(lines, callers)}`;
  const current = await readFile(PAGE_PATH, "utf8").catch(() => "");
  if (current !== page) {
    await writeFile(PAGE_PATH, page);
  }
}
