import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { type ClientAccount, ClientEmail, ClientStatusChange } from "#domain/client-form.ts";
import { inviteClient } from "#server/api/admin-clients.ts";
import { recordAct } from "#server/audit.ts";
import { ApiError } from "#server/errors.ts";
import { jsonBody } from "#server/json-body.ts";
import type { Services } from "#server/services.ts";

const LARGEST_BODY_BYTES = 4 * 1024;
const Invitation = z.object({ email: z.optional(ClientEmail) });

type Parts = Pick<Services, "database" | "sessions" | "accounts">;
type ClientRow = { id: string; user_id: string | null };

/**
 * A client's account, under `/api/admin/clients/{id}`: `GET account` tells how far it is, `POST invitation` sends the
 * link to set a password (again; to `email` where there is no account), `DELETE invitation` takes it back,
 * `POST status` suspends and restores.
 */
export function adminClientAccount(parts: Parts): Hono {
  const app = new Hono();
  const small = bodyLimit({ maxSize: LARGEST_BODY_BYTES });
  app.get("/api/admin/clients/:id/account", async (context) => {
    await parts.sessions.requireAdmin(context);
    const client = await theClient(parts, context);
    return context.json({ success: true, account: await accountOf(parts, client) });
  });
  app.post("/api/admin/clients/:id/invitation", small, async (context) => {
    const { sub } = await parts.sessions.requireAdmin(context);
    const client = await theClient(parts, context);
    const { email } = await jsonBody(context, Invitation);
    await sendInvitation(parts, sub, client, email);
    return context.json({ success: true });
  });
  app.delete("/api/admin/clients/:id/invitation", async (context) => {
    const { sub } = await parts.sessions.requireAdmin(context);
    const client = await theClient(parts, context);
    if (client.user_id) accepted(await parts.accounts.withdrawInvitation(client.user_id));
    await file(parts, sub, "withdraw invitation", client);
    return context.json({ success: true });
  });
  app.post("/api/admin/clients/:id/status", small, async (context) => {
    const { sub } = await parts.sessions.requireAdmin(context);
    const client = await theClient(parts, context);
    const { status } = await jsonBody(context, ClientStatusChange);
    await changeStatus(parts, sub, client, status);
    return context.json({ success: true, status });
  });
  return app;
}

async function theClient({ database }: Parts, context: Context): Promise<ClientRow> {
  const id = z.guid().safeParse(context.req.param("id"));
  const [client] = id.success
    ? await database.bypassingPolicies({ reason: "look up a client's account" }, (query) =>
        query<ClientRow>("select id, user_id from public.clients where id = $1", [id.data]),
      )
    : [];
  if (!client) throw new ApiError(404, "unknown_client", "This client does not exist any more.");
  return client;
}

async function accountOf({ database }: Parts, client: ClientRow): Promise<ClientAccount> {
  type Row = {
    email: string;
    invited_at: Date | null;
    email_confirmed_at: Date | null;
    last_sign_in_at: Date | null;
  };
  const [account] = await database.bypassingPolicies({ reason: "tell how far an account is" }, (query) =>
    query<Row>(
      "select email, invited_at, email_confirmed_at, last_sign_in_at from auth.users where id = $1",
      [client.user_id],
    ),
  );
  if (!account) return { state: "none" };
  const { email } = account;
  return account.email_confirmed_at
    ? { state: "accepted", email, lastSignInAt: account.last_sign_in_at?.toISOString() ?? null }
    : { state: "invited", email, invitedAt: account.invited_at?.toISOString() ?? null };
}

async function sendInvitation(parts: Parts, actor: string, client: ClientRow, email?: string): Promise<void> {
  if (client.user_id) {
    accepted(await parts.accounts.resendInvitation(client.user_id));
    return file(parts, actor, "invite again", client);
  }
  if (!email) throw new ApiError(400, "invalid_input", "Invalid email address");
  const userId = await inviteClient(parts.accounts, parts.database, email);
  await parts.database.bypassingPolicies({ reason: "give a client its account", actor }, (query) =>
    query("update public.clients set user_id = $2 where id = $1", [client.id, userId]),
  );
}

/**
 * The account is refused before the row says suspended, and let in before it says active: whatever stops us in
 * between, the page still offers the act that finishes it, and a suspended client's data stays closed.
 */
async function changeStatus(
  { database, accounts }: Parts,
  actor: string,
  client: ClientRow,
  status: "active" | "suspended",
): Promise<void> {
  const isSuspended = status === "suspended";
  if (client.user_id) await accounts[isSuspended ? "ban" : "unban"](client.user_id);
  await database.bypassingPolicies({ reason: "change a client's access", actor }, async (query) => {
    await query("update public.clients set status = $2 where id = $1", [client.id, status]);
    if (client.user_id && isSuspended) await accounts.signOutEverywhere(query, client.user_id);
  });
}

function accepted(outcome: Awaited<ReturnType<Parts["accounts"]["resendInvitation"]>>): void {
  if (outcome.ok || outcome.reason === "unknown") return;
  throw new ApiError(409, "already_accepted", "The invitation was accepted already.");
}

function file({ database }: Parts, actor: string, action: string, { id }: ClientRow): Promise<void> {
  return database.bypassingPolicies({ reason: action, actor }, (query) =>
    recordAct(query, { actor, action, table: "clients", rowId: id }),
  );
}
