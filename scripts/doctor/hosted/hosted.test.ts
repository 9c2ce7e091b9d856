import { serve } from "@hono/node-server";
import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { parseConfig } from "#server/config.ts";
import { type S3Server, startS3Server } from "#tests/support/files/s3-server.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { type HostedProject, startHostedProject } from "#tests/support/product/hosted-project.ts";
import { type ProductProcess, startProductProcess } from "#tests/support/product/product-process.ts";
import { runDoctor } from "#tests/support/product/run-doctor.ts";
import { checkHostedDatabase } from "./database.ts";
import { checkHostedProject } from "./index.ts";

// Runs the doctor against a simulated hosted project, with correct and with replaced responses.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let folder: Awaited<ReturnType<typeof createTempFolder>>;
let store: S3Server;
let project: HostedProject;
let product: ProductProcess;
let env: Record<string, string>;

beforeAll(async () => {
  const port = await findFreePort();
  folder = await createTempFolder();
  store = await startS3Server();
  project = await startHostedProject(`http://localhost:${port}`, folder.path);
  env = {
    ...project.env,
    ...store.env,
    PORT: port,
    DATA_DIR: `${folder.path}/data`,
    ADMIN_EMAIL: "owner@firm.example",
    ADMIN_PASSWORD: "calm seas in 2026",
  };
  product = startProductProcess(env);
  await product.ready();
});
afterAll(async () => {
  product?.kill("SIGTERM");
  await product?.exit();
  await project?.stop();
  await store?.stop();
  await folder?.remove();
});

/** Checks a project whose responses are replaced at the given paths, and formats the findings. */
async function runHostedChecks(
  overrides: Record<string, (request: Request) => Response | undefined>,
  envOverrides: Record<string, string> = {},
) {
  const app = new Hono().all("*", async ({ req: { raw, path } }) => {
    const pathAndQuery = raw.url.slice(new URL(raw.url).origin.length);
    return (
      overrides[path]?.(raw) ??
      fetch(`${project.url}${pathAndQuery}`, { headers: raw.headers, redirect: "manual" })
    );
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.once("listening", () => resolve()));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const config = parseConfig({ ...env, SUPABASE_URL: url, ...envOverrides });
  return (await checkHostedProject(config)).map(
    (finding) =>
      `${finding.status} ${finding.check}: ${finding.detail}${finding.status === "problem" ? ` → ${finding.fix}` : ""}`,
  );
}

test("reports no problems for a project that is set up as documented", async () => {
  const { output } = await runDoctor(env);
  expect(output).toMatch(/^No problems found\.$/m);
  for (const check of [
    "Project",
    "Project keys",
    "Signing key",
    "Sign-up",
    "Redirects",
    "Data API",
    "Schema",
    "Row policies",
    "Connection",
    "Same project",
    "Sign-ins",
    "Recent sign-in",
  ]) {
    expect(output).toMatch(new RegExp(`^ok +${check} `, "m"));
  }
  expect(output).toMatch(/^ok +Documents +the s3 store can write/m);
});

test("reports an unavailable project and invalid keys", async () => {
  expect(await runHostedChecks({}, { SUPABASE_URL: `http://127.0.0.1:${await findFreePort()}` })).toEqual([
    expect.stringMatching(/^problem Project: .* does not respond: .* → Check SUPABASE_URL/),
  ]);
  for (const [keys, message] of [
    [{ SUPABASE_PUBLISHABLE_KEY: "another" }, /SUPABASE_PUBLISHABLE_KEY is rejected → Copy/],
    [{ SUPABASE_PUBLISHABLE_KEY: project.secretKey }, /is a secret key, and it is sent .* → Revoke/],
    [
      { SUPABASE_SECRET_KEY: project.publishableKey },
      /SUPABASE_SECRET_KEY cannot manage accounts: status 40/,
    ],
  ] as const) {
    expect(await runHostedChecks({}, keys)).toContainEqual(
      expect.stringMatching(new RegExp(`^problem Project keys: .*${message.source}`)),
    );
  }
});

test("reports open sign-up, a missing asymmetric signing key and exposed tables", async () => {
  const findings = await runHostedChecks({
    "/auth/v1/settings": () =>
      Response.json({
        disable_signup: false,
        mailer_autoconfirm: true,
        external: { email: true, anonymous_users: true },
      }),
    "/auth/v1/.well-known/jwks.json": () => Response.json({ keys: [] }),
    "/rest/v1/clients": () => Response.json([{ id: "client-id" }]),
  });
  expect(findings).toEqual([
    expect.stringMatching(/^ok Project:/),
    expect.stringMatching(/^ok Project keys:/),
    expect.stringMatching(/^problem Signing key: .* → Rotate to/),
    expect.stringMatching(
      /^problem Sign-up: anyone can sign up, anonymous sign-in is enabled, email addresses are not confirmed → /,
    ),
    expect.stringMatching(/^ok Redirects:/),
    expect.stringMatching(/^problem Data API: anonymous callers can read clients → /),
  ]);
  const exposedSchemaFindings = await runHostedChecks({ "/rest/v1/email_outbox": () => Response.json([]) });
  expect(exposedSchemaFindings).toContainEqual(
    expect.stringMatching(/^problem Data API: the private schema is exposed → /),
  );
});

test("reports settings that let email links redirect to another site", async () => {
  const findProblemsFor = (target: (redirectTo: string | null) => string) =>
    runHostedChecks({
      "/auth/v1/verify": ({ url }) =>
        new Response(null, {
          status: 303,
          headers: { location: target(new URL(url).searchParams.get("redirect_to")) },
        }),
    });
  const siteUrl = `http://localhost:${env.PORT}`;
  for (const [target, message] of [
    [() => "http://localhost:9", /Site URL is http:\/\/localhost:9, not .* → Set it/],
    [() => siteUrl, /cannot redirect to .*\/reset-password → Add it/],
    [
      (redirectTo: string | null) => redirectTo ?? siteUrl,
      /can redirect to any address → Remove the wildcard/,
    ],
  ] as const) {
    expect(await findProblemsFor(target)).toContainEqual(
      expect.stringMatching(new RegExp(`^problem Redirects: .*${message.source}`)),
    );
  }
});

test("reports another project's database, the transaction pooler and an unverified certificate", async () => {
  const { pool } = await createTestDatabase();
  const checkDatabaseUrl = async (databaseUrl: string) =>
    (await checkHostedDatabase(parseConfig({ ...env, DATABASE_URL: databaseUrl }), pool)).map(
      ({ check, detail }) => `${check}: ${detail}`,
    );
  const poolerFindings = await checkDatabaseUrl("postgres://owner@aws.pooler.supabase.com:6543/postgres");
  expect(poolerFindings[0]).toMatch(/^Connection: .* transaction pooler/);
  expect(poolerFindings[1]).toBe("Same project: SUPABASE_URL and DATABASE_URL point to different accounts");
  const unverifiedFindings = await checkDatabaseUrl("postgres://owner@db.supabase.co:5432/postgres");
  expect(unverifiedFindings[0]).toBe("Connection: DATABASE_URL does not verify the server certificate");
});
