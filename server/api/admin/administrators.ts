import { Hono } from "hono";
import { z } from "zod";
import { brand } from "#brand";
import { toInstant } from "#domain/dates/instant.ts";
import { type Administrator, InviteAdministrator, NameAdministrator } from "#domain/firm/administrator.ts";
import { ACCOUNT_EMAIL_PREFIX } from "#server/auth/account-email.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { UserClaims } from "#server/auth/sessions.ts";
import { recordCallerAction } from "#server/database/audit-log.ts";
import type { Query } from "#server/database/database.ts";
import { twoFactorRemoved } from "#server/email/messages/account-notices.ts";
import { queueCallerEmail } from "#server/email/outbox.ts";
import { getErrorCode } from "#server/error-code.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 4 * 1024;
/** SQLSTATE raised by the trigger private.protect_last_administrator. */
const RESTRICT_VIOLATION = "23001";

const AdministratorPath = z.object({ id: z.guid() });

type Dependencies = Pick<Services, "database" | "accounts" | "now">;

/**
 * `/api/admin/administrators`: `GET` lists administrators with their second factors, `POST` invites one, `PUT {id}/name`
 * changes a name, `POST {id}/invitation` resends the invitation, `DELETE {id}` removes an administrator or revokes an
 * invitation, and `DELETE {id}/factors` removes lost second factors. Administrators cannot remove their own account or
 * factors here.
 */
export function createAdministratorRoutes(services: Dependencies) {
  const { database } = services;
  const validInvitation = validateJson(InviteAdministrator, { maxBytes: MAX_BODY_BYTES });
  const validName = validateJson(NameAdministrator, { maxBytes: MAX_BODY_BYTES });
  const validId = validateParams(AdministratorPath, unknownAdministratorError);
  return new Hono<CallerEnv>()
    .get("/administrators", async (context) => {
      const { caller } = context.var;
      const administrators = await database.asCaller(caller, (query) =>
        listAdministrators(query, caller.sub),
      );
      return context.json({ success: true, administrators });
    })
    .post("/administrators", validInvitation, async (context) => {
      const { caller } = context.var;
      const id = await inviteAdministrator(services, caller, context.req.valid("json"));
      return context.json({ success: true, id }, 201);
    })
    .put("/administrators/:id/name", validId, validName, async (context) => {
      const { caller } = context.var;
      const { id } = context.req.valid("param");
      const { name } = context.req.valid("json");
      if (!(await database.asCaller(caller, (query) => nameAdministrator(query, id, name)))) {
        throw unknownAdministratorError();
      }
      return context.json({ success: true });
    })
    .post("/administrators/:id/invitation", validId, async (context) => {
      const { caller } = context.var;
      const id = await requireAdministrator(services, caller, context.req.valid("param").id);
      const result = await services.accounts.resendInvitation(id);
      if (!result.ok) {
        throw new ApiError(409, "already_accepted", "The invitation has already been accepted.");
      }
      await database.asCaller(caller, (query) =>
        recordCallerAction(query, { action: "resend invitation", table: "users", rowId: id }),
      );
      return context.json({ success: true });
    })
    .delete("/administrators/:id", validId, async (context) => {
      const { caller } = context.var;
      const id = await requireOtherAdministrator(services, caller, context.req.valid("param").id);
      await database
        .asCaller(caller, (query) => query("select endpoints.delete_administrator($1)", [id]))
        .catch(rejectLastAdministrator);
      return context.json({ success: true });
    })
    .delete("/administrators/:id/factors", validId, async (context) => {
      const { caller } = context.var;
      const id = await requireOtherAdministrator(services, caller, context.req.valid("param").id);
      const removedCount = await removeFactors(services, caller, id);
      return context.json({ success: true, removed: removedCount });
    });
}

async function listAdministrators(query: Query, callerId: string): Promise<Administrator[]> {
  const rows = await query(
    `select id, email, name, last_sign_in_at, invited_at, factors from endpoints.list_administrators()
     -- not null: email`,
  );
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    isYou: row.id === callerId,
    invitedAt: toInstant(row.invited_at),
    lastSignInAt: toInstant(row.last_sign_in_at),
    factors: row.factors,
  }));
}

async function inviteAdministrator(
  { database, accounts }: Dependencies,
  caller: UserClaims,
  { email, name }: InviteAdministrator,
): Promise<string> {
  // Without this check, the service would turn an invited client into an administrator.
  const existingUser = await database.asCaller(caller, (query) =>
    query("select 1 from public.users where lower(email) = lower($1)", [email]),
  );
  if (existingUser.length > 0) {
    throw emailTakenError();
  }
  const result = await accounts.invite({ email, role: "admin", inviter: caller.email });
  if (!result.ok) {
    throw emailTakenError();
  }
  await database.asCaller(caller, async (query) => {
    await nameAdministrator(query, result.id, name);
    await recordCallerAction(query, {
      action: "invite",
      table: "users",
      rowId: result.id,
      after: { email, name, role: "admin" },
    });
  });
  return result.id;
}

/** Returns false if the account is not an administrator. */
async function nameAdministrator(query: Query, id: string, name: string): Promise<boolean> {
  const [row] = await query("select endpoints.name_administrator($1, $2) as is_known", [id, name]);
  return row?.is_known === true;
}

async function removeFactors(
  { database, now }: Dependencies,
  caller: UserClaims,
  id: string,
): Promise<number> {
  return database.asCaller(caller, async (query) => {
    const [row] = await query("select endpoints.remove_second_factors($1) as removed", [id]);
    const removedCount = row?.removed ?? 0;
    if (removedCount === 0) {
      throw new ApiError(409, "no_factors", "This administrator hasn't set up two-factor authentication.");
    }
    // A lost device may still be signed in.
    await query("select endpoints.sign_out_account($1)", [id]);
    await recordCallerAction(query, {
      action: "remove second factors",
      table: "users",
      rowId: id,
      after: { factors: removedCount },
    });
    const [emails] = await query(
      `select email, coalesce(access.staff_name(id), '') as name,
              (select coalesce(access.staff_name(caller.id), caller.email) from public.users as caller where caller.id = $2) as by
         from public.users where id = $1`,
      [id, caller.sub],
    );
    if (emails) {
      await queueCallerEmail(query, {
        deduplicationKey: `factors-removed:${id}:${now().getTime()}`,
        kind: `${ACCOUNT_EMAIL_PREFIX}factors-removed`,
        recipient: emails.email,
        ...twoFactorRemoved(emails.by ?? "An administrator", { brand, name: emails.name }),
      });
    }
    return removedCount;
  });
}

async function requireAdministrator(
  { database }: Dependencies,
  caller: UserClaims,
  id: string,
): Promise<string> {
  const [administrator] = await database.asCaller(caller, (query) =>
    query("select id from public.users where id = $1 and role = 'admin'", [id]),
  );
  if (!administrator) {
    throw unknownAdministratorError();
  }
  return administrator.id;
}

async function requireOtherAdministrator(
  services: Dependencies,
  caller: UserClaims,
  requestedId: string,
): Promise<string> {
  const id = await requireAdministrator(services, caller, requestedId);
  if (id === caller.sub) {
    throw new ApiError(
      409,
      "yourself",
      "You can't make this change to your own account. Ask another administrator.",
    );
  }
  return id;
}

function unknownAdministratorError(): ApiError {
  return new ApiError(404, "unknown_administrator", "This administrator no longer exists.");
}

function emailTakenError(): ApiError {
  return new ApiError(409, "email_taken", "An account with this email address already exists.");
}

function rejectLastAdministrator(error: unknown): never {
  if (getErrorCode(error) === RESTRICT_VIOLATION) {
    throw new ApiError(409, "last_administrator", "You can't remove the last administrator.");
  }
  throw error;
}
