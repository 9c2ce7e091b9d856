import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { NewClientForm } from "#domain/client-form.ts";
import type { Accounts } from "#server/accounts.ts";
import type { Database, Query } from "#server/database.ts";
import { ApiError } from "#server/errors.ts";
import { jsonBody } from "#server/json-body.ts";
import type { Services } from "#server/services.ts";

const LARGEST_BODY_BYTES = 16 * 1024;

/** The form, and the inquiry it was filled from, if any. */
const NewClient = z.object({ ...NewClientForm.shape, inquiryId: z.guid("Unknown inquiry").optional() });

/**
 * `POST /api/admin/clients` creates a client and its account, and mails the invitation to set a password.
 * Refuses with 409 an address that has an account already.
 */
export function adminClients({
  database,
  sessions,
  accounts,
}: Pick<Services, "database" | "sessions" | "accounts">): Hono {
  const app = new Hono();
  app.post("/api/admin/clients", bodyLimit({ maxSize: LARGEST_BODY_BYTES }), async (context) => {
    const administrator = await sessions.requireAdmin(context);
    const form = await jsonBody(context, NewClient);
    const userId = await inviteClient(accounts, database, form.email);
    const id = await database
      .bypassingPolicies({ reason: "create a client", actor: administrator.sub }, (query) =>
        storeClient(query, userId, form),
      )
      .catch(async (cause) => {
        // An account without a client could sign in to nothing: it goes with the client that was not stored.
        if (!(await hasClient(database, userId))) await accounts.withdrawInvitation(userId);
        throw cause;
      });
    return context.json({ success: true, id }, 201);
  });
  return app;
}

async function storeClient(query: Query, userId: string, form: z.infer<typeof NewClient>): Promise<string> {
  const [stored] = await query<{ id: string }>(
    `insert into public.clients (user_id, company, contact_person, phone, address)
     values ($1, $2, $3, $4, $5) on conflict (user_id) do nothing returning id`,
    [userId, form.company, form.contactPerson, form.phone, form.address],
  );
  // Another administrator was faster with the same address.
  if (!stored) throw emailTaken();
  if (form.inquiryId)
    await query("update public.contact_inquiries set client_id = $2, state = 'closed' where id = $1", [
      form.inquiryId,
      stored.id,
    ]);
  return stored.id;
}

/**
 * Invites the address of a client. An account left without a client, by a server that was stopped in between, is
 * invited again.
 * @returns the account's id. @throws Refusal 409 when the address belongs to somebody.
 */
export async function inviteClient(accounts: Accounts, database: Database, email: string): Promise<string> {
  // Looked for first: the service would invite again, rather than refuse, whoever has not accepted yet.
  const [known] = await database.bypassingPolicies({ reason: "look for an account" }, (query) =>
    query<{ id: string; isFree: boolean }>(
      `select id, role = 'client' and not exists (select from public.clients where user_id = account.id) as "isFree"
         from public.users as account where lower(email) = lower($1)`,
      [email],
    ),
  );
  if (known && !known.isFree) throw emailTaken();
  if (known) {
    const again = await accounts.resendInvitation(known.id);
    if (!again.ok) throw emailTaken();
    return known.id;
  }
  const invited = await accounts.invite({ email, role: "client" });
  if (!invited.ok) throw emailTaken();
  return invited.id;
}

async function hasClient(database: Database, userId: string): Promise<boolean> {
  const found = await database.bypassingPolicies({ reason: "look for an account's client" }, (query) =>
    query("select 1 from public.clients where user_id = $1", [userId]),
  );
  return found.length > 0;
}

function emailTaken(): ApiError {
  return new ApiError(409, "email_taken", "This e-mail address has an account already.");
}
