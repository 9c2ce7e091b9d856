import type { Database } from "#server/database/database.ts";
import type { SimulatedPlan } from "#server/simulator.ts";

/** Matches URLs of the simulated Square with any origin. */
const SIMULATOR_URL_PATTERN = "%/square-simulator/%";

/**
 * Updates stored links to the simulated Square after the port or PUBLIC_URL changed: tier checkout pages, invoice
 * payment pages, receipts and dashboard links. Does not change other links. A start in another mode removes the links and
 * resets the dashboard links. In that case, restores the plans' links; only a sync restores those of invoices.
 * @returns whether a start in another mode has removed links
 */
export async function updateSquareLinks(
  database: Database,
  publicUrl: string,
  plans: readonly SimulatedPlan[],
): Promise<boolean> {
  return database.bypassPolicies({ reason: "update links to the simulated Square" }, async (query) => {
    const [links] = await query(
      `select exists (select from public.square_links
                       where purpose = 'subscription' and template like 'https://app.squareup.com/dashboard/%')
              and access.is_payment_url($1 || '/square-simulator/') as are_reset`,
      [publicUrl],
    );
    const areReset = links?.are_reset ?? false;
    for (const { name, variationId, checkoutUrl } of plans) {
      if (areReset) {
        await query(
          `update public.subscription_tiers set square_checkout_url = $2
            where square_plan_variation_id = $1 and square_checkout_url is null and access.is_payment_url($2)`,
          [variationId, checkoutUrl],
        );
      }
      await query(
        `update public.subscription_tiers set square_checkout_url = $2
         where tier_name = $1 and square_checkout_url like $3 and square_checkout_url <> $2
           and access.is_payment_url($2)`,
        [name, checkoutUrl, SIMULATOR_URL_PATTERN],
      );
    }
    await query(
      `update public.square_links
          set template = $1 || '/square-simulator/dashboard/'
                         || case purpose when 'subscription' then 'subscriptions-list' else 'invoices' end || '/{id}'
        where purpose in ('subscription', 'invoice')
          and (template like 'https://app.squareup.com/dashboard/%' or template like $2)
          and not starts_with(template, $1 || '/square-simulator/')
          and access.is_payment_url($1 || '/square-simulator/')`,
      [publicUrl, SIMULATOR_URL_PATTERN],
    );
    await query(
      `update public.invoices set square_payment_url = $1 || substring(square_payment_url from '/square-simulator/.*')
       where square_payment_url like $2 and not starts_with(square_payment_url, $1 || '/square-simulator/')
         and access.is_payment_url($1 || '/square-simulator/')`,
      [publicUrl, SIMULATOR_URL_PATTERN],
    );
    await query(
      `update public.invoice_payments set receipt_url = $1 || substring(receipt_url from '/square-simulator/.*')
       where receipt_url like $2 and not starts_with(receipt_url, $1 || '/square-simulator/')
         and access.is_payment_url($1 || '/square-simulator/')`,
      [publicUrl, SIMULATOR_URL_PATTERN],
    );
    return areReset;
  });
}
