import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cp, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { hash } from "@node-rs/bcrypt";
import {
  migrate,
  migrateBackend,
  prepareRoles,
  startEmbeddedPostgres,
} from "@wardline/embedded-supabase/database";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { readRows } from "#tests/support/network/read-json.ts";
import { type ProductProcess, startProductProcess } from "#tests/support/product/product-process.ts";
import { fetchPublicConfig, readSession } from "#tests/support/product/session.ts";
import { recordFigures } from "./support/record-figures.ts";

// Tests data of older versions: databases with only the earlier migrations, backed up and restored with the commands.

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MIGRATIONS = join(ROOT, "supabase/migrations");
const MIGRATIONS_TABLE = "private.migrations";
const CLIENT = { email: "ada@older.example", password: "an older, calmer password" };
const OWNER = { email: "owner@firm.example", password: "a long enough password" };
const ROWS = 200;

const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
const BASELINE_MIGRATION = "20261124001500_totals_and_reports.sql";
/** The newest migration of each older version: the baseline and, if there are later migrations, the second to last. */
const OLDER_MIGRATIONS = [
  ...new Set(
    [BASELINE_MIGRATION, files.at(-2) ?? BASELINE_MIGRATION].filter((file) => file >= BASELINE_MIGRATION),
  ),
];

let folder: Awaited<ReturnType<typeof createTempFolder>>;
const pathTo = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = await createTempFolder();
});
afterAll(() => folder?.remove());

async function runScript(script: "backup" | "restore", file: string, dataDir: string) {
  const run = promisify(execFile)(process.execPath, [`scripts/${script}.ts`, file], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, output: stdout.trim() }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr.trim() }),
  );
}

/** Runs `work` as the owner of an embedded database while no product uses it. */
async function withDatabase<Result>(
  dataDir: string,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const pool = new pg.Pool({ ...postgres.connection, max: 2 });
  pool.on("error", () => {});
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

/** Data written with the schema of an older version. */
type SeededData = { inquiries: string[]; notes: string; invoicedCents: number; projectId: string };

async function createOlderInstallation(dataDir: string, newest: string): Promise<SeededData> {
  const migrationsDir = `${dataDir}-migrations`;
  await mkdir(migrationsDir, { recursive: true });
  for (const file of files.filter((name) => name <= newest)) {
    await cp(join(MIGRATIONS, file), join(migrationsDir, file));
  }
  return withDatabase(dataDir, async (pool) => {
    await prepareRoles(pool);
    await migrateBackend(pool);
    await migrate(pool, { folder: migrationsDir, table: MIGRATIONS_TABLE });
    return insertData(pool);
  });
}

async function insertData(pool: pg.Pool): Promise<SeededData> {
  const userId = randomUUID();
  await pool.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
                             created_at, updated_at, aud, role)
     values ($1, $2, $3, now(), '{"role": "client"}', '{}', now(), now(), 'authenticated', 'authenticated')`,
    [userId, CLIENT.email, await hash(CLIENT.password, 10)],
  );
  const { rows: clients } = await pool.query<{ id: string }>(
    "insert into public.clients (user_id, company, contact_person) values ($1, 'Older & Co', 'Ada') returning id",
    [userId],
  );
  const clientId = clients[0]?.id;
  const { rows: projects } = await pool.query<{ id: string }>(
    `insert into public.projects (client_id, project_name, notes) values ($1, 'An older audit', 'Between us.') returning id`,
    [clientId],
  );
  const projectId = projects[0]?.id ?? "";
  const inquiries = Array.from({ length: ROWS }, (_, index) => `WL-OLDER-${String(index).padStart(4, "0")}`);
  for (const [index, reference] of inquiries.entries()) {
    await pool.query(
      `insert into public.contact_inquiries (reference, name, email, company, service_interest, message)
       values ($1, 'Grace', 'grace@ledger.example', 'Ledger Ltd', 'Other', $2)`,
      [reference, inquiryMessage(reference, index)],
    );
  }
  await pool.query(
    `insert into public.invoices (client_id, project_id, square_invoice_id, invoice_number, amount, total_paid_amount,
                                  status, due_date)
     select $1, $2, 'inv:' || number, 'OLD-' || number, number + 0.07, 0.01, 'pending', '2026-12-01'
       from generate_series(1, $3) as number`,
    [clientId, projectId, ROWS],
  );
  await pool.query(
    `insert into public.client_rates (client_id, service_type, hourly_rate) values ('${clientId}', 'Audit', 250.50);
     insert into public.documents (client_id, name, file_size, mime_type)
       values ('${clientId}', 'older.pdf', 3, 'application/pdf');
     insert into private.document_files (document_id, storage_key, sha256)
       select id, 'older/older.pdf', repeat('0', 64) from public.documents;
     insert into public.subscription_tiers (tier_name, monthly_price) values ('Older watch', 99.90);
     insert into public.client_subscriptions (client_id, tier_id, status)
       select '${clientId}', id, 'active' from public.subscription_tiers where tier_name = 'Older watch';
     insert into public.service_bookings (client_id, service_type, preferred_start_date, project_description)
       values ('${clientId}', 'Audit', '2026-12-01', 'As last year.');
     select set_config('app.actor', '${userId}', true);
     update public.projects set status = 'in_progress';
     update public.clients set company = 'Older and Co'`,
  );
  return {
    inquiries,
    notes: "Between us.",
    invoicedCents: (ROWS * (ROWS + 1) * 100) / 2 + ROWS * 7,
    projectId,
  };
}

const inquiryMessage = (reference: string, index: number) => `Entry ${index}: ${reference} – “naïve” £€ 漢字`;

async function startProduct(dataDir: string): Promise<ProductProcess> {
  const productProcess = startProductProcess({
    DATA_DIR: dataDir,
    PORT: await findFreePort(),
    DEMO: "false",
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    LOG_LEVEL: "error",
  });
  await productProcess.ready();
  return productProcess;
}

/** Signs in as a user of the older version. Returns a function that reads rows as that user. */
async function signIn(url: string, user: { email: string; password: string }) {
  const { publishableKey } = await fetchPublicConfig(url);
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers,
    body: JSON.stringify(user),
  });
  expect(response.status).toBe(200);
  const { access_token } = await readSession(response);
  return async (path: string) => {
    const rows = await fetch(`${url}/rest/v1/${path}`, {
      headers: { ...headers, authorization: `Bearer ${access_token}` },
    });
    expect(rows.status).toBe(200);
    return await readRows(rows);
  };
}

test.each(
  OLDER_MIGRATIONS.map((file, index) => [file ?? "", index] as const),
)("a backup of an older version with newest migration %s is restored and migrated without data loss", async (newest, index) => {
  const [dataDir, again, file] = [
    pathTo(`older-${index}`),
    pathTo(`again-${index}`),
    pathTo(`older-${index}.tgz`),
  ];
  const ledger = await createOlderInstallation(dataDir, newest);
  expect(await runScript("backup", file, dataDir)).toEqual({ code: 0, output: expect.any(String) });
  expect(await runScript("restore", file, again)).toEqual({ code: 0, output: expect.any(String) });
  const startedAt = performance.now();
  const product = await startProduct(again);
  const ms = Math.round(performance.now() - startedAt);
  const administrator = await signIn(product.url, OWNER);
  const inquiries = await administrator("contact_inquiries?select=reference,message&order=reference");
  expect(inquiries).toEqual(
    ledger.inquiries.map((reference, entry) => ({ reference, message: inquiryMessage(reference, entry) })),
  );
  const [project] = await administrator(
    "projects?select=id,total_estimated_value,notes,project_notes(notes),project_status_changes(from_status,to_status)",
  );
  expect(project).toEqual({
    id: ledger.projectId,
    total_estimated_value: ledger.invoicedCents / 100,
    notes: "",
    project_notes: { notes: ledger.notes },
    project_status_changes: [
      { from_status: null, to_status: "open" },
      { from_status: "open", to_status: "in_progress" },
    ],
  });
  const [listed] = await administrator("project_list?select=invoice_count,total_billed,total_paid");
  expect(listed).toEqual({
    invoice_count: ROWS,
    total_billed: ledger.invoicedCents / 100,
    total_paid: ROWS / 100,
  });
  // Existing users can sign in and see their own data.
  const client = await signIn(product.url, CLIENT);
  expect(await client("invoices?select=id")).toHaveLength(ROWS);
  expect(await client("project_notes?select=notes")).toEqual([]);
  expect(await client("client_rates?select=service_type,hourly_rate")).toEqual([
    { service_type: "Audit", hourly_rate: 250.5 },
  ]);
  expect(await client("client_subscriptions?select=status,subscription_tiers(monthly_price)")).toEqual([
    { status: "active", subscription_tiers: { monthly_price: 99.9 } },
  ]);
  expect(await client("service_bookings?select=project_description")).toEqual([
    { project_description: "As last year." },
  ]);
  expect(await administrator("documents?select=name")).toEqual([{ name: "older.pdf" }]);
  expect(await client("clients?select=company")).toEqual([{ company: "Older and Co" }]);
  product.kill("SIGTERM");
  expect(await product.exit()).toBe(0);
  const steps = files.filter((name) => name > newest).length;
  const { rows: ran } = await withDatabase(again, (pool) =>
    pool.query(`select version from ${MIGRATIONS_TABLE}`),
  );
  expect(ran).toHaveLength(files.length);
  recordFigures(
    `backup of ${newest.split("_")[0]}: ${steps} migrations applied, started in ${ms} ms; ${ROWS} inquiries, ${ROWS} invoices of ${ledger.invoicedCents} cents, project with notes and history, rates, document, subscription, booking, account: all present`,
  );
});

test("rejects a backup and a data directory of a newer version with the reason, and changes nothing", async () => {
  const dataDir = pathTo("newer");
  await createOlderInstallation(dataDir, files.at(-1) ?? "");
  await withDatabase(dataDir, (pool) =>
    pool.query(
      `insert into ${MIGRATIONS_TABLE} (version, name) values ('29991231000000', '29991231000000_later')`,
    ),
  );
  expect(await runScript("backup", pathTo("newer.tgz"), dataDir)).toEqual({
    code: 0,
    output: expect.any(String),
  });
  const restored = await runScript("restore", pathTo("newer.tgz"), pathTo("rejected"));
  expect(restored).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /^\S+ was made by a newer version of this product \(29991231000000_later .*\.$/,
    ),
  });
  await expect(stat(pathTo("rejected"))).rejects.toThrow("ENOENT");
  const product = startProductProcess({
    DATA_DIR: dataDir,
    PORT: await findFreePort(),
    DEMO: "false",
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
  });
  expect(await product.exit()).toBe(1);
  expect(product.output()).toContain("was migrated by a newer version of this product (29991231000000");
  // The data directory is unchanged, so the newer version can still use it.
  expect(
    await readFile(join(dataDir, "keys.json"), "utf8").then(
      () => true,
      () => false,
    ),
  ).toBe(true);
  recordFigures(`backup of a newer version: ${restored.output.slice(restored.output.indexOf("was made"))}`);
});
