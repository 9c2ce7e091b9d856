import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/data/backend.ts";
import { dataOf } from "#app/data/failure.ts";

const SHOWN = 5;

/** The inquiries nobody has taken up: how many, and the newest of them. */
export function newInquiries() {
  return queryOptions({
    queryKey: ["new-inquiries"],
    queryFn: async () => {
      const admin = await backend("admin");
      const answer = await admin
        .from("contact_inquiries")
        .select("id, reference, company, service_interest, created_at", { count: "exact" })
        .eq("state", "new")
        .order("created_at", { ascending: false })
        .limit(SHOWN);
      const inquiries = dataOf(answer);
      return { inquiries, total: answer.count ?? inquiries.length };
    },
  });
}
