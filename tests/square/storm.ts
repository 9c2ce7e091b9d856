import { callApi } from "@wardline/square-simulator/test-support/test-simulator";
import { listKeys } from "#domain/status.ts";
import type { PaymentOptions } from "#server/payments/create-payment-context.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";
import {
  createSquareEnvironment,
  ORIGIN,
  type SquareEnvironment,
} from "#tests/support/square/square-environment.ts";
import { resolveMergedCustomer } from "./expected-invoices.ts";
import { createRandom, type Random } from "./random.ts";
import { createSchemaWatch } from "./schema-watch.ts";
import { completePendingWork, createFaultActions, type WebhookEndpoint } from "./storm-faults.ts";
import { createSellerActions } from "./storm-seller.ts";

const CLIENT_COUNT = 5;

/** Relative frequency of each action. */
const WEIGHTS = {
  createInvoice: 140,
  pay: 300,
  refund: 90,
  completeRefund: 45,
  failRefund: 10,
  cancel: 30,
  failInvoice: 10,
  chargeFailed: 10,
  returnTransfer: 20,
  publishOrDeleteDraft: 10,
  createCustomer: 20,
  mergeCustomers: 15,
  changeCustomer: 20,
  processWebhooks: 140,
  addWebhookFault: 50,
  releaseHeldWebhooks: 20,
  failApiCalls: 40,
  goOffline: 10,
  sendUnrelatedEvents: 20,
  advanceTime: 30,
  sync: 10,
  retryJobs: 20,
  reconnect: 1,
};

export type Storm = {
  fixture: SquareEnvironment;
  clients: TestClient[];
  /** A client, and the unrelated Square customer saved on it. */
  savedCustomer: { clientId: string; customerId: string };
  /** Violations of Square's published schemas in responses and webhook events. */
  schemaProblems(): string[];
  /** Performs random actions until the journal has `events` entries. */
  runUntil(events: number): Promise<void>;
  /** Rows that a transaction committed, and that match no state Square ever had. */
  tornRows(): Promise<string[]>;
  /** Ends all faults, delivers all webhooks and completes all jobs. */
  settle(): Promise<void>;
};

/** `wrapFetch` wraps the network to Square. `exclude` lists actions to leave out. */
export type StormOptions = {
  wrapFetch?: (send: typeof fetch) => typeof fetch;
  exclude?: readonly StormAction[];
  payments?: PaymentOptions;
};

/**
 * Randomized test of the Square integration: a seller, its customers, the network and the product act in random order.
 * The same seed gives the same journal.
 */
export async function createStorm(seed: number, options: StormOptions = {}): Promise<Storm> {
  const { wrapFetch = (send) => send, exclude = [], payments = {} } = options;
  const endpoint: WebhookEndpoint = { isOffline: false };
  const random = createRandom(seed);
  const schemaWatch = createSchemaWatch();
  const fixture: SquareEnvironment = await createSquareEnvironment({
    payments: {
      fetch: wrapFetch(schemaWatch.watch((input, init) => fixture.simulator.api(input, init))),
      ...payments,
    },
    simulator: {
      behavior: { orderUpdatedEvents: true },
      deliver: async (url, init) =>
        endpoint.isOffline
          ? new Response(null, { status: 503 })
          : fixture.request(url.slice(ORIGIN.length), init),
    },
  });
  const { simulator } = fixture;
  const clients: TestClient[] = [];
  for (let index = 0; index < CLIENT_COUNT; index += 1) {
    clients.push(await createTestClient(fixture, { email: `storm-${index}@example.com` }));
  }
  await recordTornRows(fixture);
  await fixture.connect();
  const savedCustomer = await saveCustomerOnClient(fixture, clients[0]);
  const emails = clients.map(({ email }) => email);
  const getSavedCustomerId = () => resolveMergedCustomer(simulator.journal(), savedCustomer.customerId);
  const actions = {
    ...createSellerActions(simulator, random, emails, getSavedCustomerId),
    ...createFaultActions(fixture, random, endpoint),
  };
  await actions.createCustomer();
  return {
    fixture,
    clients,
    savedCustomer,
    schemaProblems() {
      for (const { body } of simulator.journal()) {
        schemaWatch.checkEvent(body);
      }
      return schemaWatch.checkedCount() > 0
        ? schemaWatch.problems()
        : ["no responses or events were checked"];
    },
    async runUntil(events) {
      while (simulator.journal().length < events) {
        await actions[pickAction(random, exclude)]();
      }
    },
    async tornRows() {
      const { rows } = await fixture.pool.query<{ line: string }>(
        "select distinct line from public.torn_rows",
      );
      return rows.map(({ line }) => line);
    },
    settle: () => completePendingWork(fixture, endpoint),
  };
}

async function saveCustomerOnClient(fixture: SquareEnvironment, client: TestClient | undefined) {
  const { simulator, pool } = fixture;
  const { body } = await callApi(simulator, "/v2/customers", {
    token: simulator.personalAccessToken,
    body: { company_name: "Saved", email_address: "saved@example.com" },
  });
  const savedCustomer = { clientId: client?.id ?? "", customerId: String(body.customer.id) };
  await pool.query("update public.clients set square_customer_id = $2 where id = $1", [
    savedCustomer.clientId,
    savedCustomer.customerId,
  ]);
  return savedCustomer;
}

/**
 * Checks the invoice of each changed row at the end of every transaction, so that no state that a client could have read
 * is missed. Square's status, the amounts and the payments must describe the same version of the invoice.
 */
async function recordTornRows({ pool }: SquareEnvironment): Promise<void> {
  await pool.query(`
    create table public.torn_rows (line text not null);
    create function public.record_torn_row() returns trigger language plpgsql security definer set search_path = ''
    as $$
    begin
      insert into public.torn_rows
      with known as (
        select sum(amount) filter (where kind = 'payment') as received,
               sum(amount) filter (where kind = 'refund') as refunded
          from public.invoice_payments
         where status = 'completed' and invoice_id = (to_jsonb(new) ->> tg_argv[0])::uuid)
      select pg_catalog.format('%s: %s %s, paid %s of %s, refunded %s', square_invoice_id, square_status, status,
                               total_paid_amount, amount, refunded_amount)
        from public.invoices, known
       where invoices.id = (to_jsonb(new) ->> tg_argv[0])::uuid
         and (square_status = 'PAID' and total_paid_amount <> amount
              or square_status in ('UNPAID', 'SCHEDULED') and total_paid_amount <> 0
              or square_status = 'PARTIALLY_PAID' and (total_paid_amount = 0 or total_paid_amount >= amount)
              or square_status = 'PARTIALLY_REFUNDED' and total_paid_amount = 0
              or square_status in ('UNPAID', 'SCHEDULED', 'PARTIALLY_PAID', 'PAID') and refunded_amount <> 0
              or square_status in ('PARTIALLY_REFUNDED', 'REFUNDED') and refunded_amount + pending_refund_amount = 0
              or total_paid_amount > amount
              or refunded_amount <> coalesce(known.refunded, 0)
              or total_paid_amount <> coalesce(known.received, 0)
                                      - case when status in ('paid', 'cancelled') then refunded_amount else 0 end);
      return null;
    end
    $$;
    create constraint trigger record_torn_row after insert or update on public.invoices
      deferrable initially deferred for each row execute function public.record_torn_row('id');
    create constraint trigger record_torn_row after insert or update on public.invoice_payments
      deferrable initially deferred for each row execute function public.record_torn_row('invoice_id')`);
}

type StormAction = keyof typeof WEIGHTS;
const ACTIONS = listKeys(WEIGHTS);

function pickAction(random: Random, exclude: readonly StormAction[]): StormAction {
  const actions = ACTIONS.filter((action) => !exclude.includes(action));
  let remaining = random.between(0, actions.reduce((sum, action) => sum + WEIGHTS[action], 0) - 1);
  for (const action of actions) {
    remaining -= WEIGHTS[action];
    if (remaining < 0) {
      return action;
    }
  }
  return "processWebhooks";
}
