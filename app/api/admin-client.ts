import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#app/api/api.ts";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import { saveOver } from "#app/api/save-over.ts";
import type { ClientRow } from "#domain/client.ts";
import {
  type ClientAccount,
  type ClientForm,
  clientFormOf,
  type NewClientForm,
} from "#domain/client-form.ts";
import { toCents } from "#domain/money.ts";

/** First part of the keys of everything the page of one client shows. */
export const ONE_CLIENT = "one-client";
/** Rows of each list on the page of a client; the lists themselves hold the rest. */
const SHOWN = 10;

/** A client as its page shows it. */
export type OneClient = { client: ClientRow; email: string; balanceCents: number; invoiceCount: number };

/** A client with its e-mail address and what it owes; null when there is none with this id. */
export function oneClient(id: string) {
  return queryOptions({
    queryKey: [ONE_CLIENT, id],
    queryFn: async (): Promise<OneClient | null> => {
      const admin = await backend("admin");
      const found = dataOf(await admin.from("clients").select("*, users(email)").eq("id", id).maybeSingle());
      if (!found) return null;
      const balance = dataOf(
        await admin.from("client_balances").select("*").eq("client_id", id).maybeSingle(),
      );
      const { users, ...client } = found;
      return {
        client,
        email: users?.email ?? "",
        balanceCents: toCents(balance?.outstanding_balance),
        invoiceCount: balance?.invoice_count ?? 0,
      };
    },
  });
}

/** How far the client's account is. */
export function clientAccount(id: string) {
  return queryOptions({
    queryKey: [ONE_CLIENT, id, "account"],
    queryFn: async () =>
      (await callApi<{ account: ClientAccount }>("admin", `/api/admin/clients/${id}/account`)).account,
  });
}

/** The client's invoices, the last due first. */
export function clientInvoices(id: string) {
  return queryOptions({
    queryKey: [ONE_CLIENT, id, "invoices"],
    queryFn: async () => {
      const admin = await backend("admin");
      return dataOf(
        await admin
          .from("invoices")
          .select("id, invoice_number, description, amount, total_paid_amount, status, due_date")
          .eq("client_id", id)
          .order("due_date", { ascending: false })
          .order("id")
          .limit(SHOWN),
      );
    },
  });
}

/** The client's projects, the last target first. */
export function clientProjects(id: string) {
  return queryOptions({
    queryKey: [ONE_CLIENT, id, "projects"],
    queryFn: async () => {
      const admin = await backend("admin");
      return dataOf(
        await admin
          .from("projects")
          .select("id, project_name, status, target_completion_date, total_estimated_value")
          .eq("client_id", id)
          .order("target_completion_date", { ascending: false })
          .order("id")
          .limit(SHOWN),
      );
    },
  });
}

/** What the client has asked for, the newest first. */
export function clientBookings(id: string) {
  return queryOptions({
    queryKey: [ONE_CLIENT, id, "bookings"],
    queryFn: async () => {
      const admin = await backend("admin");
      return dataOf(
        await admin
          .from("service_bookings")
          .select("id, kind, service_type, status, preferred_start_date, scheduled_at, created_at")
          .eq("client_id", id)
          .order("created_at", { ascending: false })
          .limit(SHOWN),
      );
    },
  });
}

/** Creates a client, of an inquiry where one is named, and invites it. @returns its id. @throws ApiFailure */
export async function createClient(form: NewClientForm, inquiryId?: string): Promise<string> {
  const body = { ...form, inquiryId };
  const { id } = await callApi<{ id: string }>("admin", "/api/admin/clients", { method: "POST", body });
  return id;
}

/**
 * Stores an edited client in place of the one the form was filled with, unless somebody, an administrator or the client,
 * changed that meanwhile.
 * @throws ApiFailure 409 when somebody did, 404 when it is gone.
 */
export async function updateClient(read: ClientRow, form: ClientForm): Promise<void> {
  const admin = await backend("admin");
  const columns = {
    company: form.company,
    contact_person: form.contactPerson,
    phone: form.phone,
    address: form.address,
  };
  await saveOver({
    what: "client",
    read,
    form,
    formOf: clientFormOf,
    readAgain: async () => dataOf(await admin.from("clients").select("*").eq("id", read.id).maybeSingle()),
    store: async ({ id, updated_at }) =>
      dataOf(
        await admin.from("clients").update(columns).eq("id", id).eq("updated_at", updated_at).select("id"),
      ).length > 0,
  });
}

/** Sends the link to set a password; to `email` where the client has no account. @throws ApiFailure */
export async function sendInvitation(id: string, email?: string): Promise<void> {
  await callApi("admin", `/api/admin/clients/${id}/invitation`, { method: "POST", body: { email } });
}

/** Takes back an invitation that was not accepted. @throws ApiFailure */
export async function withdrawInvitation(id: string): Promise<void> {
  await callApi("admin", `/api/admin/clients/${id}/invitation`, { method: "DELETE" });
}

/** Suspends a client, or lets it in again. @throws ApiFailure */
export async function changeClientStatus(id: string, status: "active" | "suspended"): Promise<void> {
  await callApi("admin", `/api/admin/clients/${id}/status`, { method: "POST", body: { status } });
}
