/** The number of an invoice that was not stored or has no client, with the reason. */
export type ReportedInvoice = { invoice: string; reason: string };

/**
 * An invoice without a client. Reports do not contain the payer, who may be erased. The id is missing in older reports.
 */
export type UnmatchedInvoice = ReportedInvoice & { squareInvoiceId?: string };

export type SubscriptionReport = {
  seen: number;
  new: number;
  changed: number;
  unchanged: number;
  unmatched: number;
  rejected: { subscription: string; reason: string }[];
};

/**
 * Result of a sync with Square. `synced` is the number of new, changed and unchanged invoices, which now match Square.
 * Drafts are not stored. Unmatched invoices are stored without a client. Both lists contain at most 200 entries.
 */
export type SyncReport = {
  seen: number;
  synced: number;
  new: number;
  changed: number;
  unchanged: number;
  drafts: number;
  /** New invoices of locations that are not synced. Missing in older reports. */
  excluded?: number;
  unmatched: number;
  unmatchedInvoices: UnmatchedInvoice[];
  rejectedCount: number;
  rejected: ReportedInvoice[];
  subscriptions: SubscriptionReport;
};
