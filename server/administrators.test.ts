import { expect, test } from "vitest";
import { createAdministrator, ensureAdministrator } from "#server/administrators.ts";
import { createDatabase } from "#server/database.ts";
import { aDatabase } from "#tests/support/database.ts";
import { embeddedAccounts } from "#tests/support/embedded-accounts.ts";

const given = { admin: { email: "owner@firm.example", password: "a long enough password 7" } };

async function anInstallation() {
  const { pool } = await aDatabase();
  const { accounts } = await embeddedAccounts(pool);
  return { pool, accounts, database: createDatabase(pool) };
}

test("processes that start at once make one administrator, and each of them goes on", async () => {
  const { pool, accounts, database } = await anInstallation();
  const starts = Array.from({ length: 4 }, () => ensureAdministrator(given, database, accounts));
  await Promise.all(starts);
  const { rows } = await pool.query("select email from public.users where role = 'admin'");
  expect(rows).toEqual([{ email: given.admin.email }]);
});

test("an address that is a client's already is one line that names ADMIN_EMAIL", async () => {
  const { accounts, database } = await anInstallation();
  await accounts.create({ ...given.admin, role: "client" });
  await expect(ensureAdministrator(given, database, accounts)).rejects.toMatchObject({
    name: "ConfigurationError",
    message: expect.stringMatching(/^ADMIN_EMAIL: [^\n]+$/),
  });
});

test("a password everybody uses is one line that names ADMIN_PASSWORD", async () => {
  const { accounts } = await anInstallation();
  const tooCommon = { email: "owner@firm.example", password: "password1" };
  await expect(createAdministrator(accounts, tooCommon)).rejects.toMatchObject({
    name: "ConfigurationError",
    message: expect.stringMatching(/^ADMIN_PASSWORD: [^\n]+$/),
  });
});
