import type { Square } from "square";
import type { ProviderSubscription } from "#server/payments/payment-provider.ts";
import type { AccountContext } from "#server/payments/square/account/account-context.ts";
import { paginate } from "#server/payments/square/client/paginate.ts";
import { nullIfNotFound } from "#server/payments/square/client/square-errors.ts";
import { mapSubscription } from "#server/payments/square/mapping/map-subscription.ts";

export async function* listSubscriptions(context: AccountContext): AsyncGenerator<ProviderSubscription[]> {
  const pages = paginate((cursor) => context.call((client) => client.subscriptions.search({ cursor })));
  for await (const page of pages) {
    yield await mapSubscriptions(context, page.subscriptions ?? []);
  }
}

export async function listCustomerSubscriptions(
  context: AccountContext,
  customerId: string,
): Promise<ProviderSubscription[]> {
  const customerSubscriptions: ProviderSubscription[] = [];
  const query = { filter: { customerIds: [customerId] } };
  const pages = paginate((cursor) =>
    context.call((client) => client.subscriptions.search({ query, cursor })),
  );
  for await (const page of pages) {
    customerSubscriptions.push(...(await mapSubscriptions(context, page.subscriptions ?? [])));
  }
  return customerSubscriptions;
}

export async function getSubscription(
  context: AccountContext,
  id: string,
): Promise<ProviderSubscription | null> {
  const response = await nullIfNotFound(
    context.call((client) => client.subscriptions.get({ subscriptionId: id })),
  );
  if (!response?.subscription) {
    return null;
  }
  const [subscription] = await mapSubscriptions(context, [response.subscription]);
  return subscription ?? null;
}

export async function mapSubscriptions(
  context: AccountContext,
  subscriptions: Square.Subscription[],
): Promise<ProviderSubscription[]> {
  const customers = await context.readCustomers(subscriptions.map((subscription) => subscription.customerId));
  return subscriptions
    .map((subscription) => mapSubscription(subscription, customers.get(subscription.customerId ?? "")))
    .filter((subscription) => subscription !== null);
}
