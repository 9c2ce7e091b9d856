import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { brand } from "#brand";
import {
  type Administrator,
  type AdministratorFactor,
  InviteAdministrator,
} from "#domain/firm/administrator.ts";
import { ACCOUNT_EMAIL_PREFIX } from "#server/auth/account-email.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { UserClaims } from "#server/auth/sessions.ts";
import { recordAuditEntry, recordCallerAction } from "#server/database/audit-log.ts";
import type { Query } from "#server/database/database.ts";
import { twoFactorRemoved } from "#server/email/messages/account-notices.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { ApiError } from "#server/http/errors.ts";
import { parseJsonBody } from "#server/http/json-body.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 4 * 1024;
/** SQLSTATE raised by the trigger private.protect_last_administrator. */
const RESTRICT_VIOLATION = "23001";

type Parts = Pick<Services, "database" | "accounts" | "jobs" | "now">;

/**
 * `/api/admin/administrators`: `GET` lists administrators with their second factors, `POST` invites one, `POST
 * {id}/invitation` resends the invitation, `DELETE {id}` removes an administrator or revokes the invitation, and `DELETE
 * {id}/factors` removes lost second factors. An administrator cannot delete their own account or factors here.
 */
export function administratorRoutes(parts: Parts): Hono<CallerEnv> {
  const { database } = parts;
  const app = new Hono<CallerEnv>();
  const small = bodyLimit({ maxSize: MAX_BODY_BYTES });
  app.get("/administrators", async (context) => {
    const { caller } = context.var;
    const administrators = await database.asCaller(caller, (query) => listAdministrators(query, caller.sub));
    return context.json({ success: true, administrators });
  });
  app.post("/administrators", small, async (context) => {
    const { caller } = context.var;
    const { email } = await parseJsonBody(context, InviteAdministrator);
    const id = await invite(parts, caller, email);
    return context.json({ success: true, id }, 201);
  });
  app.post("/administrators/:id/invitation", async (context) => {
    const { caller } = context.var;
    const id = await requireAdministrator(parts, context);
    const result = await parts.accounts.resendInvitation(id);
    if (!result.ok) {
      throw new ApiError(409, "already_accepted", "The invitation has already been accepted.");
    }
    await database.asCaller(caller, (query) =>
      recordCallerAction(query, { action: "resend invitation", table: "users", rowId: id }),
    );
    return context.json({ success: true });
  });
  app.delete("/administrators/:id", async (context) => {
    const { caller } = context.var;
    const id = await requireOtherAdministrator(parts, context, caller.sub);
    await database
      .asCaller(caller, (query) => query("select endpoints.delete_administrator($1)", [id]))
      .catch(rejectLastAdministrator);
    return context.json({ success: true });
  });
  app.delete("/administrators/:id/factors", async (context) => {
    const { sub } = context.var.caller;
    const id = await requireOtherAdministrator(parts, context, sub);
    const removed = await removeFactors(parts, sub, id);
    return context.json({ success: true, removed });
  });
  return app;
}

type Row = {
  id: string;
  email: string;
  /** Null after the invitation was accepted. */
  invited_at: Date | null;
  last_sign_in_at: Date | null;
  factors: AdministratorFactor[];
};

async function listAdministrators(query: Query, callerId: string): Promise<Administrator[]> {
  const rows = await query<Row>(
    "select id, email, last_sign_in_at, invited_at, factors from endpoints.list_administrators()",
  );
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    isYou: row.id === callerId,
    invitedAt: row.invited_at?.toISOString() ?? null,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    factors: row.factors,
  }));
}

async function invite({ database, accounts }: Parts, caller: UserClaims, email: string): Promise<string> {
  // Without this check, the service would turn an invited client into an administrator.
  const existing = await database.asCaller(caller, (query) =>
    query("select 1 from public.users where lower(email) = lower($1)", [email]),
  );
  if (existing.length > 0) {
    throw emailTakenError();
  }
  const result = await accounts.invite({ email, role: "admin" });
  if (!result.ok) {
    throw emailTakenError();
  }
  await database.asCaller(caller, (query) =>
    recordCallerAction(query, {
      action: "invite",
      table: "users",
      rowId: result.id,
      after: { email, role: "admin" },
    }),
  );
  return result.id;
}

async function removeFactors(
  { database, accounts, jobs, now }: Parts,
  actor: string,
  id: string,
): Promise<number> {
  return database.bypassPolicies({ reason: "remove a lost second factor", actor }, async (query) => {
    const removed = await accounts.removeFactors(query, id);
    if (removed === 0) {
      throw new ApiError(409, "no_factors", "This administrator hasn't set up two-factor authentication.");
    }
    // A lost device may still be signed in.
    await accounts.signOutEverywhere(query, id);
    await recordAuditEntry(query, {
      actor,
      action: "remove second factors",
      table: "users",
      rowId: id,
      after: { factors: removed },
    });
    const [emails] = await query<{ email: string; by: string | null }>(
      "select email, (select email from public.users where id = $2) as by from public.users where id = $1",
      [id, actor],
    );
    if (emails) {
      await queueEmail(query, jobs, {
        deduplicationKey: `factors-removed:${id}:${now().getTime()}`,
        kind: `${ACCOUNT_EMAIL_PREFIX}factors-removed`,
        recipient: emails.email,
        ...twoFactorRemoved(emails.by ?? "an administrator", brand),
      });
    }
    return removed;
  });
}

async function requireAdministrator({ database }: Parts, context: Context<CallerEnv>): Promise<string> {
  const id = z.guid().safeParse(context.req.param("id"));
  const [found] = id.success
    ? await database.asCaller(context.var.caller, (query) =>
        query<{ id: string }>("select id from public.users where id = $1 and role = 'admin'", [id.data]),
      )
    : [];
  if (!found) {
    throw new ApiError(404, "unknown_administrator", "This administrator no longer exists.");
  }
  return found.id;
}

async function requireOtherAdministrator(
  parts: Parts,
  context: Context<CallerEnv>,
  callerId: string,
): Promise<string> {
  const id = await requireAdministrator(parts, context);
  if (id === callerId) {
    throw new ApiError(
      409,
      "yourself",
      "You can't make this change to your own account. Ask another administrator.",
    );
  }
  return id;
}

function emailTakenError(): ApiError {
  return new ApiError(409, "email_taken", "An account with this email address already exists.");
}

function rejectLastAdministrator(error: unknown): never {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  if (code === RESTRICT_VIOLATION) {
    throw new ApiError(409, "last_administrator", "You can't remove the last administrator.");
  }
  throw error;
}
