import { expect, test } from "vitest";
import { createPasswords } from "#embedded-supabase/auth/passwords.ts";
import { aClient } from "./a-client.ts";
import { aProject } from "./a-project.ts";
import { anAccount } from "./an-account.ts";
import { anInvoice, aScheduleEntry } from "./an-invoice.ts";
import { aDatabase } from "./database.ts";

test("an account's password is the one the authentication service accepts, and its role is mirrored", async () => {
  const database = await aDatabase();
  const account = await anAccount(database, { role: "admin", email: "Grace@Example.com" });
  const { rows } = await database.pool.query<{ hash: string; email: string; role: string }>(
    `select account.encrypted_password as hash, person.email, person.role
       from auth.users as account join public.users as person using (id)`,
  );
  expect(rows).toMatchObject([{ email: "grace@example.com", role: "admin" }]);
  const passwords = await createPasswords();
  expect(await passwords.isRight(account.password, rows[0]?.hash ?? null)).toBe(true);
  expect(await passwords.isRight(`${account.password}!`, rows[0]?.hash ?? null)).toBe(false);
});

test("a client comes with what it is given, as the REST endpoint would show it", async () => {
  const payment_schedule = [aScheduleEntry("DEPOSIT", 30_000, 30_000, { percentage_requested: "25" })];
  const client = await aClient(await aDatabase(), {
    company: "Northwind Labs",
    projects: [aProject({ project_name: "Audit" })],
    invoices: [anInvoice({ status: "overdue", amount: 1200.5, payment_schedule })],
  });
  expect(client.row).toMatchObject({ company: "Northwind Labs", status: "active", user_id: client.userId });
  expect(client.projects).toMatchObject([{ project_name: "Audit", client_id: client.id }]);
  expect(client.invoices).toMatchObject([
    { status: "overdue", amount: 1200.5, due_date: "2030-01-31", payment_schedule, client_id: client.id },
  ]);
});
