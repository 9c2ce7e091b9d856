import type { Query } from "#server/database/database.ts";
import type { TokenCipher } from "#server/payments/connection/token-encryption.ts";
import type { TokenGrant } from "#server/payments/payment-provider.ts";

/** An active connection as stored, with encrypted tokens. */
export type Connection = {
  id: string;
  merchant_id: string;
  merchant_name: string;
  access_token_encrypted: Buffer | null;
  refresh_token_encrypted: Buffer | null;
  encryption_key_id: string | null;
  expires_at: Date | null;
  refreshed_at: Date | null;
  connected_at: Date;
  last_error: string | null;
  renewal_error: string | null;
  excluded_location_ids: string[];
};

/** Returns the active connection, or null if there is none. `"for update"` locks its row until the transaction ends. */
export async function getActiveConnection(
  query: Query,
  lock: "no lock" | "for update" = "no lock",
): Promise<Connection | null> {
  const [row] = await query(
    `select id, merchant_id, merchant_name, access_token_encrypted, refresh_token_encrypted, encryption_key_id,
            expires_at, refreshed_at, connected_at, last_error, renewal_error, excluded_location_ids
       from private.provider_connections
      where provider = 'square' and revoked_at is null ${lock === "for update" ? "for update" : ""}`,
  );
  return row ?? null;
}

/** @throws {ProviderError} "tokens-unreadable" */
export function decryptToken(
  cipher: TokenCipher,
  connection: Connection,
  column: "access_token_encrypted" | "refresh_token_encrypted",
): string {
  const encrypted = connection[column] ?? Buffer.alloc(0);
  return cipher.decrypt(encrypted, connection.encryption_key_id, {
    merchantId: connection.merchant_id,
    column,
  });
}

/**
 * Stores the grant as the active connection, replacing an earlier grant from the same merchant. Keeps the merchant's
 * selection of locations.
 * @returns the connection's id, or null without any change if another merchant is connected
 */
export async function saveConnection(
  query: Query,
  cipher: TokenCipher,
  grant: TokenGrant & { merchantName: string; scopes: string[]; adminId: string; at: Date },
): Promise<string | null> {
  const [row] = await query(
    `insert into private.provider_connections as stored
            (merchant_id, merchant_name, access_token_encrypted, refresh_token_encrypted, encryption_key_id, scopes,
             expires_at, refreshed_at, connected_by, connected_at, excluded_location_ids)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8,
             coalesce((select former.excluded_location_ids from private.provider_connections as former
                        where former.merchant_id = $1 order by former.connected_at desc limit 1), '{}'))
     on conflict (provider) where revoked_at is null do update
        set merchant_name = excluded.merchant_name, access_token_encrypted = excluded.access_token_encrypted,
            refresh_token_encrypted = excluded.refresh_token_encrypted, encryption_key_id = excluded.encryption_key_id,
            scopes = excluded.scopes, expires_at = excluded.expires_at, refreshed_at = excluded.refreshed_at,
            connected_by = excluded.connected_by, connected_at = excluded.connected_at, last_error = null,
            renewal_failed_at = null, renewal_error = null
      where stored.merchant_id = excluded.merchant_id
     returning id`,
    [
      grant.merchantId,
      grant.merchantName,
      cipher.encrypt(grant.accessToken, { merchantId: grant.merchantId, column: "access_token_encrypted" }),
      cipher.encrypt(grant.refreshToken, { merchantId: grant.merchantId, column: "refresh_token_encrypted" }),
      cipher.keyId,
      grant.scopes,
      grant.expiresAt,
      grant.at,
      grant.adminId,
    ],
  );
  return row?.id ?? null;
}

/** Stores both renewed tokens, encrypted with the current key. */
export async function saveRenewedTokens(
  query: Query,
  cipher: TokenCipher,
  connection: Connection,
  grant: TokenGrant,
  at: Date,
): Promise<void> {
  const { merchant_id: merchantId } = connection;
  await query(
    `update private.provider_connections
        set access_token_encrypted = $2, refresh_token_encrypted = $3, encryption_key_id = $4, expires_at = $5,
            refreshed_at = $6, last_error = null, renewal_failed_at = null, renewal_error = null
      where id = $1`,
    [
      connection.id,
      cipher.encrypt(grant.accessToken, { merchantId, column: "access_token_encrypted" }),
      cipher.encrypt(grant.refreshToken, { merchantId, column: "refresh_token_encrypted" }),
      cipher.keyId,
      grant.expiresAt,
      at,
    ],
  );
}

/** Ends a connection. Deletes its tokens but keeps the row as history. */
export async function endConnection(query: Query, id: string, at: Date, error: string | null): Promise<void> {
  await query(
    `update private.provider_connections
        set access_token_encrypted = null, refresh_token_encrypted = null, encryption_key_id = null,
            revoked_at = $2, last_error = $3
      where id = $1 and revoked_at is null`,
    [id, at, error],
  );
}

/** Sets the error shown on the dashboard, or clears it if `message` is null. */
export async function setLastError(query: Query, id: string, message: string | null): Promise<void> {
  await query("update private.provider_connections set last_error = $2 where id = $1", [id, message]);
}

/** Records why token renewal fails and since when. The next successful renewal clears both. */
export async function recordRenewalFailure(
  query: Query,
  id: string,
  at: Date,
  message: string,
): Promise<void> {
  await query(
    `update private.provider_connections
        set renewal_failed_at = coalesce(renewal_failed_at, $2), renewal_error = $3 where id = $1`,
    [id, at, message],
  );
}
