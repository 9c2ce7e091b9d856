import { recordSquareAuditEntries } from "#server/database/audit-log.ts";
import type { Query } from "#server/database/database.ts";
import type { InvoiceWriter, ProviderCustomer } from "#server/payments/invoice-writer.ts";
import type { ProviderContext } from "#server/payments/payment-context.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { DraftProblemError } from "#server/payments/writing/draft-problem-error.ts";
import type { DraftState } from "#server/payments/writing/draft-state.ts";
import { storeWrite } from "#server/payments/writing/stored-writes.ts";

type BilledClient = NonNullable<Awaited<ReturnType<typeof readClient>>>;

/**
 * Finds the Square customer of a draft's client: the saved one, then one whose reference is the client's id, then one
 * with the primary contact's email address. Stores a write that creates one if there is none.
 * @throws {DraftProblemError} if an administrator has to choose
 */
export async function findCustomer(
  context: ProviderContext,
  writer: InvoiceWriter,
  { draft, settings }: DraftState,
): Promise<void> {
  const { database } = context;
  const client = await database.bypassPolicies({ reason: "read the client of a draft invoice" }, (query) =>
    readClient(query, draft.client_id),
  );
  if (!client || settings.merchantId === null) {
    throw new Error(`the client of draft invoice ${draft.id} is missing`);
  }
  const merchantId = settings.merchantId;
  const customer = await findExisting(writer, client);
  await database.bypassPolicies({ reason: "store the customer of a draft invoice" }, async (query) => {
    // Lock the client, so that two drafts do not create two customers.
    await query("select id from public.clients where id = $1 for update", [client.id]);
    if (customer) {
      await saveCustomer(query, client, customer);
      await query("update public.invoice_drafts set square_customer_id = $2 where id = $1", [
        draft.id,
        customer.id,
      ]);
      return;
    }
    await assertNoCustomerPending(query, client.id);
    await storeWrite(query, {
      draft,
      step: "create_customer",
      merchantId,
      targetId: null,
      buildRequest: (key) =>
        writer.buildCustomer(
          {
            clientId: client.id,
            company: client.company,
            contactPerson: client.contact_person,
            email: client.email,
          },
          key,
        ),
    });
  });
}

async function findExisting(writer: InvoiceWriter, client: BilledClient): Promise<ProviderCustomer | null> {
  if (client.square_customer_id !== null) {
    const saved = await writer.getCustomer(client.square_customer_id);
    if (!saved) {
      throw new DraftProblemError("customer_missing");
    }
    return saved;
  }
  const customers = await writer.findCustomers({ clientId: client.id, email: client.email });
  if (customers.length > 1) {
    throw new DraftProblemError("several_customers");
  }
  return customers[0] ?? null;
}

/** @throws {DraftProblemError} if the customer is saved on another client */
async function saveCustomer(query: Query, client: BilledClient, customer: ProviderCustomer): Promise<void> {
  const [other] = await query("select id from public.clients where square_customer_id = $1 and id <> $2", [
    customer.id,
    client.id,
  ]);
  if (other) {
    throw new DraftProblemError("customer_of_another_client");
  }
  const saved = await query(
    "update public.clients set square_customer_id = $2 where id = $1 and square_customer_id is null returning id",
    [client.id, customer.id],
  );
  await recordSquareAuditEntries(
    query,
    saved.map(({ id }) => ({
      action: "update",
      table: "clients",
      rowId: id,
      before: { square_customer_id: null },
      after: { square_customer_id: customer.id },
    })),
  );
}

/** @throws {ProviderError} while another draft creates this client's customer, so that the job is retried */
async function assertNoCustomerPending(query: Query, clientId: string): Promise<void> {
  const [pending] = await query(
    `select id from private.square_writes
      where client_id = $1 and step = 'create_customer' and status = 'pending'`,
    [clientId],
  );
  if (pending) {
    throw new ProviderError("unsettled");
  }
}

async function readClient(query: Query, id: string) {
  const [client] = await query(
    `select client.id, client.company, client.contact_person, client.square_customer_id, account.email
       from public.clients as client left join public.users as account on account.id = client.user_id
      where client.id = $1`,
    [id],
  );
  return client;
}
