import type { ProviderContext } from "#server/payments/payment-context.ts";
import type { ProviderAccount } from "#server/payments/payment-provider.ts";
import type { StoredDraft } from "#server/payments/writing/draft-state.ts";
import { storeNext } from "#server/payments/writing/store-next.ts";
import { storeWrite } from "#server/payments/writing/stored-writes.ts";

/**
 * Stores the write that cancels an order whose invoice was not created, so that it does not stay open in Square. An
 * order with an invoice is canceled together with it.
 */
export function storeOrderCancellation(
  context: ProviderContext,
  { writer }: ProviderAccount,
  draft: StoredDraft,
): Promise<void> {
  return storeNext(context, draft, async (query) => {
    const [created] = await query(
      "select merchant_id, revision, square_id, square_version from private.square_writes where id = $1",
      [draft.unused_order_write_id],
    );
    if (created) {
      const order = {
        locationId: draft.square_location_id ?? "",
        version: Number(created.square_version ?? 1),
      };
      await storeWrite(query, {
        draft: { ...draft, revision: created.revision },
        step: "cancel_order",
        merchantId: created.merchant_id,
        targetId: created.square_id,
        buildRequest: (key) => writer.buildOrderCancellation(order, key),
      });
    }
  });
}
