import type pg from "pg";
import { queryPrepared, queryRows, type StatementRow } from "../../query.ts";
import { AuthError } from "../http/errors.ts";

type Queryable = Pick<pg.Pool, "query">;

/** Columns of `UserRow`, for `from auth.users as account`. */
export const USER_COLUMNS = `
  account.id, account.aud, account.role, account.email, account.phone, account.encrypted_password,
  account.email_confirmed_at, account.confirmed_at, account.invited_at, account.last_sign_in_at,
  account.confirmation_sent_at, account.recovery_sent_at, account.reauthentication_sent_at,
  account.magiclink_sent_at, account.email_change, account.email_change_sent_at,
  account.raw_app_meta_data, account.raw_user_meta_data, account.banned_until, account.deleted_at,
  account.is_anonymous, account.created_at, account.updated_at,
  exists (select from auth.mfa_factors as factor
          where factor.user_id = account.id and factor.status = 'verified') as has_factor,
  coalesce((select jsonb_agg(jsonb_build_object(
              'id', factor.id, 'created_at', factor.created_at, 'updated_at', factor.updated_at,
              'status', factor.status, 'friendly_name', factor.friendly_name, 'factor_type', factor.factor_type,
              'last_challenged_at', factor.last_challenged_at) order by factor.created_at, factor.id)
            from auth.mfa_factors as factor where factor.user_id = account.id), '[]') as factors,
  coalesce((select jsonb_agg(jsonb_build_object(
              'identity_id', identity.id, 'id', identity.provider_id, 'user_id', identity.user_id,
              'identity_data', identity.identity_data, 'provider', identity.provider,
              'last_sign_in_at', identity.last_sign_in_at, 'created_at', identity.created_at,
              'updated_at', identity.updated_at, 'email', identity.email) order by identity.created_at)
            from auth.identities as identity where identity.user_id = account.id), '[]') as identities`;

/** Columns that are nullable in the schema but set for every account: see `createAccount`. */
export const REQUIRED_COLUMNS = "-- not null: aud, role, created_at, updated_at";

const USER_BY_ID = `
  select ${USER_COLUMNS} from auth.users as account where id = $1 and deleted_at is null
  ${REQUIRED_COLUMNS}, email` as const;

/** A row of `auth.users` with its identities, and its verified and unverified factors without secrets. */
export type UserRow = StatementRow<typeof USER_BY_ID>;

export async function findUserById(database: Queryable, id: string): Promise<UserRow | null> {
  const [user] = await queryPrepared(database, "auth-user-by-id", USER_BY_ID, [id]);
  return user ?? null;
}

/** @param email Must be in lower case. */
export async function findUserByEmail(database: Queryable, email: string): Promise<UserRow | null> {
  const [user] = await queryPrepared(
    database,
    "auth-user-by-email",
    `select ${USER_COLUMNS} from auth.users as account where email = $1 and not is_sso_user and deleted_at is null
     ${REQUIRED_COLUMNS}`,
    [email],
  );
  return user ?? null;
}

/** Locks the user row until the transaction ends, which serializes concurrent requests for one account. */
export async function lockUser(client: pg.PoolClient, id: string): Promise<UserRow | null> {
  await queryRows(client, "select from auth.users where id = $1 for update", [id]);
  return findUserById(client, id);
}

/** @throws {AuthError} 404 `user_not_found` */
export async function requireUser(database: Queryable, id: string): Promise<UserRow> {
  const user = await findUserById(database, id);
  if (!user) {
    throw new AuthError(404, "user_not_found", "User not found");
  }
  return user;
}

export function isBanned(user: Pick<UserRow, "banned_until">, at: Date): boolean {
  return user.banned_until !== null && user.banned_until > at;
}

/** The API's user object, without the password hash and tokens. */
export function serializeUser(user: UserRow): object {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    invited_at: user.invited_at ?? undefined,
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    // Supabase Auth also sets this field when it sends a sign-in link.
    recovery_sent_at: latest(user.recovery_sent_at, user.magiclink_sent_at),
    new_email: user.email_change || undefined,
    email_change_sent_at: user.email_change_sent_at ?? undefined,
    phone: user.phone ?? "",
    confirmed_at: user.confirmed_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities,
    factors: user.factors.length > 0 ? user.factors : undefined,
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    is_anonymous: user.is_anonymous,
  };
}

function latest(...dates: (Date | null)[]): Date | undefined {
  return dates.filter((date) => date !== null).toSorted((left, right) => right.getTime() - left.getTime())[0];
}
