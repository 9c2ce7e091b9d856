import type { MutantGroup } from "./mutant.ts";

/** What becomes of it in the database, however often and in whatever order it is read. */
export const storing: MutantGroup = {
  tests: {
    project: "database",
    paths: [
      "server/payments",
      "server/api/sync-invoices.test.ts",
      "server/api/square-webhook.test.ts",
      "server/api/admin-square.test.ts",
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
      name: "an invoice leaves the client whose project it is linked to",
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
      name: "what is equal is written again",
      file: "server/payments/sync/write-invoices.ts",
      find: "= excluded.square_merchant_id\n     and (",
      replace: "= excluded.square_merchant_id\n     and true or (",
    },
    {
      name: "a guessed day replaces one that an event told",
      file: "server/payments/sync/write-invoices.ts",
      find: "is not null and not stored.",
      replace: "is null and not stored.",
    },
    {
      name: "a charge that failed is forgotten before anything was paid",
      file: "server/payments/sync/write-invoices.ts",
      find: "excluded.total_paid_amount > stored.total_paid_amount",
      replace: "excluded.total_paid_amount >= stored.total_paid_amount",
    },
    {
      name: "half a truth replaces the whole",
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
      name: "merges nobody told of are not followed",
      file: "server/payments/sync/sync-account.ts",
      find: "await followUntoldMerges(database, account);",
      replace: "",
    },
    {
      name: "invoices read before a merge stay without a client",
      file: "server/payments/sync/follow-merge.ts",
      find: "invoice.client_id is null and not invoice.client_assigned_manually",
      replace: "false",
    },
    {
      name: "a merge takes invoices that an administrator assigned to nobody",
      file: "server/payments/sync/follow-merge.ts",
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
      name: "an invoice is paid on Greenwich's day of the event",
      file: "server/payments/apply-event.ts",
      find: "dateIn(paidAt, invoice.time_zone)",
      replace: 'dateIn(paidAt, "UTC")',
    },
    {
      name: "an invoice is issued on Greenwich's day of the event",
      file: "server/payments/apply-event.ts",
      find: "dateIn(publishedAt, invoice.time_zone)",
      replace: 'dateIn(publishedAt, "UTC")',
    },
    {
      name: "a run may go on for ever",
      file: "server/payments/sync/run-sync.ts",
      find: "if (now().getTime() - started.getTime() > LONGEST_RUN_MS)",
      replace: "if (false)",
    },
    {
      name: "lateness recomputed from an old reading overwrites a newer one",
      file: "server/payments/recompute-overdue.ts",
      find: "and stored.square_version is not distinct from change.square_version",
      replace: "",
    },
    {
      name: "events of another merchant are believed",
      file: "server/payments/process-webhook-event.ts",
      find: "if (event.merchantId !== connection.merchant_id)",
      replace: "if (event.merchantId === null)",
    },
  ],
};
