import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { brand } from "#brand";
import { type Administrator, type AdministratorFactor, InviteAdministrator } from "#domain/administrator.ts";
import { ACCOUNT_MAIL } from "#server/account-mail.ts";
import { recordAct } from "#server/audit.ts";
import type { Query } from "#server/database.ts";
import { factorsRemoved } from "#server/email/messages/account-notices.ts";
import { queueMail } from "#server/email/outbox.ts";
import { ApiError } from "#server/errors.ts";
import { jsonBody } from "#server/json-body.ts";
import type { Services } from "#server/services.ts";

const LARGEST_BODY_BYTES = 4 * 1024;
/** restrict_violation: the database's own guard (private.keep_one_administrator). */
const LAST_ADMINISTRATOR = "23001";

type Parts = Pick<Services, "database" | "sessions" | "accounts" | "jobs" | "now">;

/**
 * Who administers, under `/api/admin/administrators`: `GET` lists them with their second factors, `POST` invites one,
 * `POST {id}/invitation` invites again, `DELETE {id}` removes one or withdraws the invitation, `DELETE {id}/factors`
 * lets one in again who lost a factor. Nobody does the last two to themselves.
 */
export function adminAdministrators(parts: Parts): Hono {
  const { database, sessions } = parts;
  const app = new Hono();
  const small = bodyLimit({ maxSize: LARGEST_BODY_BYTES });
  app.get("/api/admin/administrators", async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const administrators = await database.bypassingPolicies({ reason: "list administrators" }, (query) =>
      listed(query, sub),
    );
    return context.json({ success: true, administrators });
  });
  app.post("/api/admin/administrators", small, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const { email } = await jsonBody(context, InviteAdministrator);
    const id = await invite(parts, sub, email);
    return context.json({ success: true, id }, 201);
  });
  app.post("/api/admin/administrators/:id/invitation", async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const id = await theAdministrator(parts, context);
    const sent = await parts.accounts.resendInvitation(id);
    if (!sent.ok) throw new ApiError(409, "already_accepted", "The invitation was accepted already.");
    await database.bypassingPolicies({ reason: "invite an administrator again", actor: sub }, (query) =>
      recordAct(query, { actor: sub, action: "invite again", table: "users", rowId: id }),
    );
    return context.json({ success: true });
  });
  app.delete("/api/admin/administrators/:id", async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const id = await anotherAdministrator(parts, context, sub);
    await database
      .bypassingPolicies({ reason: "remove an administrator", actor: sub }, (query) =>
        parts.accounts.remove(query, id),
      )
      .catch(refuseTheLast);
    return context.json({ success: true });
  });
  app.delete("/api/admin/administrators/:id/factors", async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const id = await anotherAdministrator(parts, context, sub);
    const removed = await removeFactors(parts, sub, id);
    return context.json({ success: true, removed });
  });
  return app;
}

type Row = {
  id: string;
  email: string;
  /** Null once the invitation was accepted. */
  invited_at: Date | null;
  last_sign_in_at: Date | null;
  factors: AdministratorFactor[];
};

async function listed(query: Query, you: string): Promise<Administrator[]> {
  const rows = await query<Row>(
    `select account.id, account.email, account.last_sign_in_at,
            case when account.email_confirmed_at is null
                 then coalesce(account.invited_at, account.created_at, now()) end as invited_at,
            coalesce((select jsonb_agg(jsonb_build_object(
                        'id', factor.id, 'name', coalesce(factor.friendly_name, ''), 'addedAt', factor.created_at,
                        'kind', case when factor.factor_type::text = 'totp' then 'app' else 'passkey' end)
                        order by factor.created_at)
                        from auth.mfa_factors as factor
                       where factor.user_id = account.id and factor.status = 'verified'), '[]') as factors
       from auth.users as account
      where account.raw_app_meta_data ->> 'role' = 'admin' and account.deleted_at is null
      order by account.email`,
  );
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    isYou: row.id === you,
    invitedAt: row.invited_at?.toISOString() ?? null,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    factors: row.factors,
  }));
}

async function invite({ database, accounts }: Parts, actor: string, email: string): Promise<string> {
  // The service would make an administrator of a client who was invited and has not accepted yet.
  const known = await database.bypassingPolicies({ reason: "look for an account" }, (query) =>
    query("select 1 from public.users where lower(email) = lower($1)", [email]),
  );
  if (known.length > 0) throw emailTaken();
  const invited = await accounts.invite({ email, role: "admin" });
  if (!invited.ok) throw emailTaken();
  await database.bypassingPolicies({ reason: "invite an administrator", actor }, (query) =>
    recordAct(query, {
      actor,
      action: "invite",
      table: "users",
      rowId: invited.id,
      after: { email, role: "admin" },
    }),
  );
  return invited.id;
}

async function removeFactors(
  { database, accounts, jobs, now }: Parts,
  actor: string,
  id: string,
): Promise<number> {
  return database.bypassingPolicies({ reason: "remove a lost second factor", actor }, async (query) => {
    const removed = await accounts.removeFactors(query, id);
    if (removed === 0) throw new ApiError(409, "no_factors", "This administrator has no second factor.");
    // Whoever holds the lost device may hold a session too.
    await accounts.signOutEverywhere(query, id);
    await recordAct(query, {
      actor,
      action: "remove second factors",
      table: "users",
      rowId: id,
      after: { factors: removed },
    });
    const [names] = await query<{ email: string; by: string | null }>(
      "select email, (select email from public.users where id = $2) as by from public.users where id = $1",
      [id, actor],
    );
    if (names)
      await queueMail(query, jobs, {
        deduplicationKey: `factors-removed:${id}:${now().getTime()}`,
        kind: `${ACCOUNT_MAIL}factors-removed`,
        recipient: names.email,
        ...factorsRemoved(names.by ?? "an administrator", brand),
      });
    return removed;
  });
}

async function theAdministrator({ database }: Parts, context: Context): Promise<string> {
  const id = z.guid().safeParse(context.req.param("id"));
  const [found] = id.success
    ? await database.bypassingPolicies({ reason: "look for an administrator" }, (query) =>
        query<{ id: string }>("select id from public.users where id = $1 and role = 'admin'", [id.data]),
      )
    : [];
  if (!found) throw new ApiError(404, "unknown_administrator", "This administrator does not exist any more.");
  return found.id;
}

async function anotherAdministrator(parts: Parts, context: Context, you: string): Promise<string> {
  const id = await theAdministrator(parts, context);
  if (id === you) throw new ApiError(409, "yourself", "Another administrator has to do this for you.");
  return id;
}

function emailTaken(): ApiError {
  return new ApiError(409, "email_taken", "This e-mail address has an account already.");
}

function refuseTheLast(cause: unknown): never {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  if (code === LAST_ADMINISTRATOR)
    throw new ApiError(409, "last_administrator", "The last administrator cannot be removed.");
  throw cause;
}
