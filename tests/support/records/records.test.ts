import { createPasswordHasher } from "@wardline/embedded-supabase/password-hasher";
import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createAccount } from "./account.ts";
import { buildInvoice, buildScheduleEntry } from "./invoice.ts";
import { buildProject } from "./project.ts";
import { createTestClient } from "./test-client.ts";

test("creates an account whose password the authentication service accepts, and copies its role", async () => {
  const database = await createTestDatabase();
  const account = await createAccount(database, { role: "admin", email: "Grace@Example.com" });
  const { rows } = await database.pool.query<{ hash: string; email: string; role: string }>(
    `select account.encrypted_password as hash, profile.email, profile.role
       from auth.users as account join public.users as profile using (id)`,
  );
  expect(rows).toMatchObject([{ email: "grace@example.com", role: "admin" }]);
  const passwords = await createPasswordHasher();
  expect(await passwords.verify(account.password, rows[0]?.hash ?? null, account.email)).toBe(true);
  expect(await passwords.verify(`${account.password}!`, rows[0]?.hash ?? null, account.email)).toBe(false);
});

test("creates a client with the given invoices and projects, in the format of the REST API", async () => {
  const payment_schedule = [buildScheduleEntry("DEPOSIT", 30_000, 30_000, { percentage_requested: "25" })];
  const client = await createTestClient(await createTestDatabase(), {
    company: "Northwind Labs",
    projects: [buildProject({ project_name: "Audit" })],
    invoices: [buildInvoice({ status: "overdue", amount: 1200.5, payment_schedule })],
  });
  expect(client.row).toMatchObject({ company: "Northwind Labs", status: "active", user_id: client.userId });
  expect(client.projects).toMatchObject([{ project_name: "Audit", client_id: client.id }]);
  expect(client.invoices).toMatchObject([
    { status: "overdue", amount: 1200.5, due_date: "2030-01-31", payment_schedule, client_id: client.id },
  ]);
});
