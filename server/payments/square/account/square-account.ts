import type { AccountAccess, ProviderAccount } from "#server/payments/payment-provider.ts";
import type {
  AccountContext,
  SquareAccountOptions,
} from "#server/payments/square/account/account-context.ts";
import { getInvoice, listInvoices } from "#server/payments/square/account/invoice-reads.ts";
import {
  getSubscription,
  listCustomerSubscriptions,
  listSubscriptions,
} from "#server/payments/square/account/subscription-reads.ts";
import { createCustomerReader } from "#server/payments/square/client/batch-reads.ts";
import { getPayment } from "#server/payments/square/client/payment-reads.ts";
import { createSquareRequest } from "#server/payments/square/client/square-request.ts";
import { mapPayer } from "#server/payments/square/mapping/map-payer.ts";

/** Creates read access to one merchant's account at Square. */
export function createSquareAccount(options: SquareAccountOptions, access: AccountAccess): ProviderAccount {
  const call = createSquareRequest(options.network, access);
  const context: AccountContext = {
    ...options,
    call,
    readCustomers: createCustomerReader(call),
    merchantId: access.merchantId,
  };
  return {
    async getMerchantName() {
      const { merchant } = await call((client) => client.merchants.get({ merchantId: access.merchantId }));
      return merchant?.businessName ?? "";
    },
    listInvoices: () => listInvoices(context),
    getInvoice: (id, isCurrent) => getInvoice(context, id, isCurrent),
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
