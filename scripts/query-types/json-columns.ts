/** A TypeScript type and the module that exports it. */
export type JsonType = { type: string; from?: string };

/**
 * Types of JSON columns. PostgreSQL does not check the shape of their values. List a column only if this repository contains
 * every write to it and each write stores this type. Other JSON columns have the type `unknown`. Parse their values.
 */
export const PRODUCT_JSON_COLUMNS: Readonly<Record<string, JsonType>> = {
  "endpoints.list_administrators.factors": {
    type: "AdministratorFactor[]",
    from: "#domain/firm/administrator.ts",
  },
  "private.email_outbox.body_blocks": { type: "EmailBlock[]", from: "#server/email/content.ts" },
  "private.square_writes.request": { type: "WriteRequest", from: "#server/payments/invoice-writer.ts" },
  "public.invoice_drafts.lines": { type: "DraftLine[]", from: "#domain/invoices/drafts/invoice-draft.ts" },
  "public.invoice_drafts.payments": {
    type: "DraftPayment[]",
    from: "#domain/invoices/drafts/invoice-draft.ts",
  },
  "private.square_invoice_reads.versions": { type: "Record<string, number>" },
  "private.sync_runs.comparison": {
    type: "ComparisonReport",
    from: "#server/payments/sync/invoice-difference.ts",
  },
  "private.sync_runs.report": { type: "Partial<SyncReport>", from: "#domain/square/sync-report.ts" },
};

/** Types of JSON columns in the tables of packages/embedded-supabase. */
export const PACKAGE_JSON_COLUMNS: Readonly<Record<string, JsonType>> = {
  "auth.mfa_factors.web_authn_credential": {
    type: "StoredCredential",
    from: "./auth/factors/passkeys/stored-credential.ts",
  },
  "auth.users.raw_app_meta_data": { type: "Record<string, unknown>" },
  "auth.users.raw_user_meta_data": { type: "Record<string, unknown>" },
  "embedded.signing_keys.public_jwk": { type: "JWK", from: "jose" },
};
