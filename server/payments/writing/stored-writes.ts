import { createHash } from "node:crypto";
import type { Query } from "#server/database/database.ts";
import type { JsonObject } from "#server/payments/square/objects/json-fields.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

export type WriteStep = ClosedSets["private.square_writes.step"];

type NewWrite = {
  draft: { id: string; client_id: string; revision: number };
  step: WriteStep;
  merchantId: string;
  /** The invoice to publish, cancel or delete. */
  targetId: string | null;
  request: JsonObject;
};

/**
 * Stores a write before it is sent, with a new idempotency key that the request contains. A constraint allows one
 * pending write per draft, and one pending customer per client.
 */
export async function storeWrite(
  query: Query,
  { draft, step, merchantId, targetId, request }: NewWrite,
): Promise<void> {
  const [previous] = await query(
    "select count(*)::integer as count from private.square_writes where draft_id = $1 and revision = $2 and step = $3",
    [draft.id, draft.revision, step],
  );
  const key = `${draft.id}:${draft.revision}:${step}:${(previous?.count ?? 0) + 1}`;
  const keyed = { ...request, idempotency_key: key };
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
      JSON.stringify(keyed),
      createHash("sha256").update(JSON.stringify(keyed)).digest("hex"),
    ],
  );
}
