import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { escapeLike } from "#app/api/client/like-pattern.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { saveIfUnchanged } from "#app/api/client/save-if-unchanged.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { ClientRow, ClientStatus } from "#domain/clients/client.ts";
import { type ClientForm, type NewClientForm, toClientForm } from "#domain/clients/client-form.ts";
import { sortByUrgency } from "#domain/invoices/due-dates/overdue.ts";
import { type Cents, toCents } from "#domain/money/money.ts";

/** Query key prefix for all data on the client page. */
export const CLIENT_KEY = "one-client";
/** Rows per list on the client page. */
const LIST_LIMIT = 10;

export type ClientDetails = {
  client: ClientRow;
  email: string;
  balanceCents: Cents;
  invoiceCount: number;
  /** Messages from the client that no administrator has read. */
  unreadCount: number;
  /** The inquiries that the client was created from, the oldest first. */
  inquiries: readonly { id: string; created_at: string }[];
};

/** A client with its email address and balance, or null if the id is unknown. */
export function clientQuery(id: string) {
  return queryOptions({
    queryKey: [CLIENT_KEY, id],
    queryFn: async (): Promise<ClientDetails | null> => {
      const supabase = await getSupabase("admin");
      const row = unwrap(
        await supabase
          .from("clients")
          .select("*, users(email), contact_inquiries(id, created_at)")
          .eq("id", id)
          .order("created_at", { referencedTable: "contact_inquiries" })
          .maybeSingle(),
      );
      if (!row) {
        return null;
      }
      const balance = unwrap(
        await supabase.from("client_totals").select("*").eq("client_id", id).maybeSingle(),
      );
      const { users, contact_inquiries: inquiries, ...client } = row;
      return {
        client,
        email: users?.email ?? "",
        balanceCents: toCents(balance?.outstanding_balance),
        invoiceCount: balance?.invoice_count ?? 0,
        unreadCount: balance?.unread_count ?? 0,
        inquiries,
      };
    },
  });
}

/** Status of the client's portal account. */
export function clientAccountQuery(id: string) {
  return queryOptions({
    queryKey: [CLIENT_KEY, id, "account"],
    queryFn: async () => (await readJson(adminApi.clients[":id"].account.$get({ param: { id } }))).account,
  });
}

const INVOICE_COLUMNS =
  "id, invoice_number, description, amount, total_paid_amount, refunded_amount, pending_refund_amount, status, square_status, is_processing, is_scheduled, due_date, next_payment_due_date, next_payment_amount, payment_schedule";

/** The client's most urgent invoices: overdue ones first, then unpaid ones by their next due date, then the others. */
export function clientInvoicesQuery(id: string) {
  return queryOptions({
    queryKey: [CLIENT_KEY, id, "invoices"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const selectInvoices = () => supabase.from("invoices").select(INVOICE_COLUMNS).eq("client_id", id);
      const [open, closed] = await Promise.all([
        // All of them, because the order depends on two dates. A client has few open invoices.
        selectInvoices().in("status", ["pending", "overdue"]).order("due_date").order("id"),
        selectInvoices()
          .in("status", ["paid", "cancelled"])
          .order("due_date", { ascending: false })
          .order("id")
          .limit(LIST_LIMIT),
      ]);
      return sortByUrgency([...unwrap(open), ...unwrap(closed)]).slice(0, LIST_LIMIT);
    },
  });
}

/** The client's projects, latest target date first. */
export function clientProjectsQuery(id: string) {
  return queryOptions({
    queryKey: [CLIENT_KEY, id, "projects"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase
          .from("project_list")
          .select("id, project_name, status, target_completion_date, total_estimated_value, proposal_value")
          .eq("client_id", id)
          .order("target_completion_date", { ascending: false, nullsFirst: false })
          .order("id")
          .limit(LIST_LIMIT),
      );
    },
  });
}

/** The client's bookings and quote requests, newest first. */
export function clientBookingsQuery(id: string) {
  return queryOptions({
    queryKey: [CLIENT_KEY, id, "bookings"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase
          .from("service_bookings")
          .select("id, kind, service_type, status, preferred_start_date, scheduled_at, created_at")
          .eq("client_id", id)
          .order("created_at", { ascending: false })
          .limit(LIST_LIMIT),
      );
    },
  });
}

/**
 * Creates a client, optionally from an inquiry, and sends the invitation.
 * @returns the client's id
 * @throws {ApiError}
 */
export async function createClient(form: NewClientForm, inquiryId?: string): Promise<string> {
  const { id } = await readJson(adminApi.clients.$post({ json: { ...form, inquiryId } }));
  return id;
}

/** A client that the account with the email address has access to. Null if there is none, such as for an administrator. */
export function clientOfEmailQuery(email: string) {
  return queryOptions({
    queryKey: [CLIENT_KEY, "of-email", email],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const [account] = unwrap(await supabase.from("users").select("id").ilike("email", escapeLike(email)));
      const [membership] = account
        ? unwrap(
            await supabase
              .from("client_members")
              .select("clients(id, company)")
              .eq("user_id", account.id)
              .order("joined_at")
              .limit(1),
          )
        : [];
      return membership?.clients ?? null;
    },
  });
}

/**
 * Saves an edited client unless an administrator or the client has changed the same fields in the meantime.
 * @throws {ApiError} 409 on a conflict, 404 if the client was deleted.
 */
export async function updateClient(original: ClientRow, form: ClientForm): Promise<void> {
  const supabase = await getSupabase("admin");
  const columns = {
    company: form.company,
    contact_person: form.contactPerson,
    phone: form.phone,
    address: form.address,
  };
  await saveIfUnchanged({
    noun: "client",
    original,
    form,
    toForm: toClientForm,
    reload: async () =>
      unwrap(await supabase.from("clients").select("*").eq("id", original.id).maybeSingle()),
    save: async ({ id, updated_at }) =>
      unwrap(
        await supabase.from("clients").update(columns).eq("id", id).eq("updated_at", updated_at).select("id"),
      ).length > 0,
  });
}

/**
 * Sends or resends the invitation to set a password. `email` is required if the client has no account.
 * @throws {ApiError}
 */
export async function sendInvitation(id: string, email?: string): Promise<void> {
  await readJson(adminApi.clients[":id"].invitation.$post({ param: { id }, json: { email } }));
}

/** @throws {ApiError} */
export async function revokeInvitation(id: string): Promise<void> {
  await readJson(adminApi.clients[":id"].invitation.$delete({ param: { id } }));
}

/** Suspends a client or restores its access. @throws {ApiError} */
export async function setClientStatus(id: string, status: ClientStatus): Promise<void> {
  await readJson(adminApi.clients[":id"].status.$post({ param: { id }, json: { status } }));
}
