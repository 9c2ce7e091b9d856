import type { Database } from "#server/database.ts";
import type { OfferedPlan } from "#server/simulator.ts";

/** What the pretended Square's addresses have in their path, wherever the product is found. */
const OF_THE_SIMULATOR = "%/square-simulator/%";

/**
 * Lets the stored links of the pretended Square lead to where it is now, after a start under another port or
 * PUBLIC_URL: the tiers' checkouts, the invoices' payment pages, and the stand-ins of Square's dashboard. Links to
 * elsewhere stay.
 */
export async function presentLinks(
  database: Database,
  publicUrl: string,
  plans: readonly OfferedPlan[],
): Promise<void> {
  await database.bypassingPolicies({ reason: "present the simulator's links" }, async (query) => {
    for (const { name, checkoutUrl } of plans)
      await query(
        `update public.subscription_tiers set square_checkout_url = $2
         where tier_name = $1 and square_checkout_url like $3 and square_checkout_url <> $2
           and access.is_payment_address($2)`,
        [name, checkoutUrl, OF_THE_SIMULATOR],
      );
    await query(
      `update public.square_links
          set template = $1 || '/square-simulator/dashboard/'
                         || case purpose when 'subscription' then 'subscriptions-list' else 'invoices' end || '/{id}'
        where purpose in ('subscription', 'invoice')
          and (template like 'https://app.squareup.com/dashboard/%' or template like $2)
          and not starts_with(template, $1 || '/square-simulator/')
          and access.is_payment_address($1 || '/square-simulator/')`,
      [publicUrl, OF_THE_SIMULATOR],
    );
    await query(
      `update public.invoices set square_payment_url = $1 || substring(square_payment_url from '/square-simulator/.*')
       where square_payment_url like $2 and not starts_with(square_payment_url, $1 || '/square-simulator/')
         and access.is_payment_address($1 || '/square-simulator/')`,
      [publicUrl, OF_THE_SIMULATOR],
    );
  });
}
