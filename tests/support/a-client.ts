import type { Tables, TablesInsert } from "#supabase/database.types.ts";
import { type ProjectDraft, storeProject } from "./a-project.ts";
import { type Account, anAccount } from "./an-account.ts";
import { type InvoiceDraft, storeInvoice } from "./an-invoice.ts";
import { insertRow, type World } from "./rows.ts";

export type TestClient = Account & {
  /** The client's own id; `userId` is its account's. */
  id: string;
  row: Tables<"clients">;
  invoices: Tables<"invoices">[];
  projects: Tables<"projects">[];
};

/** A client with an account that can sign in, and the invoices and projects it is given. */
export async function aClient(
  world: World,
  wanted: Partial<TablesInsert<"clients">> & {
    email?: string;
    password?: string;
    invoices?: InvoiceDraft[];
    projects?: ProjectDraft[];
  } = {},
): Promise<TestClient> {
  const { email, password, invoices = [], projects = [], ...columns } = wanted;
  const account = await anAccount(world, { role: "client", email, password });
  const row = await insertRow(world, "clients", {
    company: `Company ${account.userId.slice(0, 8)}`,
    contact_person: "Ada Moreno",
    user_id: account.userId,
    ...columns,
  });
  const stored: TestClient = { ...account, id: row.id, row, invoices: [], projects: [] };
  for (const draft of projects)
    stored.projects.push(await storeProject(world, { ...draft, client_id: row.id }));
  for (const draft of invoices)
    stored.invoices.push(await storeInvoice(world, { ...draft, client_id: row.id }));
  return stored;
}
