import { isInProgress } from "#domain/invoices/drafts/invoice-draft.ts";
import { recordAuditEntry } from "#server/database/audit-log.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { openAccount } from "#server/payments/connection/account-access.ts";
import { getActiveConnection } from "#server/payments/connection/connection-store.ts";
import type { InvoiceWriter, ProviderCustomer } from "#server/payments/invoice-writer.ts";
import { type PaymentContext, requireProvider } from "#server/payments/payment-context.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { hasPendingWrite, IN_PROGRESS, lockDraft } from "#server/payments/writing/draft-request.ts";
import { queueAdvance } from "#server/payments/writing/queue-advance.ts";

/** A customer in Square that matches a client. `company` is the other client it belongs to, or null. */
export type CustomerChoice = ProviderCustomer & { company: string | null };

/**
 * Lists the Square customers that match the client of a draft.
 * @throws {ApiError} 404 if the draft is unknown, 409 if Square is not connected, 502 if it cannot be reached
 */
export async function listCustomerChoices(
  context: PaymentContext,
  draftId: string,
): Promise<CustomerChoice[]> {
  const client = await context.database.bypassPolicies(
    { reason: "list the customers of a client" },
    (query) => readClient(query, draftId),
  );
  const customers = await askSquare(context, (writer) =>
    writer.findCustomers({ clientId: client.id, email: client.email }),
  );
  const owners = await context.database.bypassPolicies(
    { reason: "list the customers of a client" },
    (query) =>
      query(
        "select square_customer_id, company from public.clients where square_customer_id = any($1) and id <> $2",
        [customers.map(({ id }) => id), client.id],
      ),
  );
  const companies = new Map(owners.map(({ square_customer_id, company }) => [square_customer_id, company]));
  return customers.map((customer) => ({ ...customer, company: companies.get(customer.id) ?? null }));
}

type Choice = { draftId: string; customerId: string; adminId: string };

/**
 * Saves the customer that an administrator chose on the draft's client, and continues the draft. Its later invoices are
 * matched with this customer too.
 * @throws {ApiError} 404 if the draft or the customer is unknown, 409 if the customer belongs to another client, or the
 *   draft already has an order or is being processed
 */
export async function chooseCustomer(
  context: PaymentContext,
  { draftId, customerId, adminId }: Choice,
): Promise<void> {
  const customer = await askSquare(context, (writer) => writer.getCustomer(customerId));
  if (!customer) {
    throw new ApiError(404, "unknown_customer", "This customer no longer exists in Square.");
  }
  await context.database.bypassPolicies({ reason: "choose a customer", actor: adminId }, async (query) => {
    const client = await readClient(query, draftId);
    const [other] = await query(
      "select company from public.clients where square_customer_id = $1 and id <> $2",
      [customer.id, client.id],
    );
    if (other) {
      throw new ApiError(409, "customer_of_another_client", `This customer belongs to ${other.company}.`);
    }
    const current = await lockDraft(query, draftId);
    if (current && (isInProgress(current) || (await hasPendingWrite(query, draftId)))) {
      throw new ApiError(409, IN_PROGRESS.code, IN_PROGRESS.message);
    }
    const [draft] = await query(
      `update public.invoice_drafts
          set square_customer_id = null, problem = null, problem_detail = '', problem_at = null
        where id = $1 and square_order_id is null and status = 'draft' returning id, client_id`,
      [draftId],
    );
    if (!draft) {
      throw new ApiError(
        409,
        "wrong_status",
        "The invoice already has a customer. Delete it and create another.",
      );
    }
    await query("update public.clients set square_customer_id = $2 where id = $1", [client.id, customer.id]);
    await recordAuditEntry(query, {
      actor: adminId,
      action: "update",
      table: "clients",
      rowId: client.id,
      after: { square_customer_id: customer.id },
    });
    await queueAdvance(context, query, draft);
  });
}

async function readClient(query: Query, draftId: string) {
  const [client] = await query(
    `select client.id, account.email
       from public.invoice_drafts as draft
       join public.clients as client on client.id = draft.client_id
       left join public.users as account on account.id = client.user_id
      where draft.id = $1 and draft.status <> 'deleted'`,
    [draftId],
  );
  if (!client) {
    throw new ApiError(404, "unknown_draft", "This draft invoice no longer exists.");
  }
  return client;
}

async function askSquare<Result>(
  context: PaymentContext,
  read: (writer: InvoiceWriter) => Promise<Result>,
): Promise<Result> {
  requireProvider(context);
  const connection = await context.database.bypassPolicies({ reason: "check the connection" }, (query) =>
    getActiveConnection(query),
  );
  if (!connection) {
    throw new ApiError(409, "not_connected", "Square is not connected.");
  }
  try {
    return await read(openAccount(context, connection).writer);
  } catch (error) {
    if (error instanceof ProviderError) {
      throw new ApiError(502, "square_unavailable", error.message);
    }
    throw error;
  }
}
