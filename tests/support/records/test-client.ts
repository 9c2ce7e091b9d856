import type { Tables, TablesInsert } from "#supabase/database.types.ts";
import { type Account, createAccount } from "./account.ts";
import { type DatabaseFixture, insertRow } from "./insert-row.ts";
import { type InvoiceInput, insertInvoice } from "./invoice.ts";
import { insertProject, type ProjectInput } from "./project.ts";

export type TestClient = Account & {
  /** The id in `public.clients`. `userId` is the id of its account. */
  id: string;
  row: Tables<"clients">;
  invoices: Tables<"invoices">[];
  projects: Tables<"projects">[];
};

/** Inserts a client with an account, and the given invoices and projects. */
export async function createTestClient(
  database: DatabaseFixture,
  options: Partial<TablesInsert<"clients">> & {
    email?: string;
    password?: string;
    invoices?: InvoiceInput[];
    projects?: ProjectInput[];
  } = {},
): Promise<TestClient> {
  const { email, password, invoices = [], projects = [], ...columns } = options;
  const account = await createAccount(database, { role: "client", email, password });
  const row = await insertRow(database, "clients", {
    company: `Company ${account.userId.slice(0, 8)}`,
    contact_person: "Ada Moreno",
    user_id: account.userId,
    ...columns,
  });
  const client: TestClient = { ...account, id: row.id, row, invoices: [], projects: [] };
  for (const input of projects) {
    client.projects.push(await insertProject(database, { ...input, client_id: row.id }));
  }
  for (const input of invoices) {
    client.invoices.push(await insertInvoice(database, { ...input, client_id: row.id }));
  }
  return client;
}
