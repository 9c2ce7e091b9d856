import { randomBytes, randomUUID } from "node:crypto";
import type { TestClient } from "../a-client.ts";
import type { World } from "../rows.ts";
import type { Clients } from "./people.ts";

/** A row to insert, by column. Each call gives one that collides with no other. */
export type Sample = Record<string, unknown>;

/** The rows of a table: one for each client, or one of the firm's own, or both. */
export type Samples = { perClient?: (clientId: string) => Sample; ofTheFirm?: () => Sample };

/**
 * What is stored before the matrix is tried, and what each person then tries to insert: the columns a form of the
 * product sends. Tables in the order their foreign keys need. Views are made of these.
 */
export function samplesOf(clients: Clients): Record<string, Samples> {
  // Powers of two: the one figure of firm_totals then tells whose invoices it counted.
  const shares = new Map([clients.a, clients.b, clients.suspended].map(({ id }, at) => [id, 2 ** at]));
  const documents = new Map<string, string>();
  const tier = randomUUID();
  return {
    // The accounts made both already; an insert of one more shows who could.
    "public.users": { ofTheFirm: () => ({ id: randomUUID(), email: unique("somebody") }) },
    "public.clients": { ofTheFirm: () => ({ company: "New company", contact_person: "Somebody" }) },
    "public.projects": {
      perClient: (client_id) => ({
        client_id,
        project_name: "Model audit",
        description: "",
        status: "open",
        start_date: "2025-10-01",
        target_completion_date: null,
        notes: "They will not renew.",
      }),
    },
    // Written by triggers with each client and project; an insert of one more shows who could.
    "public.project_status_changes": {
      ofTheFirm: () => ({ project_id: randomUUID(), to_status: "open" }),
    },
    "public.client_figures": { ofTheFirm: () => ({ client_id: randomUUID() }) },
    "public.project_figures": { ofTheFirm: () => ({ project_id: randomUUID() }) },
    // Each project's own notes made one already; an insert of one more shows who could.
    "public.project_notes": { ofTheFirm: () => ({ project_id: randomUUID(), notes: "Ours alone." }) },
    "public.invoices": {
      perClient: (client_id) => ({ client_id, amount: shares.get(client_id), status: "pending" }),
      ofTheFirm: () => ({ amount: 2 ** shares.size, status: "pending" }),
    },
    "public.client_rates": {
      perClient: (client_id) => ({ client_id, service_type: "AI Security Assessment", hourly_rate: 350 }),
    },
    "public.documents": {
      perClient: (client_id) => {
        const id = randomUUID();
        documents.set(client_id, id);
        return { id, client_id, name: "report.pdf", file_size: 10, mime_type: "application/pdf" };
      },
    },
    "private.document_files": {
      perClient: (client_id) => ({
        document_id: documents.get(client_id),
        storage_key: unique("file"),
        sha256: randomBytes(32).toString("hex"),
      }),
    },
    "public.document_downloads": {
      perClient: (client_id) => ({ client_id, document_name: "report.pdf", by_role: "client" }),
    },
    "private.unclaimed_files": { ofTheFirm: () => ({ storage_key: unique("file"), store: "disk" }) },
    "public.subscription_tiers": {
      ofTheFirm: () => ({ id: tier, tier_name: unique("tier"), monthly_price: 100, is_active: false }),
    },
    "public.client_subscriptions": {
      perClient: (client_id) => ({ client_id, tier_id: tier, status: "paused" }),
    },
    // Written by trigger with each subscription; an insert of one more shows who could.
    "public.subscription_history": {
      ofTheFirm: () => ({ subscription_id: randomUUID(), status: "active", since: "2025-01-01" }),
    },
    // The migration made one of each purpose; an insert of one more shows who could.
    "public.square_links": { ofTheFirm: () => ({ purpose: unique("purpose") }) },
    "public.service_bookings": {
      perClient: (client_id) => ({
        client_id,
        kind: "booking",
        service_type: "Other",
        preferred_start_date: "2030-01-01",
        estimated_scope: "",
        project_description: "Review our assistant.",
        urgency: "low",
      }),
    },
    "public.messages": { perClient: (client_id) => ({ client_id, body: "When do we begin?" }) },
    "public.contact_inquiries": {
      ofTheFirm: () => ({
        reference: unique("R"),
        name: "Grace",
        email: "grace@example.com",
        company: "Fabrikam",
        service_interest: "Other",
        message: "Please call me back.",
      }),
    },
    // One row each, made with the table; an insert of one more shows who could.
    "public.firm_contacts": { ofTheFirm: () => ({ id: false }) },
    "public.retention_periods": { ofTheFirm: () => ({ id: false }) },
    "public.provider_status": { ofTheFirm: () => ({ provider: unique("square") }) },
    "public.audit_log": {
      ofTheFirm: () => ({ actor: "somebody", action: "update", table_name: "projects" }),
    },
    "private.mail_outbox": {
      ofTheFirm: () => ({
        deduplication_key: unique("key"),
        kind: "test",
        recipient: "grace@example.com",
        subject: "Hello",
        body_text: "Hello",
        message_id: unique("message"),
      }),
    },
    "private.sign_in_attempts": {
      ofTheFirm: () => ({ email: "grace@example.com", outcome: "succeeded", address: "127.0.0.1" }),
    },
    "private.rate_limits": { ofTheFirm: () => ({ key: unique("limit") }) },
    "private.provider_connections": {
      ofTheFirm: () => ({ merchant_id: unique("merchant"), revoked_at: "2025-01-01" }),
    },
    "private.oauth_tickets": {
      ofTheFirm: () => ({ ticket_hash: randomBytes(32), admin_id: randomUUID(), created_at: "2025-01-01" }),
    },
    "private.oauth_states": {
      ofTheFirm: () => ({
        state_hash: randomBytes(32),
        browser_hash: randomBytes(32),
        admin_id: randomUUID(),
        created_at: "2025-01-01",
      }),
    },
    "private.webhook_events": {
      ofTheFirm: () => ({ event_id: unique("event"), type: "invoice.updated", body: {} }),
    },
    "private.sync_runs": { ofTheFirm: () => ({ cause: "button", state: "succeeded" }) },
    "private.job_runs": {
      ofTheFirm: () => ({
        name: unique("job"),
        started_at: "2025-01-01",
        finished_at: "2025-01-01",
        outcome: "succeeded",
      }),
    },
    "private.invoice_mails": { ofTheFirm: () => ({ id: false }) },
    "private.settings": { ofTheFirm: () => ({ key: unique("setting"), value: {} }) },
    // The backend notes each migration here; nobody else has a say.
    "private.migrations": { ofTheFirm: () => ({ version: unique("0"), name: "test" }) },
  };
}

/** Rows of these come with others. */
const ALREADY_THERE = new Set([
  "public.users",
  "public.clients",
  "public.project_notes",
  "public.project_status_changes",
  "public.square_links",
  "public.subscription_history",
  "public.firm_contacts",
  "public.retention_periods",
  "private.invoice_mails",
  "public.client_figures",
  "public.project_figures",
]);

/** Stores one of each sample, past all policies, and the one tier that is active. */
export async function storeSamples(world: World, clients: Clients): Promise<Record<string, Samples>> {
  const samples = samplesOf(clients);
  const each: TestClient[] = [clients.a, clients.b, clients.suspended];
  for (const [table, { perClient, ofTheFirm }] of Object.entries(samples)) {
    if (ALREADY_THERE.has(table)) continue;
    const rows = [
      ...(perClient ? each.map(({ id }) => perClient(id)) : []),
      ...(ofTheFirm ? [ofTheFirm()] : []),
    ];
    for (const row of rows) await world.pool.query(...insertOf(table, row));
  }
  await world.pool.query(
    "insert into public.subscription_tiers (tier_name, monthly_price, is_active) values ('Offered', 100, true)",
  );
  return samples;
}

/** The statement that inserts a row, naming one column more (with its default) where given. */
export function insertOf(table: string, row: Sample, oneMore?: string): [sql: string, values: unknown[]] {
  const columns = Object.keys(row);
  const values = columns.map((_, at) => `$${at + 1}`);
  const named = oneMore ? [...columns, oneMore] : columns;
  const given = oneMore ? [...values, "default"] : values;
  return [`insert into ${table} (${named.join(", ")}) values (${given.join(", ")})`, Object.values(row)];
}

function unique(word: string): string {
  return `${word}-${randomUUID()}`;
}
