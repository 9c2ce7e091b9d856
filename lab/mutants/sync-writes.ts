import type { MutantGroup } from "./mutant.ts";

/** Sync writes, whose result must not depend on how often or in which order records are read. */
export const SYNC_WRITES: MutantGroup = {
  tests: {
    project: "database",
    paths: [
      "server/payments",
      "server/api/square/sync-invoices.test.ts",
      "server/api/square/webhook.test.ts",
      "server/api/admin/square.test.ts",
      "tests/square",
    ],
  },
  mutants: [
    {
      name: "an older version overwrites a newer one",
      file: "server/payments/sync/write-invoices.ts",
      find: "coalesce(stored.square_version, -1) <= excluded.square_version",
      replace: "true",
    },
    {
      name: "an administrator's assignment is overwritten",
      file: "server/payments/sync/write-invoices.ts",
      find: "stored.client_assigned_manually or stored.project_id is not null",
      replace: "stored.project_id is not null",
    },
    {
      name: "an invoice linked to a project is moved to another client",
      file: "server/payments/sync/write-invoices.ts",
      find: "stored.client_assigned_manually or stored.project_id is not null",
      replace: "stored.client_assigned_manually",
    },
    {
      name: "another merchant's invoice is overwritten",
      file: "server/payments/sync/write-invoices.ts",
      find: "coalesce(stored.square_merchant_id, excluded.square_merchant_id) = excluded.square_merchant_id",
      replace: "true",
    },
    {
      name: "unchanged invoices are written again",
      file: "server/payments/sync/write-invoices.ts",
      find: "= excluded.square_merchant_id\n     and (",
      replace: "= excluded.square_merchant_id\n     and true or (",
    },
    {
      name: "an estimated date replaces the date from an event",
      file: "server/payments/sync/write-invoices.ts",
      find: "is not null and not stored.",
      replace: "is null and not stored.",
    },
    {
      name: "a failed charge is cleared before a payment",
      file: "server/payments/sync/write-invoices.ts",
      find: "excluded.total_paid_amount > stored.total_paid_amount",
      replace: "excluded.total_paid_amount >= stored.total_paid_amount",
    },
    {
      name: "an incomplete invoice replaces a complete one",
      file: "server/payments/sync/write-invoices.ts",
      find: "return isComplete || version === null",
      replace: "return true || version === null",
    },
    {
      name: "an invoice seen on two pages is counted twice",
      file: "server/payments/sync/sync-account.ts",
      find: 'return isFirst || id === "";',
      replace: "return true;",
    },
    {
      name: "customer merges without an event are ignored",
      file: "server/payments/sync/sync-account.ts",
      find: "await applyMissedMerges(database, account);",
      replace: "",
    },
    {
      name: "invoices read before a merge remain without a client",
      file: "server/payments/sync/customer-merges.ts",
      find: "invoice.client_id is null and not invoice.client_assigned_manually",
      replace: "false",
    },
    {
      name: "a merge assigns invoices that an administrator unassigned",
      file: "server/payments/sync/customer-merges.ts",
      find: "invoice.client_id is null and not invoice.client_assigned_manually",
      replace: "invoice.client_id is null",
    },
    {
      name: "a subscription is past due while its invoice is only pending",
      file: "server/payments/sync/store-subscriptions.ts",
      find: "(status = 'overdue' or status = 'pending' and square_charge_failed_at is not null)",
      replace: "(status in ('overdue', 'pending'))",
    },
    {
      name: "an older subscription overwrites a newer one",
      file: "server/payments/sync/store-subscriptions.ts",
      find: "where coalesce(stored.square_version, -1) <= excluded.square_version",
      replace: "where true",
    },
    {
      name: "the payment date of an event is in UTC",
      file: "server/payments/webhooks/apply-event.ts",
      find: "dateInTimeZone(paidAt, invoice.time_zone)",
      replace: 'dateInTimeZone(paidAt, "UTC")',
    },
    {
      name: "the issue date of an event is in UTC",
      file: "server/payments/webhooks/apply-event.ts",
      find: "dateInTimeZone(publishedAt, invoice.time_zone)",
      replace: 'dateInTimeZone(publishedAt, "UTC")',
    },
    {
      name: "a run has no time limit",
      file: "server/payments/sync/run-sync.ts",
      find: "if (now().getTime() - startedAt.getTime() - pause.totalMs() > MAX_RUN_MS)",
      replace: "if (false)",
    },
    {
      name: "an overdue status computed from an old read overwrites a newer one",
      file: "server/payments/sync/recompute-overdue.ts",
      find: "and stored.square_version is not distinct from change.square_version",
      replace: "",
    },
    {
      name: "a mix of newer and older data is stored",
      file: "server/payments/sync/read-versions.ts",
      find: 'return "mixed";',
      replace: 'return "newer";',
    },
    {
      name: "an event newer than what Square returns is consumed",
      file: "server/payments/webhooks/apply-invoice-event.ts",
      find: "return result !== null && getInvoiceVersion(result) >= action.version;",
      replace: "return true;",
    },
    {
      name: "an event that is not newer than the stored invoice sends requests",
      file: "server/payments/webhooks/apply-invoice-event.ts",
      find: "return stored !== null && containsVersion(stored, action) &&",
      replace: "return false &&",
    },
    {
      name: "a refund that Square does not return yet is consumed",
      file: "server/payments/webhooks/apply-invoice-event.ts",
      find: 'action.kind === "payment-changed" : version >= action.version',
      replace: "true : true",
    },
    {
      name: "events of another merchant are processed",
      file: "server/payments/webhooks/process-webhook-event.ts",
      find: "if (event.merchantId !== connection.merchant_id)",
      replace: "if (event.merchantId === null)",
    },
  ],
};
