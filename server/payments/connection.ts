import type { Query } from "#server/database.ts";
import type { TokenGrant } from "#server/payments/provider.ts";
import type { TokenSeal } from "#server/payments/sealed-tokens.ts";

/** The live connection as stored; its tokens are sealed. */
export type Connection = {
  id: string;
  merchant_id: string;
  merchant_name: string;
  access_token_sealed: Buffer | null;
  refresh_token_sealed: Buffer | null;
  encryption_key_id: string | null;
  expires_at: Date | null;
  refreshed_at: Date | null;
  connected_at: Date;
  last_error: string | null;
  renewal_error: string | null;
};

/** The one live connection, if there is one; locked until the transaction ends where it is to be changed. */
export async function liveConnection(
  query: Query,
  use: "read" | "change" = "read",
): Promise<Connection | null> {
  const [row] = await query<Connection>(
    `select id, merchant_id, merchant_name, access_token_sealed, refresh_token_sealed, encryption_key_id,
            expires_at, refreshed_at, connected_at, last_error, renewal_error
       from private.provider_connections
      where provider = 'square' and revoked_at is null ${use === "change" ? "for update" : ""}`,
  );
  return row ?? null;
}

/** @throws ProviderError "tokens-unreadable" */
export function openToken(
  seal: TokenSeal,
  connection: Connection,
  column: "access_token_sealed" | "refresh_token_sealed",
): string {
  const sealed = connection[column] ?? Buffer.alloc(0);
  return seal.open(sealed, connection.encryption_key_id, { merchantId: connection.merchant_id, column });
}

/**
 * Makes the grant the live connection, or renews that of the same merchant.
 * @returns its id; null, with nothing changed, while another merchant is connected.
 */
export async function storeConnection(
  query: Query,
  seal: TokenSeal,
  grant: TokenGrant & { merchantName: string; scopes: string[]; adminId: string; at: Date },
): Promise<string | null> {
  const [row] = await query<{ id: string }>(
    `insert into private.provider_connections as stored
            (merchant_id, merchant_name, access_token_sealed, refresh_token_sealed, encryption_key_id, scopes,
             expires_at, refreshed_at, connected_by, connected_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8)
     on conflict (provider) where revoked_at is null do update
        set merchant_name = excluded.merchant_name, access_token_sealed = excluded.access_token_sealed,
            refresh_token_sealed = excluded.refresh_token_sealed, encryption_key_id = excluded.encryption_key_id,
            scopes = excluded.scopes, expires_at = excluded.expires_at, refreshed_at = excluded.refreshed_at,
            connected_by = excluded.connected_by, connected_at = excluded.connected_at, last_error = null,
            renewal_failed_at = null, renewal_error = null
      where stored.merchant_id = excluded.merchant_id
     returning id`,
    [
      grant.merchantId,
      grant.merchantName,
      seal.seal(grant.accessToken, { merchantId: grant.merchantId, column: "access_token_sealed" }),
      seal.seal(grant.refreshToken, { merchantId: grant.merchantId, column: "refresh_token_sealed" }),
      seal.keyId,
      grant.scopes,
      grant.expiresAt,
      grant.at,
      grant.adminId,
    ],
  );
  return row?.id ?? null;
}

/** Replaces both tokens, sealed with the current key. */
export async function storeRenewedTokens(
  query: Query,
  seal: TokenSeal,
  connection: Connection,
  grant: TokenGrant,
  at: Date,
): Promise<void> {
  const { merchant_id: merchantId } = connection;
  await query(
    `update private.provider_connections
        set access_token_sealed = $2, refresh_token_sealed = $3, encryption_key_id = $4, expires_at = $5,
            refreshed_at = $6, last_error = null, renewal_failed_at = null, renewal_error = null
      where id = $1`,
    [
      connection.id,
      seal.seal(grant.accessToken, { merchantId, column: "access_token_sealed" }),
      seal.seal(grant.refreshToken, { merchantId, column: "refresh_token_sealed" }),
      seal.keyId,
      grant.expiresAt,
      at,
    ],
  );
}

/** Ends a connection: its tokens are wiped, the row stays as history. */
export async function endConnection(query: Query, id: string, at: Date, why: string | null): Promise<void> {
  await query(
    `update private.provider_connections
        set access_token_sealed = null, refresh_token_sealed = null, encryption_key_id = null,
            revoked_at = $2, last_error = $3
      where id = $1 and revoked_at is null`,
    [id, at, why],
  );
}

/** Keeps the sentence the dashboard shows, or takes it back. */
export async function noteError(query: Query, id: string, sentence: string | null): Promise<void> {
  await query("update private.provider_connections set last_error = $2 where id = $1", [id, sentence]);
}

/** Keeps why access could not be renewed, and since when; a later success takes it back. */
export async function noteRenewalFailure(
  query: Query,
  id: string,
  at: Date,
  sentence: string,
): Promise<void> {
  await query(
    `update private.provider_connections
        set renewal_failed_at = coalesce(renewal_failed_at, $2), renewal_error = $3 where id = $1`,
    [id, at, sentence],
  );
}
