import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { type Line, parseMatrix, printMatrix, tryMatrix } from "#tests/support/access-matrix/matrix.ts";
import { type Person, thePeople } from "#tests/support/access-matrix/people.ts";
import { type Relation, readRelations } from "#tests/support/access-matrix/relations.ts";
import { storeSamples } from "#tests/support/access-matrix/samples.ts";
import { aDatabaseOfThisRun } from "#tests/support/database.ts";

/**
 * Who may do what, by hand: nothing here is read from grants or policies.
 * The columns: visitor, client A, client B, suspended client, administrator without a second factor, administrator
 * with one enrolled but not given (aal1), the same with it given (aal2), the service's secret key.
 * The cells: which rows are reached. "own" are those of the person's own client, "active" the tiers on offer.
 */
const WHO_MAY_DO_WHAT = parseMatrix(`
# relation                    | act                                                | V | A      | B      | S | adm | aal1 | aal2 | service
public.users                  | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | insert role                                        | – | –      | –      | – | –   | – | –   | all
                              | update role                                        | – | –      | –      | – | –   | – | –   | all
                              | update any other column                            | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.clients                | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update company, contact_person, phone, address     | – | own    | own    | – | all | – | all | all
                              | update status                                      | – | –      | –      | – | –   | – | –   | all
                              | update user_id, joined_date, square_customer_id    | – | –      | –      | – | –   | – | –   | all
                              | update any other column                            | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.projects               | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | all | – | all | all
                              | insert total_estimated_value                       | – | –      | –      | – | –   | – | –   | all
                              | insert any other column                            | – | –      | –      | – | –   | – | –   | all
                              | update status                                      | – | –      | –      | – | all | – | all | all
                              | update client_id, project_name, description, notes | – | –      | –      | – | all | – | all | all
                              | update start_date, target_completion_date          | – | –      | –      | – | all | – | all | all
                              | update updated_at                                  | – | –      | –      | – | all | – | all | all
                              | update total_estimated_value                       | – | –      | –      | – | –   | – | –   | all
                              | update any other column                            | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.project_status_changes | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.project_notes          | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.client_figures         | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.project_figures        | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.invoices               | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update project_id                                  | – | –      | –      | – | all | – | all | all
                              | update status, amount, total_paid_amount           | – | –      | –      | – | –   | – | –   | all
                              | update square_payment_url                          | – | –      | –      | – | –   | – | –   | all
                              | update client_id                                   | – | –      | –      | – | –   | – | –   | all
                              | update any other column                            | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.client_rates           | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.documents              | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.document_downloads     | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.subscription_tiers     | select                                             | – | active | active | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.client_subscriptions   | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.subscription_history   | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.square_links           | select                                             | – | 1 of 3 | 1 of 3 | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.service_bookings       | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | own    | own    | – | –   | – | –   | all
                              | insert status                                      | – | –      | –      | – | –   | – | –   | all
                              | insert scheduled_at, decline_reason                | – | –      | –      | – | –   | – | –   | all
                              | insert any other column                            | – | –      | –      | – | –   | – | –   | all
                              | update status, client_id                           | – | –      | –      | – | –   | – | –   | all
                              | update any other column                            | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.messages               | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | own    | own    | – | all | – | all | all
                              | insert sender_role, sender_id                      | – | –      | –      | – | –   | – | –   | all
                              | insert any other column                            | – | –      | –      | – | –   | – | –   | all
                              | update read_by_client_at, read_by_firm_at          | – | own    | own    | – | all | – | all | all
                              | update any other column                            | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.contact_inquiries      | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.provider_status        | select                                             | – | all    | all    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
public.firm_contacts          | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.retention_periods      | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.audit_log              | select                                             | – | –      | –      | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.project_totals         | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.client_balances        | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.client_list            | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.project_list           | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.subscription_list      | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.message_threads        | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.invoice_list           | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
public.firm_totals            | select                                             | – | own    | own    | – | all | – | all | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
private.document_files        | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.unclaimed_files       | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.mail_outbox           | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.sign_in_attempts      | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
private.rate_limits           | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.provider_connections  | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.oauth_tickets         | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.oauth_states          | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.webhook_events        | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.sync_runs             | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.job_runs              | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.invoice_mails         | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
private.settings              | select                                             | – | –      | –      | – | –   | – | –   | all
                              | insert                                             | – | –      | –      | – | –   | – | –   | all
                              | update                                             | – | –      | –      | – | –   | – | –   | all
                              | delete                                             | – | –      | –      | – | –   | – | –   | all
private.migrations            | select                                             | – | –      | –      | – | –   | – | –   | –
                              | insert                                             | – | –      | –      | – | –   | – | –   | –
                              | update                                             | – | –      | –      | – | –   | – | –   | –
                              | delete                                             | – | –      | –      | – | –   | – | –   | –
`);

const PAGE = fileURLToPath(new URL("../docs/who-may-see-what.md", import.meta.url));

let people: Person[];
let relations: Relation[];
let reached: Line[];

beforeAll(async () => {
  const database = await aDatabaseOfThisRun();
  const made = await thePeople(database);
  const samples = await storeSamples(database, made.clients);
  people = made.people;
  relations = await readRelations(database.pool, made.clients);
  reached = await tryMatrix(database.pool, WHO_MAY_DO_WHAT, { ...made, relations, samples });
});

describe("who may see what", () => {
  test("every table and view of public and private has its lines, for every verb and person", () => {
    const acts = (name: string) =>
      WHO_MAY_DO_WHAT.filter((line) => line.relation === name).map((line) => line.act);
    for (const { name } of relations) {
      for (const verb of ["select", "insert", "update", "delete"]) {
        expect(
          acts(name).some((act) => act.startsWith(verb)),
          `${verb} on ${name}`,
        ).toBe(true);
      }
    }
    expect(new Set(WHO_MAY_DO_WHAT.map((line) => line.relation))).toEqual(
      new Set(relations.map(({ name }) => name)),
    );
    for (const line of WHO_MAY_DO_WHAT)
      expect(line.cells, `${line.relation} ${line.act}`).toHaveLength(people.length);
  });

  test("where some columns may be written, the others have their own line", () => {
    for (const line of WHO_MAY_DO_WHAT) {
      const [verb = "", ...columns] = line.act.split(" ");
      if (columns.length === 0 || verb === "insert") continue;
      const rest = WHO_MAY_DO_WHAT.find(
        (other) => other.relation === line.relation && other.act === `${verb} any other column`,
      );
      expect(rest, `${line.relation} ${line.act}`).toBeDefined();
    }
  });

  test("no table is empty, so that no cell is right for want of rows", () => {
    expect(relations.filter((relation) => relation.rows.length === 0).map(({ name }) => name)).toEqual([]);
  });

  test("no cell is wrong", async () => {
    const wrong = reached.flatMap((line, at) =>
      line.cells.flatMap((cell, column) => {
        const expected = WHO_MAY_DO_WHAT[at]?.cells[column];
        return cell === expected
          ? []
          : [`${line.relation} ${line.act}, ${people[column]?.name}: ${cell}, not ${expected}`];
      }),
    );
    expect(wrong).toEqual([]);
    await writePage();
  });
});

/** Written only when right and different: a run changes nothing in a checkout that is up to date. */
async function writePage(): Promise<void> {
  const cells = reached.reduce((sum, line) => sum + line.cells.length, 0);
  const page = `# Who may see what

Printed by \`supabase/who-may-see-what.test.ts\`, which expects every cell by hand and tries it on real rows, as that
person. ${reached.length} acts, ${cells} cells, 0 wrong.

“own”: rows of the person's own client. “active”: tiers on offer. “–”: nothing, whether refused or empty.
“any other column”: each column no other line names, tried one by one.
In the suspended client's and the administrators' columns the token is one signed before.

${printMatrix(reached, people)}`;
  const current = await readFile(PAGE, "utf8").catch(() => "");
  if (current !== page) await writeFile(PAGE, page);
}
