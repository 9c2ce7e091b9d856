import { Hono, type MiddlewareHandler } from "hono";
import { z } from "zod";
import { type ClientAccount, ClientEmail, ClientStatusChange } from "#domain/clients/client-form.ts";
import { toInstant } from "#domain/dates/instant.ts";
import { inviteClient } from "#server/api/admin/clients/clients.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { UserClaims } from "#server/auth/sessions.ts";
import { type AuditAction, recordCallerAction } from "#server/database/audit-log.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 4 * 1024;
const ResendInvitation = z.object({ email: z.optional(ClientEmail) });

type Dependencies = Pick<Services, "database" | "accounts">;
type ClientRow = { id: string; user_id: string | null; company: string; contact_person: string };
type ClientEnv = CallerEnv & { Variables: { client: ClientRow } };

/**
 * A client's account, under `/api/admin/clients/{id}`: `GET account` returns its status, `POST invitation` sends or
 * resends the link to set a password (to `email` if there is no account), `DELETE invitation` revokes it, and `POST
 * status` suspends and restores the client.
 */
export function createClientAccountRoutes(services: Dependencies) {
  const withClient = loadClient(services);
  return new Hono<CallerEnv>()
    .get("/clients/:id/account", withClient, async (context) => {
      const { caller, client } = context.var;
      return context.json({ success: true, account: await readAccount(services, caller, client) });
    })
    .post(
      "/clients/:id/invitation",
      withClient,
      validateJson(ResendInvitation, { maxBytes: MAX_BODY_BYTES }),
      async (context) => {
        const { caller, client } = context.var;
        const { email } = context.req.valid("json");
        await sendInvitation(services, caller, client, email);
        return context.json({ success: true });
      },
    )
    .delete("/clients/:id/invitation", withClient, async (context) => {
      const { caller, client } = context.var;
      if (client.user_id) {
        assertNotAccepted(await services.accounts.revokeInvitation(client.user_id));
      }
      await recordClientAction(services, caller, "revoke invitation", client);
      return context.json({ success: true });
    })
    .post(
      "/clients/:id/status",
      withClient,
      validateJson(ClientStatusChange, { maxBytes: MAX_BODY_BYTES }),
      async (context) => {
        const { caller, client } = context.var;
        const { status } = context.req.valid("json");
        await changeStatus(services, caller, client, status);
        return context.json({ success: true, status });
      },
    );
}

/** Loads the client of the path as `context.var.client`, or responds with 404. */
function loadClient({ database }: Dependencies): MiddlewareHandler<ClientEnv> {
  return async (context, next) => {
    const id = z.guid().safeParse(context.req.param("id"));
    const [client] = id.success
      ? await database.asCaller(context.var.caller, (query) =>
          query("select id, user_id, company, contact_person from public.clients where id = $1", [id.data]),
        )
      : [];
    if (!client) {
      throw new ApiError(404, "unknown_client", "This client no longer exists.");
    }
    context.set("client", client);
    await next();
  };
}

async function readAccount(
  { database }: Dependencies,
  caller: UserClaims,
  client: ClientRow,
): Promise<ClientAccount> {
  const [account] = await database.asCaller(caller, (query) =>
    query(
      `select email, invited_at, email_confirmed_at, last_sign_in_at from endpoints.find_account($1)
       -- not null: email`,
      [client.user_id],
    ),
  );
  if (!account) {
    return { status: "none" };
  }
  const { email } = account;
  return account.email_confirmed_at
    ? { status: "accepted", email, lastSignInAt: toInstant(account.last_sign_in_at) }
    : { status: "invited", email, invitedAt: toInstant(account.invited_at) };
}

async function sendInvitation(
  services: Dependencies,
  caller: UserClaims,
  client: ClientRow,
  email?: string,
): Promise<void> {
  if (client.user_id) {
    assertNotAccepted(await services.accounts.resendInvitation(client.user_id));
    return recordClientAction(services, caller, "resend invitation", client);
  }
  if (!email) {
    throw new ApiError(400, "invalid_input", "Invalid email address");
  }
  const userId = await inviteClient(
    { ...services, caller },
    {
      email,
      name: client.contact_person,
      company: client.company,
    },
  );
  await services.database.asCaller(caller, (query) =>
    query("update endpoints.clients set user_id = $2 where id = $1", [client.id, userId]),
  );
}

/**
 * Bans or unbans the accounts before updating the row. If the process stops in between, the administrator can repeat the
 * action, and a suspended client never has access. Members who can access another client are not banned: row policies
 * reject their requests for the suspended one. Restoring unbans all members, because any of them may have been banned.
 */
async function changeStatus(
  { database, accounts }: Dependencies,
  caller: UserClaims,
  client: ClientRow,
  status: "active" | "suspended",
): Promise<void> {
  const isSuspended = status === "suspended";
  const members = await database.asCaller(caller, (query) =>
    query(
      `select member.user_id from public.client_members as member
        where member.client_id = $1
          and not ($2 and exists (select from public.client_members as other
                            join public.clients as other_client on other_client.id = other.client_id
                           where other.user_id = member.user_id and other.client_id <> $1
                             and other.suspended_at is null and other_client.status = 'active'
                             and (other.expires_at is null or other.expires_at > now())))`,
      [client.id, isSuspended],
    ),
  );
  for (const { user_id: userId } of members) {
    await accounts[isSuspended ? "ban" : "unban"](userId);
  }
  await database.asCaller(caller, async (query) => {
    await query("update endpoints.clients set status = $2 where id = $1", [client.id, status]);
    for (const { user_id: userId } of isSuspended ? members : []) {
      await query("select endpoints.sign_out_account($1)", [userId]);
    }
  });
}

function assertNotAccepted(outcome: Awaited<ReturnType<Dependencies["accounts"]["resendInvitation"]>>): void {
  if (outcome.ok || outcome.reason === "unknown") {
    return;
  }
  throw new ApiError(409, "already_accepted", "The invitation has already been accepted.");
}

function recordClientAction(
  { database }: Dependencies,
  caller: UserClaims,
  action: AuditAction,
  { id }: ClientRow,
): Promise<void> {
  return database.asCaller(caller, (query) =>
    recordCallerAction(query, { action, table: "clients", rowId: id }),
  );
}
