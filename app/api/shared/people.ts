import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { readFile, readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { userApi } from "#app/api/client/user-api.ts";
import { PEOPLE_KEY } from "#app/api/shared/people-key.ts";
import type { AccessReview } from "#domain/clients/members/access-review.ts";
import { ACTIVITY_GROUPS, type ActivityEntry, type ActivityGroup } from "#domain/clients/members/activity.ts";
import type { ChangeMember, ClientPeople, InviteMember } from "#domain/clients/members/member.ts";

/** Whose people to read or change: a client, as an owner or an administrator. */
export type PeopleScope = { area: Area; clientId: string };

const routes = ({ area }: PeopleScope) => userApi[area].client.people[":client"];

/** The members and open invitations of a client. @throws {ApiError} 403 for other members */
export function peopleQuery(scope: PeopleScope) {
  return queryOptions({
    queryKey: [PEOPLE_KEY, scope.clientId],
    queryFn: async (): Promise<ClientPeople> =>
      (await readJson(routes(scope).$get({ param: { client: scope.clientId } }))).people,
  });
}

/** @throws {ApiError} 409 if the person is a member or invited already, 429 after too many invitations */
export async function inviteMember(scope: PeopleScope, invitation: InviteMember): Promise<void> {
  await readJson(routes(scope).invitations.$post({ param: { client: scope.clientId }, json: invitation }));
}

/** @throws {ApiError} */
export async function resendInvitation(scope: PeopleScope, id: string): Promise<void> {
  await readJson(routes(scope).invitations[":id"].resend.$post({ param: { client: scope.clientId, id } }));
}

/** @throws {ApiError} */
export async function revokeInvitation(scope: PeopleScope, id: string): Promise<void> {
  await readJson(routes(scope).invitations[":id"].$delete({ param: { client: scope.clientId, id } }));
}

/** @throws {ApiError} 409 for the last owner */
export async function changeMember(scope: PeopleScope, id: string, change: ChangeMember): Promise<void> {
  await readJson(routes(scope).members[":id"].$put({ param: { client: scope.clientId, id }, json: change }));
}

/** @throws {ApiError} 409 for the last owner */
export async function suspendMember(scope: PeopleScope, id: string): Promise<void> {
  await readJson(routes(scope).members[":id"].suspend.$post({ param: { client: scope.clientId, id } }));
}

/** @throws {ApiError} */
export async function restoreMember(scope: PeopleScope, id: string): Promise<void> {
  await readJson(routes(scope).members[":id"].restore.$post({ param: { client: scope.clientId, id } }));
}

/** @throws {ApiError} 409 for the last owner */
export async function removeMember(scope: PeopleScope, id: string): Promise<void> {
  await readJson(routes(scope).members[":id"].$delete({ param: { client: scope.clientId, id } }));
}

/** @throws {ApiError} 409 for an owner without a second factor */
export async function setSecondFactorRequired(scope: PeopleScope, isRequired: boolean): Promise<void> {
  await readJson(
    routes(scope)["second-factor"].$put({ param: { client: scope.clientId }, json: { isRequired } }),
  );
}

/** Who has access to a client, and the changes since the last review. @throws {ApiError} 403 for other members */
export function accessReviewQuery(scope: PeopleScope) {
  return queryOptions({
    queryKey: [PEOPLE_KEY, scope.clientId, "review"],
    queryFn: async (): Promise<AccessReview> =>
      (await readJson(routes(scope).review.$get({ param: { client: scope.clientId } }))).review,
  });
}

/** Records that the signed-in owner reviewed who has access. @throws {ApiError} */
export async function confirmAccessReview(scope: PeopleScope): Promise<void> {
  await readJson(routes(scope).reviews.$post({ param: { client: scope.clientId } }));
}

/** Downloads the access review as a PDF. @throws {ApiError} */
export function fetchAccessReviewPdf(scope: PeopleScope): Promise<Blob> {
  return readFile(routes(scope)["review.pdf"].$get({ param: { client: scope.clientId } }));
}

export const ACTIVITY_PAGE_SIZE = 50;
/** Maximum number of entries in a CSV file. */
const MAX_EXPORTED_ENTRIES = 10_000;
/** PostgREST returns at most this many rows per request. */
const EXPORT_PAGE_SIZE = 1000;

export type ActivityFilter = { group: ActivityGroup | null; person: string | null };

async function fetchActivity(
  { area, clientId }: PeopleScope,
  { group, person }: ActivityFilter,
  range: { from: number; count: number },
) {
  const supabase = await getSupabase(area);
  let query = supabase
    .from("client_activity")
    .select("id, at, actor_role, actor, action, subject, details", { count: "exact" })
    .eq("client_id", clientId)
    .order("at", { ascending: false })
    .order("id", { ascending: false })
    .range(range.from, range.from + range.count - 1);
  if (group) {
    query = query.in("action", [...ACTIVITY_GROUPS[group].actions]);
  }
  if (person) {
    query = query.eq("actor", person);
  }
  const response = await query;
  const entries: ActivityEntry[] = unwrap(response);
  return { entries, total: response.count ?? entries.length };
}

/** The latest entries of a client's activity log, newest first. */
export function activityQuery(scope: PeopleScope, filter: ActivityFilter, pages: number) {
  return queryOptions({
    queryKey: [PEOPLE_KEY, scope.clientId, "activity", filter, pages],
    queryFn: () => fetchActivity(scope, filter, { from: 0, count: pages * ACTIVITY_PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
}

/** All entries that match the filter, newest first, up to a maximum. @throws {ApiError} */
export async function fetchAllActivity(scope: PeopleScope, filter: ActivityFilter): Promise<ActivityEntry[]> {
  const all: ActivityEntry[] = [];
  for (let from = 0; from < MAX_EXPORTED_ENTRIES; from += EXPORT_PAGE_SIZE) {
    const { entries } = await fetchActivity(scope, filter, { from, count: EXPORT_PAGE_SIZE });
    all.push(...entries);
    if (entries.length < EXPORT_PAGE_SIZE) {
      break;
    }
  }
  return all;
}
