import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiError, unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSelectedClient, selectClient } from "#app/api/client/selected-client.ts";
import { notifyIfSessionRejected } from "#app/api/client/session-rejected.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { userApi } from "#app/api/client/user-api.ts";
import { ownInvoicesQuery } from "#app/api/portal/invoices.ts";
import { type AccountSettings, toClientColumns } from "#domain/clients/account-settings.ts";
import type { ClientRow } from "#domain/clients/client.ts";
import type { OwnInvitation } from "#domain/clients/members/member.ts";

const OWN_ACCESS = "own-access";
const OWN_INVITATIONS = "own-invitations";

export const ownAccessKey = (userId: string) => [OWN_ACCESS, userId];

async function fetchMemberships() {
  const supabase = await getSupabase("client");
  return unwrap(
    await supabase
      .from("own_memberships")
      .select("client_id, company, role, permissions, needs_second_factor, name, is_contact_person"),
  );
}

/** A client that the signed-in user can access. */
export type Membership = Awaited<ReturnType<typeof fetchMemberships>>[number];

/** What the signed-in user can access. `client` is null if the selected client requires a second factor first. */
export type OwnAccess = { memberships: Membership[]; selected: Membership; client: ClientRow | null };

/**
 * The clients of the signed-in user, and the selected one. Selects the first client if the stored selection is missing
 * or no longer accessible.
 * @throws {ApiError} if the account has no client or the client is suspended
 */
export function ownAccessQuery({ userId }: { userId: string }) {
  return queryOptions({
    queryKey: ownAccessKey(userId),
    queryFn: async ({ client: queryClient }): Promise<OwnAccess> => {
      // In parallel, because the stored selection is usually still accessible.
      const [memberships, client] = await Promise.all([fetchMemberships(), fetchCurrentClient()]);
      const selected =
        memberships.find(({ client_id: id }) => id === getSelectedClient()) ?? memberships[0] ?? null;
      if (!selected) {
        await checkRemovedFactor(userId);
        throw new ApiError({ status: 404, code: NO_CLIENT_CODE, message: "Client account not found" });
      }
      if (getSelectedClient() !== selected.client_id) {
        selectClient(selected.client_id);
        removeClientData(queryClient);
      }
      prefetchInvoices(queryClient, selected);
      const current = client?.id === selected.client_id ? client : await fetchCurrentClient();
      if (!current && !selected.needs_second_factor) {
        notifyIfSessionRejected("client", REMOVED_FACTOR);
      }
      return { memberships, selected, client: current };
    },
  });
}

/** Row policies hide the client from a session whose second factor was removed in another session. */
const REMOVED_FACTOR = { status: 403, code: "second_factor_required" };
/** A second rejection would end the session, but a user with a second factor can also have lost their access. */
const checkedUsers = new Set<string>();

/** Refreshes a session with a second factor once. The refreshed session requires the remaining factor, if one was removed. */
async function checkRemovedFactor(userId: string): Promise<void> {
  const { auth } = await getSupabase("client");
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  if (data?.currentLevel === "aal2" && !checkedUsers.has(userId)) {
    checkedUsers.add(userId);
    notifyIfSessionRejected("client", REMOVED_FACTOR);
  }
}

/** Requests the invoices before the first section is rendered, because most of its content depends on them. */
function prefetchInvoices(queryClient: QueryClient, { client_id, permissions }: Membership): void {
  const invoices = ownInvoicesQuery(client_id);
  if (permissions.includes("billing") && queryClient.getQueryState(invoices.queryKey) === undefined) {
    void queryClient.prefetchQuery(invoices);
  }
}

/** Removes the rows of the previously selected client from the cache. */
export function removeClientData(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey: [name] }) => name !== OWN_ACCESS && name !== OWN_INVITATIONS,
  });
}

/** Code of the error for an account without a client. */
const NO_CLIENT_CODE = "no_client";

/** Whether the signed-in user has no access to any client. */
export function isNoClientError(error: Error | null): boolean {
  return error instanceof ApiError && error.code === NO_CLIENT_CODE;
}

/** Row policies return only the selected client. */
async function fetchCurrentClient(): Promise<ClientRow | null> {
  const supabase = await getSupabase("client");
  return unwrap(await supabase.from("clients").select("*").limit(1).maybeSingle());
}

/** Pending invitations for the signed-in user's email address. */
export function ownInvitationsQuery() {
  return queryOptions({
    queryKey: [OWN_INVITATIONS],
    queryFn: async (): Promise<OwnInvitation[]> =>
      (await readJson(userApi.client.client["own-invitations"].$get())).invitations,
  });
}

/** Refetches the user's access after an invitation is accepted. Shows the loading state to users who had no access. */
export async function refetchOwnAccess(queryClient: QueryClient): Promise<void> {
  const queryKey = [OWN_ACCESS];
  const hasFailed = queryClient.getQueryCache().find({ queryKey, exact: false })?.state.status === "error";
  await (hasFailed ? queryClient.resetQueries({ queryKey }) : queryClient.invalidateQueries({ queryKey }));
}

/** @throws {ApiError} 404 if the invitation has expired or was revoked */
export async function respondToInvitation(id: string, choice: "accept" | "decline"): Promise<void> {
  const invitation = userApi.client.client["own-invitations"][":id"];
  await readJson(
    choice === "accept"
      ? invitation.accept.$post({ param: { id } })
      : invitation.decline.$post({ param: { id } }),
  );
}

/** Records that the user opened the portal. @throws {ApiError} */
export async function recordVisit(): Promise<void> {
  await readJson(userApi.client.client.visit.$post());
}

/**
 * Changes the signed-in user's name at the selected client. If the user is the contact person, also the contact person.
 * @throws {ApiError}
 */
export async function changeOwnName(name: string): Promise<void> {
  await readJson(userApi.client.client["own-name"].$put({ json: { name } }));
}

/**
 * Saves the four columns that clients can write.
 * @throws {ApiError}
 */
export async function saveOwnSettings(clientId: string, settings: AccountSettings): Promise<void> {
  const supabase = await getSupabase("client");
  const saved = unwrap(
    await supabase
      .from("clients")
      .update(toClientColumns(settings))
      .eq("id", clientId)
      .select("id")
      .maybeSingle(),
  );
  if (!saved) {
    throw new ApiError({ status: 404, code: "", message: "No client was updated." });
  }
}
