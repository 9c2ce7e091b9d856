/** An invoice, by its number, that was not stored or has no client, and the reason. */
export type ReportedInvoice = { invoice: string; reason: string };

export type SubscriptionReport = {
  seen: number;
  new: number;
  changed: number;
  unchanged: number;
  unmatched: number;
  rejected: { subscription: string; reason: string }[];
};

/**
 * Result of a sync with Square. `synced` invoices match the provider: the sum of new, changed and unchanged ones. Drafts
 * are not stored. Unmatched invoices are stored without a client. Both lists contain the first 200 entries.
 */
export type SyncReport = {
  seen: number;
  synced: number;
  new: number;
  changed: number;
  unchanged: number;
  drafts: number;
  unmatched: number;
  unmatchedInvoices: ReportedInvoice[];
  rejectedCount: number;
  rejected: ReportedInvoice[];
  subscriptions: SubscriptionReport;
};
