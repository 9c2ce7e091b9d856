import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { parseConfig } from "#server/config.ts";
import { aDoctor } from "#tests/support/a-doctor.ts";
import { aHostedProject, type HostedProject } from "#tests/support/a-hosted-project.ts";
import { aFreePort, aProcess, type TestProcess } from "#tests/support/a-process.ts";
import { anS3Server, type S3Server } from "#tests/support/an-s3-server.ts";
import { aFolder } from "#tests/support/browser.ts";
import { aDatabase } from "#tests/support/database.ts";
import { lookAtHostedDatabase } from "./database.ts";
import { lookAtHostedProject } from "./index.ts";

// The doctor beside what stands in for a hosted project, and beside one whose answers are crooked.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let folder: Awaited<ReturnType<typeof aFolder>>;
let store: S3Server;
let project: HostedProject;
let product: TestProcess;
let env: Record<string, string>;

beforeAll(async () => {
  const port = await aFreePort();
  folder = await aFolder();
  store = await anS3Server();
  project = await aHostedProject(`http://localhost:${port}`, folder.path);
  env = {
    ...project.env,
    ...store.env,
    PORT: port,
    DATA_DIR: `${folder.path}/data`,
    ADMIN_EMAIL: "owner@firm.example",
    ADMIN_PASSWORD: "calm seas in 2026",
  };
  product = aProcess(env);
  await product.ready();
});
afterAll(async () => {
  product?.kill("SIGTERM");
  await product?.exit();
  await project?.stop();
  await store?.stop();
  await folder?.remove();
});

/** The findings on a project that gives its own answers at some addresses. */
async function findings(
  crooked: Record<string, (request: Request) => Response | undefined>,
  more: Record<string, string> = {},
) {
  const app = new Hono().all("*", async ({ req: { raw, path } }) => {
    const asked = raw.url.slice(new URL(raw.url).origin.length);
    return (
      crooked[path]?.(raw) ?? fetch(`${project.url}${asked}`, { headers: raw.headers, redirect: "manual" })
    );
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.once("listening", () => listening()));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const config = parseConfig({ ...env, SUPABASE_URL: url, ...more });
  return (await lookAtHostedProject(config)).map(
    (finding) =>
      `${finding.state} ${finding.what}: ${finding.says}${finding.state === "problem" ? ` → ${finding.todo}` : ""}`,
  );
}

test("a project that is set up as documented is told line by line", async () => {
  const { says } = await aDoctor(env);
  expect(says).toMatch(/^All is well\.$/m);
  for (const what of [
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
  ])
    expect(says).toMatch(new RegExp(`^ok +${what} `, "m"));
  expect(says).toMatch(/^ok +Documents +the s3 store keeps/m);
});

test("a project that does not answer is one problem, and wrong keys are named", async () => {
  expect(await findings({}, { SUPABASE_URL: `http://127.0.0.1:${await aFreePort()}` })).toEqual([
    expect.stringMatching(/^problem Project: .* does not answer: .* → Is SUPABASE_URL right/),
  ]);
  for (const [keys, says] of [
    [{ SUPABASE_PUBLISHABLE_KEY: "another" }, /SUPABASE_PUBLISHABLE_KEY is refused → Copy/],
    [{ SUPABASE_PUBLISHABLE_KEY: project.secretKey }, /is a secret key, and every browser .* → Revoke/],
    [{ SUPABASE_SECRET_KEY: project.publishableKey }, /SUPABASE_SECRET_KEY may not administer accounts: 40/],
  ] as const)
    expect(await findings({}, keys)).toContainEqual(
      expect.stringMatching(new RegExp(`^problem Project keys: .*${says.source}`)),
    );
});

test("open sign-up, a shared secret and exposed tables are named with what to do", async () => {
  const found = await findings({
    "/auth/v1/settings": () =>
      Response.json({
        disable_signup: false,
        mailer_autoconfirm: true,
        external: { email: true, anonymous_users: true },
      }),
    "/auth/v1/.well-known/jwks.json": () => Response.json({ keys: [] }),
    "/rest/v1/clients": () => Response.json([{ id: "somebody's" }]),
  });
  expect(found).toEqual([
    expect.stringMatching(/^ok Project:/),
    expect.stringMatching(/^ok Project keys:/),
    expect.stringMatching(/^problem Signing key: .* → Rotate it/),
    expect.stringMatching(
      /^problem Sign-up: anybody may sign up, visitors may sign in anonymously, addresses count unconfirmed → /,
    ),
    expect.stringMatching(/^ok Redirects:/),
    expect.stringMatching(/^problem Data API: a stranger reads clients → /),
  ]);
  const exposed = await findings({ "/rest/v1/mail_outbox": () => Response.json([]) });
  expect(exposed).toContainEqual(
    expect.stringMatching(/^problem Data API: the schema private is exposed → /),
  );
});

test("links that lead elsewhere than to the site are named with what to do", async () => {
  const leadingTo = (target: (wanted: string | null) => string) =>
    findings({
      "/auth/v1/verify": ({ url }) =>
        new Response(null, {
          status: 303,
          headers: { location: target(new URL(url).searchParams.get("redirect_to")) },
        }),
    });
  const site = `http://localhost:${env.PORT}`;
  for (const [target, says] of [
    [() => "http://localhost:9", /Site URL is http:\/\/localhost:9, not .* → Set it/],
    [() => site, /may not lead to .*\/reset-password → Add it/],
    [(wanted: string | null) => wanted ?? site, /may lead to any address → Take the pattern/],
  ] as const)
    expect(await leadingTo(target)).toContainEqual(
      expect.stringMatching(new RegExp(`^problem Redirects: .*${says.source}`)),
    );
});

test("another project's database, the transaction pooler and an unchecked connection are named", async () => {
  const { pool } = await aDatabase();
  const says = async (databaseUrl: string) =>
    (await lookAtHostedDatabase(parseConfig({ ...env, DATABASE_URL: databaseUrl }), pool)).map(
      ({ what, says }) => `${what}: ${says}`,
    );
  const pooled = await says("postgres://owner@aws.pooler.supabase.com:6543/postgres");
  expect(pooled[0]).toMatch(/^Connection: .* transaction pooler/);
  expect(pooled[1]).toBe("Same project: SUPABASE_URL and DATABASE_URL have different accounts");
  const open = await says("postgres://owner@db.supabase.co:5432/postgres");
  expect(open[0]).toBe("Connection: DATABASE_URL does not check whom it talks to");
});
