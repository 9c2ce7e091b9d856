import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { fetchPage, type ListParams } from "#app/api/admin/list-page.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { MoveConsultation } from "#domain/consultations/consultation-request.ts";

const COLUMNS = "*, consultation_hosts(name, meeting_url, phone)";

/** Query key prefix for all data about consultations. */
export const CONSULTATIONS_KEY = "consultations";

/** Which consultations the list shows. Without a filter, the upcoming ones. */
export type ConsultationFilter = "held" | "past" | "cancelled" | "all";

async function fetchConsultations({ status, page }: Pick<ListParams<ConsultationFilter>, "status" | "page">) {
  const supabase = await getSupabase("admin");
  const now = new Date().toISOString();
  return fetchPage(page, (from, to) => {
    const query = supabase.from("consultations").select(COLUMNS, { count: "exact" });
    if (status === "") {
      query.eq("status", "confirmed").gte("ends_at", now);
    } else if (status === "held") {
      query.eq("status", "held").gt("hold_expires_at", now);
    } else if (status === "past") {
      query.in("status", ["confirmed", "no_show"]).lt("ends_at", now);
    } else if (status === "cancelled") {
      query.in("status", ["cancelled", "expired"]);
    }
    const ascending = status === "" || status === "held";
    return query.order("starts_at", { ascending }).order("id").range(from, to);
  });
}

/** A consultation with its host. */
export type ListedConsultation = Awaited<ReturnType<typeof fetchConsultations>>["rows"][number];

/** One page of consultations: upcoming ones from the next on, all others from the latest on. */
export function consultationListQuery(params: Pick<ListParams<ConsultationFilter>, "status" | "page">) {
  return queryOptions({
    queryKey: [CONSULTATIONS_KEY, "list", params.status, params.page],
    queryFn: () => fetchConsultations(params),
    placeholderData: keepPreviousData,
  });
}

/** The consultation that an inquiry belongs to, or null. */
export function inquiryConsultationQuery(inquiryId: string) {
  return queryOptions({
    queryKey: [CONSULTATIONS_KEY, "inquiry", inquiryId],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase.from("consultations").select(COLUMNS).eq("inquiry_id", inquiryId).maybeSingle(),
      );
    },
  });
}

/** The ids of upcoming consultations at whose time their host is busy. */
export function consultationConflictsQuery() {
  return queryOptions({
    queryKey: [CONSULTATIONS_KEY, "conflicts"],
    queryFn: async () => (await readJson(adminApi.consultations.problems.$get())).conflicts,
  });
}

/** The times to which a consultation can be rescheduled, from today on. With a host, only the host's. */
export function consultationTimesQuery(id: string, query: { timeZone: string; hostId?: string }) {
  return queryOptions({
    queryKey: [CONSULTATIONS_KEY, "free-times", id, query],
    queryFn: async () => readJson(adminApi.consultations[":id"]["free-times"].$get({ param: { id }, query })),
  });
}

/** Reschedules a consultation and emails the visitor and the host. @throws {ApiError} 409 if the time can't be booked */
export async function moveConsultation(id: string, move: MoveConsultation): Promise<void> {
  await readJson(adminApi.consultations[":id"].reschedule.$post({ param: { id }, json: move }));
}

/** Cancels a consultation and emails the visitor and the host. @throws {ApiError} 409 if it has started */
export async function cancelConsultation(id: string, reason: string): Promise<void> {
  await readJson(adminApi.consultations[":id"].cancel.$post({ param: { id }, json: { reason } }));
}

/** Records that the visitor did not attend. @throws {ApiError} 409 if it has not started */
export async function markNoShow(id: string): Promise<void> {
  await readJson(adminApi.consultations[":id"]["no-show"].$post({ param: { id } }));
}
