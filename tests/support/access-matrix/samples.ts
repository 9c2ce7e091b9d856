import { randomBytes, randomUUID } from "node:crypto";
import type { DatabaseFixture } from "../records/insert-row.ts";
import { insertProject } from "../records/project.ts";
import type { TestClient } from "../records/test-client.ts";
import type { MatrixClients } from "./callers.ts";
import { buildFindingSamples, FINDING_VIEWS } from "./finding-samples.ts";
import { buildProposalSamples, PROPOSAL_VIEWS } from "./proposal-samples.ts";
import type { Sample, Samples } from "./sample.ts";
import {
  buildSchedulingSamples,
  SCHEDULING_TABLES_WITH_ROWS,
  SCHEDULING_VIEWS,
} from "./scheduling-samples.ts";

/**
 * The rows that are stored before the attempts, and that each caller tries to insert. They have the columns that the
 * forms send. Tables are in foreign key order.
 *
 * @param projects the project of each client that has findings
 */
export function buildSamples(
  clients: MatrixClients,
  projects: ReadonlyMap<string, string>,
  assessedProjects: ReadonlyMap<string, string>,
): Record<string, Samples> {
  // Powers of two, so that the total in firm_totals shows which invoices it includes.
  const amounts = new Map([clients.a, clients.b, clients.suspended].map(({ id }, at) => [id, 2 ** at]));
  const documents = new Map<string, string>();
  const invoices = new Map<string, string>();
  const payments = new Map<string, string>();
  const subscriptions = new Map<string, string>();
  const drafts = new Map<string, string>();
  const tier = randomUUID();
  let reminderCount = 0;
  // The first inquiry, which is never deleted.
  let inquiryId: string | undefined;
  const buildReply = () => ({ inquiry_id: inquiryId, message: "We will call you at ten." });
  const buildReminder = (client_id: string) => {
    // A second reminder on the same day would be rejected.
    reminderCount += 1;
    const sent_on = new Date(Date.UTC(2000, 0, reminderCount)).toISOString().slice(0, 10);
    return { invoice_id: invoices.get(client_id), client_id, sent_on, amount_cents: 100 };
  };
  return {
    // Created with the accounts. Inserting another row tests who has permission.
    "public.users": { firmOwned: () => ({ id: randomUUID(), email: unique("user") }) },
    "public.clients": { firmOwned: () => ({ company: "New company", contact_person: "Ada Moreno" }) },
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
    // Created by triggers with clients and projects. Inserting another row tests who has permission.
    "public.project_status_changes": {
      firmOwned: () => ({ project_id: randomUUID(), to_status: "open" }),
    },
    "public.client_totals": { firmOwned: () => ({ client_id: randomUUID() }) },
    "public.project_totals": { firmOwned: () => ({ project_id: randomUUID() }) },
    // Created with each project. Inserting another row tests who has permission.
    "public.project_notes": { firmOwned: () => ({ project_id: randomUUID(), notes: "Ours alone." }) },
    "public.invoices": {
      perClient: (client_id) => {
        const id = randomUUID();
        invoices.set(client_id, id);
        return { id, client_id, amount: amounts.get(client_id), status: "pending" };
      },
      firmOwned: () => ({ amount: 2 ** amounts.size, status: "pending" }),
    },
    "public.invoice_payers": {
      perClient: (client_id) => ({ invoice_id: invoices.get(client_id), payer_name: "Ada Moreno" }),
    },
    "public.invoice_payments": {
      perClient: (client_id) => {
        const id = randomUUID();
        const square_id = unique("payment");
        payments.set(client_id, id);
        return {
          id,
          invoice_id: invoices.get(client_id),
          kind: "payment",
          square_id,
          square_payment_id: square_id,
          status: "completed",
          amount: 1,
          created_at: "2025-01-01",
          updated_at: "2025-01-01",
        };
      },
    },
    "public.invoice_payment_fees": {
      perClient: (client_id) => ({ invoice_payment_id: payments.get(client_id), amount: 0.5 }),
    },
    "public.invoice_reminders": { perClient: buildReminder },
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
    "private.shared_documents": {
      perClient: (client_id) => ({ document_id: documents.get(client_id) }),
    },
    "public.document_downloads": {
      perClient: (client_id) => ({ client_id, document_name: "report.pdf", user_role: "client" }),
    },
    "private.unclaimed_files": { firmOwned: () => ({ storage_key: unique("file"), store: "disk" }) },
    "public.subscription_tiers": {
      firmOwned: () => ({ id: tier, tier_name: unique("tier"), monthly_price: 100, is_active: false }),
    },
    "public.client_subscriptions": {
      perClient: (client_id) => {
        const id = randomUUID();
        subscriptions.set(client_id, id);
        return { id, client_id, tier_id: tier, status: "paused" };
      },
    },
    "public.plan_requests": {
      perClient: (client_id) => ({
        client_id,
        subscription_id: subscriptions.get(client_id),
        kind: "cancel",
        status: "withdrawn",
      }),
    },
    "public.plan_endings": {
      perClient: (client_id) => ({
        client_id,
        subscription_id: subscriptions.get(client_id),
        kind: "keep",
        status: "done",
        merchant_id: "merchant",
        created_by: randomUUID(),
        finished_at: "2026-01-01",
      }),
    },
    "public.plan_checkouts": { perClient: (client_id) => ({ client_id, tier_id: tier }) },
    // Created by a trigger when a subscription changes to another plan. Inserting another row tests who has permission.
    "public.plan_changes": {
      perClient: (client_id) => ({
        subscription_id: subscriptions.get(client_id),
        from_tier_id: tier,
        to_tier_id: tier,
      }),
    },
    // Created by a trigger when the end of a subscription changes. Inserting another row tests who has permission.
    "public.plan_end_changes": {
      perClient: (client_id) => ({ subscription_id: subscriptions.get(client_id), kind: "keep" }),
    },
    // Created with each client account. Inserting another row tests who has permission.
    "public.email_preferences": { firmOwned: () => ({ user_id: randomUUID() }) },
    "private.former_member_names": {
      firmOwned: () => ({ client_id: clients.a.id, user_id: clients.a.userId, name: unique("former") }),
    },
    "private.recovery_codes": {
      firmOwned: () => ({ user_id: clients.a.userId, code_hash: randomBytes(32) }),
    },
    "private.announcements": { firmOwned: () => ({ key: unique("announcement") }) },
    "private.linked_payers": {
      perClient: (client_id) => ({ subscription_id: subscriptions.get(client_id) }),
    },
    "public.unmatched_subscriptions": {
      firmOwned: () => ({
        square_subscription_id: unique("subscription"),
        tier_id: tier,
        status: "active",
        square_status: "ACTIVE",
        square_version: 1,
      }),
    },
    // Created by a trigger for a client with two plans. Inserting another row tests who has permission.
    "public.duplicate_plans": { perClient: (client_id) => ({ client_id, plan_count: 2 }) },
    // Created by a trigger with each subscription. Inserting another row tests who has permission.
    "public.subscription_history": {
      firmOwned: () => ({ subscription_id: randomUUID(), status: "active", since: "2025-01-01" }),
    },
    // The migration creates one per purpose. Inserting another row tests who has permission.
    "public.square_links": { firmOwned: () => ({ purpose: unique("purpose") }) },
    // The migration creates one row. Inserting another row tests who has permission.
    "public.square_settings": { firmOwned: () => ({ id: false }) },
    "public.invoice_drafts": {
      perClient: (client_id) => {
        const id = randomUUID();
        drafts.set(client_id, id);
        return {
          id,
          client_id,
          title: "Deposit",
          lines: JSON.stringify([
            { name: "Testing", note: "", quantity: "1", unitCents: 100, amountCents: 100 },
          ]),
          total_cents: 100,
          payments: JSON.stringify([{ kind: "balance", dueOn: "2030-01-01", amountCents: 100 }]),
          delivery: "link",
        };
      },
    },
    "private.square_writes": {
      perClient: (client_id) => ({
        draft_id: drafts.get(client_id),
        client_id,
        revision: 1,
        step: "create_order",
        status: "failed",
        merchant_id: "M1",
        idempotency_key: unique("key"),
        request_hash: "",
        finished_at: "2025-01-01",
      }),
    },
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
    // Changed only by migrations. Inserting another row tests who has permission.
    "public.client_role_permissions": { firmOwned: () => ({ role: "auditor", permission: "people" }) },
    "public.client_role_documents": { firmOwned: () => ({ role: "auditor", category: "other" }) },
    // Created with each client. Inserting another row tests who has permission.
    "public.client_members": {
      perClient: (client_id) => ({ client_id, user_id: randomUUID(), role: "auditor" }),
    },
    "public.client_invitations": {
      perClient: (client_id) => ({ client_id, email: `${unique("invited")}@example.com`, role: "billing" }),
    },
    "public.client_activity": {
      perClient: (client_id) => ({ client_id, actor_role: "system", action: "joined" }),
    },
    "public.access_reviews": {
      perClient: (client_id) => ({ client_id, reviewer: "ada@example.com", members: "[]" }),
    },
    ...buildFindingSamples(clients, { projects, assessedProjects, documents }),
    ...buildProposalSamples(projects),
    "public.messages": { perClient: (client_id) => ({ client_id, body: "When do we begin?" }) },
    "public.contact_inquiries": {
      firmOwned: () => {
        const id = randomUUID();
        inquiryId ??= id;
        return {
          id,
          reference: unique("R"),
          name: "Grace",
          email: "grace@example.com",
          company: "Fabrikam",
          service_interest: "Other",
          message: "Please call me back.",
        };
      },
    },
    "public.inquiry_replies": { firmOwned: buildReply },
    ...buildSchedulingSamples(),
    // The migration creates one row. Inserting another row tests who has permission.
    "public.email_settings": { firmOwned: () => ({ id: false }) },
    "public.retention_periods": { firmOwned: () => ({ id: false }) },
    "public.provider_status": { firmOwned: () => ({ provider: "square" }) },
    "public.audit_log": {
      firmOwned: () => ({ actor: "user", action: "update", table_name: "projects" }),
    },
    "private.email_outbox": {
      firmOwned: () => ({
        deduplication_key: unique("key"),
        kind: "inquiry",
        recipient: "grace@example.com",
        subject: "Hello",
        body_text: "Hello",
        message_id: unique("message"),
      }),
    },
    "private.sign_in_attempts": {
      firmOwned: () => ({ email: "grace@example.com", outcome: "succeeded", address: "127.0.0.1" }),
    },
    "private.rate_limits": { firmOwned: () => ({ key: unique("limit") }) },
    "private.provider_connections": {
      firmOwned: () => ({ merchant_id: unique("merchant"), revoked_at: "2025-01-01" }),
    },
    "private.oauth_tickets": {
      firmOwned: () => ({ ticket_hash: randomBytes(32), admin_id: randomUUID(), created_at: "2025-01-01" }),
    },
    "private.oauth_states": {
      firmOwned: () => ({
        state_hash: randomBytes(32),
        browser_hash: randomBytes(32),
        admin_id: randomUUID(),
        created_at: "2025-01-01",
      }),
    },
    "private.webhook_events": {
      firmOwned: () => ({ event_id: unique("event"), type: "invoice.updated", body: {} }),
    },
    "private.square_invoice_reads": { firmOwned: () => ({ square_invoice_id: unique("inv:0") }) },
    "private.sync_runs": { firmOwned: () => ({ cause: "button", status: "succeeded" }) },
    "private.job_runs": {
      firmOwned: () => ({
        name: "run-sync",
        started_at: "2025-01-01",
        finished_at: "2025-01-01",
        outcome: "succeeded",
      }),
    },
    "endpoints.clients": { firmOwned: () => ({ company: "New company", contact_person: "Ada Moreno" }) },
    "endpoints.invoice_reminders": { perClient: buildReminder },
    "endpoints.inquiry_replies": { firmOwned: buildReply },
    "endpoints.client_rates": {
      perClient: (client_id) => ({
        client_id,
        service_type: "AI Security Assessment",
        hourly_rate: 350,
        description: "",
        effective_from: "2025-10-01",
      }),
    },
    "endpoints.subscription_tiers": {
      firmOwned: () => ({
        tier_name: unique("tier"),
        monthly_price: 100,
        features: [],
        is_popular: false,
        is_active: false,
        display_order: 1,
      }),
    },
    "private.installation_state": { firmOwned: () => ({ key: unique("state"), value: {} }) },
    // Only the backend writes to this table.
    "private.migrations": { firmOwned: () => ({ version: unique("0"), name: "test" }) },
  };
}

/** Tables whose rows are created by triggers or migrations. */
const CREATED_BY_DATABASE = new Set([
  "public.users",
  "public.clients",
  "public.client_role_permissions",
  "public.client_role_documents",
  "public.client_members",
  "public.project_notes",
  "public.email_preferences",
  "public.project_status_changes",
  "public.square_links",
  "public.square_settings",
  "public.subscription_history",
  "public.email_settings",
  "public.retention_periods",
  "public.client_totals",
  "public.project_totals",
  ...SCHEDULING_TABLES_WITH_ROWS,
  // Views of tables that have samples.
  ...FINDING_VIEWS,
  ...PROPOSAL_VIEWS,
  ...SCHEDULING_VIEWS,
  "endpoints.clients",
  "endpoints.invoice_reminders",
  "endpoints.inquiry_replies",
  "endpoints.client_rates",
  "endpoints.subscription_tiers",
]);

/** Inserts one of each sample and an active tier, bypassing row policies. */
export async function storeSamples(
  database: DatabaseFixture,
  clients: MatrixClients,
): Promise<Record<string, Samples>> {
  const clientsWithSamples: TestClient[] = [clients.a, clients.b, clients.suspended];
  const projects = new Map<string, string>();
  const assessedProjects = new Map<string, string>();
  for (const { id } of clientsWithSamples) {
    projects.set(id, (await insertProject(database, { client_id: id, project_name: "Red team" })).id);
    const assessed = await insertProject(database, { client_id: id, project_name: "Model review" });
    assessedProjects.set(id, assessed.id);
  }
  const samples = buildSamples(clients, projects, assessedProjects);
  for (const [table, { perClient, firmOwned }] of Object.entries(samples)) {
    if (CREATED_BY_DATABASE.has(table)) {
      continue;
    }
    const rows = [
      ...(perClient ? clientsWithSamples.map(({ id }) => perClient(id)) : []),
      ...(firmOwned ? [firmOwned()] : []),
    ];
    for (const row of rows) {
      await database.pool.query(...buildInsert(table, row));
    }
  }
  await database.pool.query(
    "insert into public.subscription_tiers (tier_name, monthly_price, is_active) values ('Offered', 100, true)",
  );
  // A reply, which the client cannot insert.
  await database.pool.query(
    `insert into public.messages (client_id, sender_role, sender_id, body)
     select id, 'admin', user_id, 'In January.' from public.clients where user_id is not null`,
  );
  // The client cannot set these columns.
  await database.pool.query(
    "update public.service_bookings set status = 'approved', scheduled_at = '2030-01-02T10:00:00Z'",
  );
  return samples;
}

/** Builds an insert statement. `extraColumn` is inserted with its default. */
export function buildInsert(
  table: string,
  row: Sample,
  extraColumn?: string,
): [sql: string, values: unknown[]] {
  const columns = Object.keys(row);
  const values = columns.map((_, at) => `$${at + 1}`);
  const allColumns = extraColumn ? [...columns, extraColumn] : columns;
  const allValues = extraColumn ? [...values, "default"] : values;
  return [
    `insert into ${table} (${allColumns.join(", ")}) values (${allValues.join(", ")})`,
    Object.values(row),
  ];
}

function unique(word: string): string {
  return `${word}-${randomUUID()}`;
}
