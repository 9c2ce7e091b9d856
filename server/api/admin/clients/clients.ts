import { Hono } from "hono";
import { z } from "zod";
import { NewClientForm } from "#domain/clients/client-form.ts";
import type { Accounts, InvitedClient } from "#server/auth/accounts.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { UserClaims } from "#server/auth/sessions.ts";
import type { Database, Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;

/** The form's fields, and the inquiry's id if the form was prefilled from an inquiry. */
const NewClient = z.object({ ...NewClientForm.shape, inquiryId: z.guid("Unknown inquiry").optional() });

/**
 * `POST /api/admin/clients` creates a client and its account, and emails the invitation to set a password. Returns 409
 * if an account with this email address exists.
 */
export function createClientRoutes({ database, accounts }: Pick<Services, "database" | "accounts">) {
  const validNewClient = validateJson(NewClient, { maxBytes: MAX_BODY_BYTES });
  return new Hono<CallerEnv>().post("/clients", validNewClient, async (context) => {
    const { caller } = context.var;
    const form = context.req.valid("json");
    const userId = await inviteClient(
      { accounts, database, caller },
      {
        email: form.email,
        name: form.contactPerson,
        company: form.company,
      },
    );
    const id = await database
      .asCaller(caller, (query) => storeClient(query, userId, form))
      .catch(async (error) => {
        // An account without a client is useless, so delete it if the client could not be stored.
        if (!(await hasClient(database, caller, userId))) {
          await accounts.revokeInvitation(userId);
        }
        throw error;
      });
    return context.json({ success: true, id }, 201);
  });
}

async function storeClient(query: Query, userId: string, form: z.infer<typeof NewClient>): Promise<string> {
  const [newClient] = await query(
    `insert into endpoints.clients (user_id, company, contact_person, phone, address)
     values ($1, $2, $3, $4, $5) on conflict (user_id) do nothing returning id`,
    [userId, form.company, form.contactPerson, form.phone, form.address],
  );
  // Another administrator has just created a client with the same email address.
  if (!newClient) {
    throw emailTakenError();
  }
  if (form.inquiryId) {
    await query("update endpoints.contact_inquiries set client_id = $2, status = 'closed' where id = $1", [
      form.inquiryId,
      newClient.id,
    ]);
  }
  return newClient.id;
}

/**
 * Invites a client. If the email address belongs to an account without a client, reuses the account and resends its
 * invitation. Such an account exists if the server stopped before it created the client.
 * @returns the account's id.
 * @throws {ApiError} 409 if the email address is in use.
 */
export async function inviteClient(
  { accounts, database, caller }: { accounts: Accounts; database: Database; caller: UserClaims },
  { email, ...contact }: Pick<InvitedClient, "name" | "company"> & { email: string },
): Promise<string> {
  const client = { ...contact, administrator: caller.email };
  // Check first, because the service resends a pending invitation instead of rejecting the address.
  const [existing] = await database.asCaller(caller, (query) =>
    query(
      `select id, role = 'client' and not exists (select from public.clients where user_id = account.id) as "isFree"
         from public.users as account where lower(email) = lower($1)`,
      [email],
    ),
  );
  if (existing && !existing.isFree) {
    throw emailTakenError();
  }
  if (existing) {
    const resent = await accounts.resendInvitation(existing.id, client);
    if (!resent.ok) {
      throw emailTakenError();
    }
    return existing.id;
  }
  const result = await accounts.invite({ email, role: "client", client });
  if (!result.ok) {
    throw emailTakenError();
  }
  return result.id;
}

async function hasClient(database: Database, caller: UserClaims, userId: string): Promise<boolean> {
  const clients = await database.asCaller(caller, (query) =>
    query("select 1 from public.clients where user_id = $1", [userId]),
  );
  return clients.length > 0;
}

function emailTakenError(): ApiError {
  return new ApiError(409, "email_taken", "An account with this email address already exists.");
}
