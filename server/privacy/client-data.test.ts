import { randomUUID } from "node:crypto";
import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { describe, expect, test } from "vitest";
import { createDatabase, type Query } from "#server/database/database.ts";
import { collectClientData } from "#server/privacy/client-data.ts";
import { EXCLUDED_TABLES, EXPORT_RULES } from "#server/privacy/client-data-rules.ts";
import { readClientTables } from "#server/privacy/client-tables.ts";
import { insertMember } from "#tests/support/records/client-member.ts";
import { insertDraft } from "#tests/support/records/finding.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { buildProject } from "#tests/support/records/project.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

/** Creates a database with two clients that have one project each. `change` is SQL that alters the schema first. */
async function createClients(change = "select") {
  const testDatabase = await createTestDatabase();
  await testDatabase.pool.query(change);
  const client = await createTestClient(testDatabase, { projects: [buildProject()] });
  const otherClient = await createTestClient(testDatabase, { projects: [buildProject()] });
  const run = <Result>(work: (query: Query) => Promise<Result>) =>
    createDatabase(testDatabase.pool).bypassPolicies({ reason: "test" }, work);
  const exportFiles = async (of: TestClient) => {
    const data = await run((query) => collectClientData(query, of.id));
    return new Map(data?.files.map(({ name, rows }) => [name, rows]));
  };
  return { testDatabase, client, otherClient: otherClient, run, exportFiles };
}

const isDeclared = (table: string) =>
  Object.hasOwn(EXPORT_RULES, table) || Object.hasOwn(EXCLUDED_TABLES, table);

async function listUndeclaredTables(change?: string): Promise<string[]> {
  const { run } = await createClients(change);
  return (await run(readClientTables)).map(({ name }) => name).filter((name) => !isDeclared(name));
}

describe("the declarations", () => {
  test("name every table with client data", async () => {
    expect(await listUndeclaredTables()).toEqual([]);
  });

  test.each([
    ["a reference to the client", "client_id uuid references public.clients (id)"],
    ["a client_id without a foreign key", "client_id uuid"],
    ["a reference to a row of the client", "invoice_id uuid references public.invoices (id)"],
    ["a reference to the account", "owner uuid references public.users (id)"],
    ["an email address", "email text"],
  ])("are incomplete when a new table has %s", async (_, column) => {
    expect(
      await listUndeclaredTables(`create table private.new_table (id integer primary key, ${column})`),
    ).toEqual(["private.new_table"]);
  });

  test("name only tables and columns that exist", async () => {
    const { run } = await createClients();
    const columns = new Map((await run(readClientTables)).map((table) => [table.name, table.columns]));
    for (const table of Object.keys(EXCLUDED_TABLES)) {
      expect(columns.has(table), table).toBe(true);
    }
    for (const [table, { omit = {} }] of Object.entries(EXPORT_RULES)) {
      expect(columns.get(table), table).toEqual(expect.arrayContaining(Object.keys(omit)));
    }
  });
});

describe("the export", () => {
  test("contains new columns and tables without a code change", async () => {
    const {
      testDatabase,
      client,
      otherClient: other,
      exportFiles,
    } = await createClients(`
      alter table public.projects add column codename text;
      create table public.site_visits (
        id integer primary key, client_id uuid references public.clients (id), purpose text);
      create table public.visit_notes (
        id integer primary key, visit_id integer references public.site_visits (id), text text)`);
    await testDatabase.pool.query("update public.projects set codename = 'Heron' where client_id = $1", [
      client.id,
    ]);
    await testDatabase.pool.query(
      "insert into public.site_visits values (1, $1, 'Kickoff'), (2, $2, 'Review')",
      [client.id, other.id],
    );
    await testDatabase.pool.query("insert into public.visit_notes values (1, 1, 'Mine'), (2, 2, 'Theirs')");
    const files = await exportFiles(client);
    expect(files.get("projects.json")).toMatchObject([{ codename: "Heron" }]);
    expect(files.get("internal/site-visits.json")).toEqual([
      { id: 1, client_id: client.id, purpose: "Kickoff" },
    ]);
    expect(files.get("internal/visit-notes.json")).toEqual([{ id: 1, visit_id: 1, text: "Mine" }]);
  });

  test("contains rows that reference the client's rows, and no rows of other clients", async () => {
    const { testDatabase, client, otherClient: other, exportFiles } = await createClients();
    const [project, otherProject] = [client.projects[0]?.id, other.projects[0]?.id];
    await testDatabase.pool.query("update public.projects set status = 'on_hold', notes = 'Confidential'");
    const tier = await insertRow(testDatabase, "subscription_tiers", {
      tier_name: "Watch",
      monthly_price: 500,
    });
    const subscription = await insertRow(testDatabase, "client_subscriptions", {
      client_id: client.id,
      tier_id: tier.id,
      status: "active",
    });
    await insertRow(testDatabase, "plan_requests", {
      client_id: client.id,
      subscription_id: subscription.id,
      kind: "change",
      requested_tier_id: tier.id,
      status: "answered",
      answer: "Done.",
      answered_at: "2026-11-23T10:00:00Z",
      answered_by: randomUUID(),
    });
    await insertRow(testDatabase, "plan_checkouts", { client_id: client.id, tier_id: tier.id });
    const files = await exportFiles(client);
    expect(files.get("project-status-changes.json")).toMatchObject([
      { project_id: project, to_status: "in_progress" },
      { project_id: project, from_status: "in_progress", to_status: "on_hold" },
    ]);
    expect(files.get("internal/project-notes.json")).toEqual([
      { project_id: project, notes: "Confidential" },
    ]);
    expect(files.get("subscriptions.json")).toMatchObject([{ id: subscription.id, tier_name: "Watch" }]);
    expect(files.get("subscription-history.json")).toMatchObject([
      { subscription_id: subscription.id, status: "active" },
    ]);
    const [request] = files.get("plan-requests.json") ?? [];
    expect(request).toMatchObject({ kind: "change", requested_tier_name: "Watch", answer: "Done." });
    expect(request).not.toHaveProperty("answered_by");
    expect(files.get("plan-checkouts.json")).toMatchObject([{ tier_id: tier.id, confirmed_at: null }]);
    expect(JSON.stringify([...files])).not.toContain(otherProject);
  });

  test("contains no email and invitations of another client with the same member", async () => {
    const { testDatabase, client, otherClient: other, exportFiles } = await createClients();
    await insertMember(testDatabase, { client_id: other.id, user_id: client.userId, role: "billing" });
    const insertEmail = (subject: string, recipient: string, clientId: string | null) =>
      testDatabase.pool.query(
        `insert into private.email_outbox (deduplication_key, kind, recipient, subject, body_text, message_id, client_id)
         values ($1, 'invoice-new', $2, $1, 'Text', $1, $3)`,
        [subject, recipient, clientId],
      );
    await insertEmail("Own", client.email, client.id);
    await insertEmail("To a colleague", "colleague@example.com", client.id);
    await insertEmail("About the account", client.email, null);
    await insertEmail("Of the other client", client.email, other.id);
    for (const { id } of [client, other]) {
      await insertRow(testDatabase, "client_invitations", {
        client_id: id,
        email: client.email,
        role: "billing",
      });
    }
    const files = await exportFiles(client);
    expect(files.get("emails.json")?.map((email) => "subject" in email && email.subject)).toEqual([
      "Own",
      "To a colleague",
      "About the account",
    ]);
    expect(files.get("member-invitations.json")).toMatchObject([{ client_id: client.id }]);
    expect(files.get("members.json")).toMatchObject([{ client_id: client.id }]);
  });

  test("contains drafts of findings and their attachments only in the internal folder", async () => {
    const { testDatabase, client, exportFiles } = await createClients();
    const project = { id: client.projects[0]?.id ?? "", client_id: client.id };
    const draft = await insertDraft(testDatabase, project, { title: "Leak" });
    const document = await insertRow(testDatabase, "documents", {
      ...{ client_id: client.id, name: "trace.txt", file_size: 1, mime_type: "text/plain" },
      is_internal: true,
    });
    await insertRow(testDatabase, "document_downloads", {
      ...{ client_id: client.id, document_id: document.id, document_name: "trace.txt", user_role: "admin" },
    });
    await insertRow(testDatabase, "finding_attachments", {
      ...{ finding_id: draft.id, client_id: client.id, document_id: document.id },
    });
    const files = await exportFiles(client);
    expect(files.get("internal/finding-drafts.json")).toMatchObject([{ title: "Leak" }]);
    expect(files.get("internal/documents.json")).toMatchObject([{ name: "trace.txt" }]);
    const shared = [...files].filter(([name]) => !name.startsWith("internal/"));
    expect(JSON.stringify(shared)).not.toMatch(/Leak|trace\.txt/);
  });

  test("omits the declared columns", async () => {
    const { testDatabase, client, exportFiles } = await createClients();
    await testDatabase.pool.query(
      "insert into public.messages (client_id, sender_role, body) values ($1, 'client', 'Hello')",
      [client.id],
    );
    const [message] = (await exportFiles(client)).get("messages.json") ?? [];
    expect(message).toMatchObject({ body: "Hello", sender_role: "client" });
    expect(message).not.toHaveProperty("sender_id");
  });
});
