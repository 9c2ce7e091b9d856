import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { fetchPage, type ListParams } from "#app/api/admin/list-page.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { anyColumnMatches, containsPattern } from "#app/api/client/like-pattern.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { InquiryChanges, InquiryStatus } from "#domain/inquiries/inquiry.ts";
import type { Tables } from "#supabase/database.types.ts";

const DASHBOARD_LIMIT = 5;
const SEARCH_COLUMNS = ["name", "company", "email", "reference"];

/** Columns the inbox can be sorted by. */
export const INQUIRY_SORT_COLUMNS = ["company", "service_interest", "created_at", "reply_due_at", "status"];

export type Inquiry = Tables<"contact_inquiries">;

/** A reply that was emailed. `author` is empty if the administrator had no name. */
export type InquiryReplyRow = Pick<Tables<"inquiry_replies">, "id" | "message" | "author" | "sent_at">;

/** Query key prefix for all data about inquiries. */
export const INQUIRIES_KEY = "inquiries";

/** Poll, because the sidebar's badge and the dashboard stay on screen. */
const POLL_INTERVAL_MS = 60_000;

async function fetchOpenInquiries() {
  const supabase = await getSupabase("admin");
  const response = await supabase
    .from("contact_inquiries")
    .select("id, company, service_interest, created_at", { count: "exact" })
    .in("status", ["new", "in_progress"])
    .order("created_at")
    .limit(DASHBOARD_LIMIT);
  const inquiries = unwrap(response);
  return { inquiries, total: response.count ?? inquiries.length };
}

/** An inquiry without a reply. */
export type OpenInquiry = Awaited<ReturnType<typeof fetchOpenInquiries>>["inquiries"][number];

/** The oldest inquiries without a reply and their total number. */
export function openInquiriesQuery() {
  return queryOptions({
    queryKey: [INQUIRIES_KEY, "open"],
    queryFn: fetchOpenInquiries,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** An inquiry with the replies to it, the oldest first. Null if it does not exist. */
export function inquiryQuery(id: string) {
  return queryOptions({
    queryKey: [INQUIRIES_KEY, "inquiry", id],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase
          .from("contact_inquiries")
          .select("*, inquiry_replies(id, message, author, sent_at)")
          .eq("id", id)
          .order("sent_at", { referencedTable: "inquiry_replies" })
          .maybeSingle(),
      );
    },
  });
}

/**
 * One page of the inbox. An empty `status` selects inquiries without a reply, oldest first. `search` matches name,
 * company, email and reference.
 */
export function inquiryListQuery({ search, status, page, sort }: ListParams<InquiryStatus | "all">) {
  return queryOptions({
    queryKey: [INQUIRIES_KEY, "list", search, status, page, sort],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const order = sort ?? { column: "created_at", ascending: status === "" };
      return fetchPage(page, (from, to) => {
        let query = supabase.from("contact_inquiries").select("*", { count: "exact" });
        if (status === "") {
          query = query.in("status", ["new", "in_progress"]);
        } else if (status !== "all") {
          query = query.eq("status", status);
        }
        if (search.trim()) {
          query = query.or(anyColumnMatches(SEARCH_COLUMNS, containsPattern(search.trim())));
        }
        // Inquiries without a deadline are last in both directions.
        const direction = { ascending: order.ascending, nullsFirst: false };
        return query.order(order.column, direction).order("id").range(from, to);
      });
    },
    placeholderData: keepPreviousData,
  });
}

/** Changes an inquiry's status or internal notes. @throws {ApiError} */
export async function updateInquiry(id: string, changes: InquiryChanges): Promise<void> {
  await readJson(adminApi.inquiries[":id"].$post({ param: { id }, json: changes }));
}

/** Replies to the inquirer by email. @throws {ApiError} */
export async function replyToInquiry(id: string, message: string): Promise<void> {
  await readJson(adminApi.inquiries[":id"].reply.$post({ param: { id }, json: { message } }));
}
