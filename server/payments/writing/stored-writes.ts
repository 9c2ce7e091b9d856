import { createHash } from "node:crypto";
import type { Query } from "#server/database/database.ts";
import type { StoredWrite, WriteOutcome, WriteRequest, WriteStep } from "#server/payments/invoice-writer.ts";

/** A stored write whose outcome is not known yet. */
export type PendingWrite = StoredWrite & {
  id: string;
  revision: number;
  merchantId: string;
  /** How often the request was sent. */
  sendCount: number;
  /** When the request was last sent. Null if it was not sent yet. */
  lastSentAt: Date | null;
};

type NewWrite = {
  draft: { id: string; client_id: string; revision: number };
  step: WriteStep;
  merchantId: string;
  /** The invoice to publish, cancel or delete, or the order to cancel. Null for a creation. */
  targetId: string | null;
  buildRequest: (idempotencyKey: string) => WriteRequest;
};

/**
 * Stores a write before it is sent, with a new idempotency key. A constraint allows one pending write per draft, and
 * one pending customer per client.
 */
export async function storeWrite(
  query: Query,
  { draft, step, merchantId, targetId, buildRequest }: NewWrite,
): Promise<void> {
  const [previous] = await query(
    "select count(*)::integer as count from private.square_writes where draft_id = $1 and revision = $2 and step = $3",
    [draft.id, draft.revision, step],
  );
  const key = `${draft.id}:${draft.revision}:${step}:${(previous?.count ?? 0) + 1}`;
  const request = buildRequest(key);
  await query(
    `insert into private.square_writes
            (draft_id, client_id, revision, step, merchant_id, idempotency_key, target_id, request, request_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      draft.id,
      draft.client_id,
      draft.revision,
      step,
      merchantId,
      key,
      targetId,
      JSON.stringify(request),
      createHash("sha256").update(JSON.stringify(request)).digest("hex"),
    ],
  );
}

/** Returns the pending write of a draft, or null. */
export async function readPendingWrite(query: Query, draftId: string): Promise<PendingWrite | null> {
  const [row] = await query(
    `select id, revision, step, merchant_id, idempotency_key, target_id, request, send_count, sent_at, last_sent_at
       from private.square_writes where draft_id = $1 and status = 'pending'`,
    [draftId],
  );
  if (!row) {
    return null;
  }
  return {
    id: row.id,
    revision: row.revision,
    step: row.step,
    merchantId: row.merchant_id,
    idempotencyKey: row.idempotency_key,
    targetId: row.target_id,
    request: row.request ?? {},
    sendCount: row.send_count,
    sentAt: row.sent_at,
    lastSentAt: row.last_sent_at,
  };
}

/**
 * Records that the request is sent now. The first time determines how long its key can be repeated, the last time when
 * the outcome is certain.
 */
export async function recordSending(query: Query, writeId: string, at: Date): Promise<void> {
  await query(
    `update private.square_writes
        set send_count = send_count + 1, sent_at = coalesce(sent_at, $2), last_sent_at = $2
      where id = $1 and status = 'pending'`,
    [writeId, at],
  );
}

/** Records the object that the write created or changed. @returns false if another process has recorded the outcome */
export async function recordOutcome(
  query: Query,
  writeId: string,
  { id, version }: WriteOutcome,
  at: Date,
): Promise<boolean> {
  const updated = await query(
    `update private.square_writes
        set status = 'done', square_id = $2, square_version = $3, request = null, finished_at = $4
      where id = $1 and status = 'pending' returning id`,
    [writeId, id, version, at],
  );
  return updated.length > 0;
}

/** Records that Square has not applied the write, so that another one can be stored. */
export async function recordRejection(query: Query, writeId: string, code: string, at: Date): Promise<void> {
  await query(
    `update private.square_writes set status = 'failed', error_code = $2, request = null, finished_at = $3
      where id = $1 and status = 'pending'`,
    [writeId, code, at],
  );
}

/** Records that failed deletions of an invoice no longer matter, so that the next revision can be created. */
export async function resolveDeletion(
  query: Query,
  draftId: string,
  targetId: string,
  at: Date,
): Promise<void> {
  await query(
    `update private.square_writes set resolved_at = $3
      where draft_id = $1 and target_id = $2 and step = 'delete_invoice' and status = 'failed' and resolved_at is null`,
    [draftId, targetId, at],
  );
}
