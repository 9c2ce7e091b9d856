import type pg from "pg";
import { type FactorRow, methodOf } from "./factor.ts";

/** Removes a factor; the sessions it raised fall back to aal1 at once. */
export async function removeFactor(client: pg.PoolClient, factor: FactorRow): Promise<void> {
  await client.query("delete from auth.mfa_factors where id = $1", [factor.id]);
  await client.query(
    `with raised as (
       update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1 returning id)
     delete from auth.mfa_amr_claims using raised
     where session_id = raised.id and authentication_method = $2`,
    [factor.id, methodOf[factor.factor_type]],
  );
}
