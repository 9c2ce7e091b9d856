import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type ListWanted, listPage } from "#app/api/admin-list.ts";
import { callApi } from "#app/api/api.ts";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import { anyOf, containing } from "#app/api/like-pattern.ts";
import type { InquiryNotes } from "#domain/inquiry.ts";
import type { Tables } from "#supabase/database.types.ts";

const SHOWN = 5;
const SEARCHED = ["name", "company", "email", "reference"];

/** Columns the inbox can be ordered by. */
export const INQUIRY_SORTS = ["company", "service_interest", "created_at", "state"];

export type Inquiry = Tables<"contact_inquiries">;

/** First part of the keys of everything that shows inquiries. */
export const INQUIRIES = "inquiries";

/** The inquiries nobody has taken up: how many, and the newest of them. */
export function newInquiries() {
  return queryOptions({
    queryKey: [INQUIRIES, "new"],
    queryFn: async () => {
      const admin = await backend("admin");
      const answer = await admin
        .from("contact_inquiries")
        .select("id, reference, company, service_interest, state, created_at", { count: "exact" })
        .eq("state", "new")
        .order("created_at", { ascending: false })
        .limit(SHOWN);
      const inquiries = dataOf(answer);
      return { inquiries, total: answer.count ?? inquiries.length };
    },
  });
}

/**
 * One page of the inbox: what waits for an answer, the longest waiting first, unless `status` names a state or "all".
 * `search` looks into name, company, e-mail and reference.
 */
export function inquiryList({ search, status: state, page, sort }: ListWanted) {
  return queryOptions({
    queryKey: [INQUIRIES, "list", search, state, page, sort],
    queryFn: async () => {
      const admin = await backend("admin");
      const order = sort ?? { column: "created_at", ascending: state === "" };
      return listPage(page, (from, to) => {
        let wanted = admin.from("contact_inquiries").select("*", { count: "exact" });
        if (state === "") wanted = wanted.in("state", ["new", "in_progress"]);
        else if (state !== "all") wanted = wanted.eq("state", state);
        if (search.trim()) wanted = wanted.or(anyOf(SEARCHED, containing(search.trim())));
        return wanted.order(order.column, { ascending: order.ascending }).order("id").range(from, to);
      });
    },
    placeholderData: keepPreviousData,
  });
}

/** Keeps what the firm notes of an inquiry. @throws ApiFailure */
export async function noteInquiry(id: string, kept: InquiryNotes): Promise<void> {
  await callApi("admin", `/api/admin/inquiries/${id}`, { method: "POST", body: kept });
}

/** Mails whoever inquired. @throws ApiFailure */
export async function replyToInquiry(id: string, message: string): Promise<void> {
  await callApi("admin", `/api/admin/inquiries/${id}/reply`, { method: "POST", body: { message } });
}
