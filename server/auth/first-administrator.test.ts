import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createAdministrator, ensureFirstAdministrator } from "#server/auth/first-administrator.ts";
import { createDatabase } from "#server/database/database.ts";
import { createEmbeddedAccounts } from "#tests/support/product/embedded-accounts.ts";

const CONFIG = { admin: { email: "owner@firm.example", password: "a long enough password 7" } };

async function createInstallation() {
  const { pool } = await createTestDatabase();
  const { accounts } = await createEmbeddedAccounts(pool);
  return { pool, accounts, database: createDatabase(pool) };
}

test("creates one administrator when several processes start concurrently", async () => {
  const { pool, accounts, database } = await createInstallation();
  const startups = Array.from({ length: 4 }, () => ensureFirstAdministrator(CONFIG, database, accounts));
  await Promise.all(startups);
  const { rows } = await pool.query("select email from public.users where role = 'admin'");
  expect(rows).toEqual([{ email: CONFIG.admin.email }]);
});

test("rejects a client's address with one line that names ADMIN_EMAIL", async () => {
  const { accounts, database } = await createInstallation();
  await accounts.create({ ...CONFIG.admin, role: "client" });
  await expect(ensureFirstAdministrator(CONFIG, database, accounts)).rejects.toMatchObject({
    name: "ConfigurationError",
    message: expect.stringMatching(/^ADMIN_EMAIL: [^\n]+$/),
  });
});

test("rejects a common password with a one-line message that names ADMIN_PASSWORD", async () => {
  const { accounts } = await createInstallation();
  const tooCommon = { email: "owner@firm.example", password: "password1" };
  await expect(createAdministrator(accounts, tooCommon)).rejects.toMatchObject({
    name: "ConfigurationError",
    message: expect.stringMatching(/^ADMIN_PASSWORD: [^\n]+$/),
  });
});
