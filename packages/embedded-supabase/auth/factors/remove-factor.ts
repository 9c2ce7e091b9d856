import type pg from "pg";
import { queryRows } from "../../query.ts";
import { AMR_METHODS, type FactorRow } from "./factor.ts";

/** Removes a factor. Sessions that it elevated return to aal1 immediately. */
export async function removeFactor(client: pg.PoolClient, factor: FactorRow): Promise<void> {
  await queryRows(client, "delete from auth.mfa_factors where id = $1", [factor.id]);
  await queryRows(
    client,
    `with lowered as (
       update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1 returning id)
     delete from auth.mfa_amr_claims using lowered
     where session_id = lowered.id and authentication_method = $2`,
    [factor.id, AMR_METHODS[factor.factor_type]],
  );
}
