import type { AccountAccess, ProviderAccount } from "#server/payments/payment-provider.ts";
import type {
  AccountContext,
  SquareAccountOptions,
} from "#server/payments/square/account/account-context.ts";
import { getInvoice, listInvoices, listLocations } from "#server/payments/square/account/invoice-reads.ts";
import { createPlanWriter } from "#server/payments/square/account/plan-writes.ts";
import type { SharedReads } from "#server/payments/square/account/shared-reads.ts";
import {
  getSubscription,
  listCustomerSubscriptions,
  listSubscriptions,
} from "#server/payments/square/account/subscription-reads.ts";
import {
  createCustomerReader,
  fetchCustomers,
  getOrders,
} from "#server/payments/square/client/batch-reads.ts";
import { getPayment } from "#server/payments/square/client/payment-reads.ts";
import { createSquareRequest } from "#server/payments/square/client/square-request.ts";
import { mapPayer } from "#server/payments/square/mapping/map-payer.ts";
import { createSquareWriter } from "#server/payments/square/writing/square-writer.ts";

/** Amounts are stored without a currency, in dollars. */
const SUPPORTED_CURRENCY = "USD";

const UNSHARED_READS = { getOrders, fetchCustomers };

/** Creates access to one merchant's account at Square. */
export function createSquareAccount(
  options: SquareAccountOptions,
  access: AccountAccess,
  shared: SharedReads,
): ProviderAccount {
  const call = createSquareRequest(options.network, access, shared.gate);
  // A sync waits during an outage. It does not share reads with events, because events would wait for it or make it
  // fail.
  const reads = access.outageHandler ? UNSHARED_READS : shared;
  const context: AccountContext = {
    ...options,
    call,
    readOrders: reads.getOrders,
    readCustomers: createCustomerReader(call, reads.fetchCustomers),
    merchantId: access.merchantId,
  };
  return {
    writer: createSquareWriter(call),
    plans: createPlanWriter(context),
    async getMerchant() {
      const { merchant } = await call((client) => client.merchants.get({ merchantId: access.merchantId }));
      return {
        name: merchant?.businessName ?? "",
        currency: merchant?.currency ?? "",
        mainLocationId: merchant?.mainLocationId ?? null,
      };
    },
    async listLocations() {
      const locations = await listLocations(context);
      return locations.flatMap((location) => {
        const { id, name, status, timezone, currency, capabilities = [] } = location;
        const isActive = status === "ACTIVE";
        const acceptsInvoices =
          isActive && currency === SUPPORTED_CURRENCY && capabilities.includes("CREDIT_CARD_PROCESSING");
        return id ? [{ id, name: name || id, isActive, timeZone: timezone ?? "", acceptsInvoices }] : [];
      });
    },
    listInvoices: () => listInvoices(context),
    getInvoice: (id, options) => getInvoice(context, id, options),
    async getPaymentOrder(paymentId) {
      return (await getPayment(call, paymentId))?.orderId ?? null;
    },
    getMergedCustomers: (ids) => getMergedCustomers(context, ids),
    listSubscriptions: () => listSubscriptions(context),
    getSubscription: (id) => getSubscription(context, id),
    listCustomerSubscriptions: (customerId) => listCustomerSubscriptions(context, customerId),
    async getPayer(customerId) {
      const customer = (await context.readCustomers([customerId])).get(customerId);
      return customer ? mapPayer(customer) : null;
    },
  };
}

/** For a merged customer's old id, Square returns the customer it was merged into. */
async function getMergedCustomers(
  context: AccountContext,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const customers = await context.readCustomers(ids);
  return new Map(
    ids.flatMap((id) => {
      const currentId = customers.get(id)?.id;
      return currentId && currentId !== id ? [[id, currentId] as const] : [];
    }),
  );
}
