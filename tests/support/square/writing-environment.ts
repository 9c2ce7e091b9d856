import type { InvoiceDraft } from "#server/payments/writing/read-drafts.ts";
import { insertProject } from "#tests/support/records/project.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";
import { createSquareEnvironment, type SquareEnvironment } from "./square-environment.ts";

export type WritingEnvironment = SquareEnvironment & {
  /** Removes all drafts and invoices here and in Square, and connects again. Faster than another environment. */
  reset(): Promise<void>;
  /** Creates a client whose account has a unique email address, and a project. */
  createClient(): Promise<TestClient & { projectId: string; email: string }>;
  /** Creates a draft for $450.00 with the API. Returns its id. */
  createDraft(clientId: string, change?: object): Promise<string>;
  /** Sends a request for a draft, such as "publish", and runs the jobs. Returns the status and the body. */
  act(draftId: string, action: string, body?: object): Promise<{ status: number; code: string | undefined }>;
  /** Publishes a draft with the confirmation of its preview. */
  publish(draftId: string): Promise<{ status: number; code: string | undefined }>;
  readDraft(draftId: string): Promise<InvoiceDraft>;
  /** The writes to Square of a draft, such as "create_order done". */
  listWrites(draftId: string): Promise<string[]>;
  /** How many customers, orders and invoices Square has. */
  countInSquare(): { customers: number; orders: number; invoices: number };
};

const JSON_HEADERS = { "content-type": "application/json" };

/** The Square environment with an empty merchant who allows creating invoices. */
export async function createWritingEnvironment(
  options: Parameters<typeof createSquareEnvironment>[0] = {},
): Promise<WritingEnvironment> {
  const environment = await createSquareEnvironment(options);
  const startedAt = environment.clock.now;
  const { request } = environment;
  const path = (draftId: string) => `/api/admin/invoice-drafts/${draftId}`;
  const sendJson = (to: string, method: string, body: object) =>
    request(to, { method, as: "administrator", headers: JSON_HEADERS, body: JSON.stringify(body) });
  let clients = 0;

  const writing: WritingEnvironment = {
    ...environment,
    async reset() {
      const { pool, simulator, clock } = environment;
      await simulator.settled();
      simulator.clearFaults();
      simulator.setBehavior({ invoicesPlus: true });
      simulator.reset();
      clock.now = startedAt;
      await pool.query(
        `truncate private.square_writes, public.invoice_drafts, private.square_invoice_reads, private.webhook_events;
         delete from public.invoices;
         update public.clients set square_customer_id = null;
         delete from private.provider_connections;
         update public.square_settings set creates_invoices = true;
         select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`,
      );
      await environment.connect();
    },
    async createClient() {
      clients += 1;
      const email = `ada-${clients}-${crypto.randomUUID().slice(0, 8)}@contoso.example`;
      const client = await createTestClient(environment, { email, contact_person: "Ada Moreno" });
      const project = await insertProject(environment, { client_id: client.id, project_name: "Red team" });
      return { ...client, email, projectId: project.id };
    },
    async createDraft(clientId, change = {}) {
      const response = await sendJson("/api/admin/invoice-drafts", "POST", {
        clientId,
        title: "Penetration test",
        lines: [{ name: "Testing", quantity: "2.5", unitCents: 180_00 }],
        payments: [{ kind: "balance", dueOn: "2026-12-01", amountCents: 450_00 }],
        delivery: "email",
        ...change,
      });
      const body = await response.json();
      if (response.status !== 201) {
        throw new Error(JSON.stringify(body));
      }
      return body.id;
    },
    async act(draftId, action, body = {}) {
      const response = await (action === "delete"
        ? request(path(draftId), { method: "DELETE", as: "administrator" })
        : sendJson(`${path(draftId)}/${action}`, "POST", body));
      const { code } = await response.json();
      await environment.runJobs();
      return { status: response.status, code };
    },
    async publish(draftId) {
      const response = await request(`${path(draftId)}/preview`, { as: "administrator" });
      const { preview } = await response.json();
      return writing.act(draftId, "publish", preview.confirmation);
    },
    async readDraft(draftId) {
      const response = await request(path(draftId), { as: "administrator" });
      return (await response.json()).draft;
    },
    async listWrites(draftId) {
      const response = await request(path(draftId), { as: "administrator" });
      const { writes } = await response.json();
      return writes.map(({ step, status }: { step: string; status: string }) => `${step} ${status}`);
    },
    countInSquare() {
      const { customers, orders, invoices } = environment.simulator.state();
      return {
        customers: Object.keys(customers).length,
        orders: Object.keys(orders).length,
        invoices: Object.keys(invoices).length,
      };
    },
  };
  await writing.reset();
  return writing;
}
