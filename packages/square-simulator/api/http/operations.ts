type Access = readonly string[] | "anonymous" | "bearer" | "application";

type Operation = { method: "get" | "post" | "put" | "delete"; path: string; access: Access };

const INVOICES_WRITE = ["ORDERS_WRITE", "INVOICES_WRITE"] as const;
const SUBSCRIPTIONS_WRITE = [
  "CUSTOMERS_READ",
  "PAYMENTS_WRITE",
  "SUBSCRIPTIONS_WRITE",
  "ITEMS_READ",
  "ORDERS_WRITE",
  "INVOICES_WRITE",
] as const;

/**
 * All operations of the simulator with the scopes they require. "application" requires the application's personal
 * access token, "bearer" any valid token, and "anonymous" no token. A test compares the table with Square's published
 * OpenAPI file.
 */
export const OPERATIONS = {
  ObtainToken: { method: "post", path: "/oauth2/token", access: "anonymous" },
  RevokeToken: { method: "post", path: "/oauth2/revoke", access: "anonymous" },
  RetrieveTokenStatus: { method: "post", path: "/oauth2/token/status", access: "bearer" },
  ListMerchants: { method: "get", path: "/v2/merchants", access: ["MERCHANT_PROFILE_READ"] },
  RetrieveMerchant: { method: "get", path: "/v2/merchants/:id", access: ["MERCHANT_PROFILE_READ"] },
  ListLocations: { method: "get", path: "/v2/locations", access: ["MERCHANT_PROFILE_READ"] },
  RetrieveLocation: { method: "get", path: "/v2/locations/:id", access: ["MERCHANT_PROFILE_READ"] },
  ListCustomers: { method: "get", path: "/v2/customers", access: ["CUSTOMERS_READ"] },
  SearchCustomers: { method: "post", path: "/v2/customers/search", access: ["CUSTOMERS_READ"] },
  BulkRetrieveCustomers: { method: "post", path: "/v2/customers/bulk-retrieve", access: ["CUSTOMERS_READ"] },
  RetrieveCustomer: { method: "get", path: "/v2/customers/:id", access: ["CUSTOMERS_READ"] },
  CreateCustomer: { method: "post", path: "/v2/customers", access: ["CUSTOMERS_WRITE"] },
  ListInvoices: { method: "get", path: "/v2/invoices", access: ["INVOICES_READ"] },
  SearchInvoices: { method: "post", path: "/v2/invoices/search", access: ["INVOICES_READ"] },
  GetInvoice: { method: "get", path: "/v2/invoices/:id", access: ["INVOICES_READ"] },
  CreateInvoice: { method: "post", path: "/v2/invoices", access: INVOICES_WRITE },
  UpdateInvoice: { method: "put", path: "/v2/invoices/:id", access: INVOICES_WRITE },
  DeleteInvoice: { method: "delete", path: "/v2/invoices/:id", access: INVOICES_WRITE },
  PublishInvoice: { method: "post", path: "/v2/invoices/:id/publish", access: INVOICES_WRITE },
  CancelInvoice: { method: "post", path: "/v2/invoices/:id/cancel", access: INVOICES_WRITE },
  BatchRetrieveOrders: { method: "post", path: "/v2/orders/batch-retrieve", access: ["ORDERS_READ"] },
  RetrieveOrder: { method: "get", path: "/v2/orders/:id", access: ["ORDERS_READ"] },
  SearchOrders: { method: "post", path: "/v2/orders/search", access: ["ORDERS_READ"] },
  UpdateOrder: { method: "put", path: "/v2/orders/:id", access: ["ORDERS_WRITE"] },
  CreateOrder: { method: "post", path: "/v2/orders", access: ["ORDERS_WRITE"] },
  ListPayments: { method: "get", path: "/v2/payments", access: ["PAYMENTS_READ"] },
  GetPayment: { method: "get", path: "/v2/payments/:id", access: ["PAYMENTS_READ"] },
  ListPaymentRefunds: { method: "get", path: "/v2/refunds", access: ["PAYMENTS_READ"] },
  GetPaymentRefund: { method: "get", path: "/v2/refunds/:id", access: ["PAYMENTS_READ"] },
  CreateSubscription: { method: "post", path: "/v2/subscriptions", access: SUBSCRIPTIONS_WRITE },
  SearchSubscriptions: { method: "post", path: "/v2/subscriptions/search", access: ["SUBSCRIPTIONS_READ"] },
  RetrieveSubscription: { method: "get", path: "/v2/subscriptions/:id", access: ["SUBSCRIPTIONS_READ"] },
  CancelSubscription: {
    method: "post",
    path: "/v2/subscriptions/:id/cancel",
    access: ["SUBSCRIPTIONS_WRITE"],
  },
  DeleteSubscriptionAction: {
    method: "delete",
    path: "/v2/subscriptions/:id/actions/:action_id",
    access: ["SUBSCRIPTIONS_WRITE"],
  },
  PauseSubscription: { method: "post", path: "/v2/subscriptions/:id/pause", access: SUBSCRIPTIONS_WRITE },
  ResumeSubscription: { method: "post", path: "/v2/subscriptions/:id/resume", access: SUBSCRIPTIONS_WRITE },
  ListCatalog: { method: "get", path: "/v2/catalog/list", access: ["ITEMS_READ"] },
  RetrieveCatalogObject: { method: "get", path: "/v2/catalog/object/:id", access: ["ITEMS_READ"] },
  CreatePaymentLink: {
    method: "post",
    path: "/v2/online-checkout/payment-links",
    access: ["PAYMENTS_WRITE", "ORDERS_READ", "ORDERS_WRITE"],
  },
  ListPaymentLinks: { method: "get", path: "/v2/online-checkout/payment-links", access: ["ORDERS_READ"] },
  RetrievePaymentLink: {
    method: "get",
    path: "/v2/online-checkout/payment-links/:id",
    access: ["ORDERS_READ"],
  },
  ListWebhookSubscriptions: { method: "get", path: "/v2/webhooks/subscriptions", access: "application" },
  CreateWebhookSubscription: { method: "post", path: "/v2/webhooks/subscriptions", access: "application" },
  RetrieveWebhookSubscription: {
    method: "get",
    path: "/v2/webhooks/subscriptions/:id",
    access: "application",
  },
  UpdateWebhookSubscription: { method: "put", path: "/v2/webhooks/subscriptions/:id", access: "application" },
  DeleteWebhookSubscription: {
    method: "delete",
    path: "/v2/webhooks/subscriptions/:id",
    access: "application",
  },
  UpdateWebhookSubscriptionSignatureKey: {
    method: "post",
    path: "/v2/webhooks/subscriptions/:id/signature-key",
    access: "application",
  },
  TestWebhookSubscription: {
    method: "post",
    path: "/v2/webhooks/subscriptions/:id/test",
    access: "application",
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;

/** Returns an operation with a type that does not depend on its id. */
export function getOperation(id: OperationId): Operation {
  return OPERATIONS[id];
}
