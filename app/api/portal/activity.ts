import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import {
  ACTIVITY_SIZE,
  GROUPED_LIMIT,
  SHOWN_FINDING_ACTIONS,
  SHOWN_PROPOSAL_ACTIONS,
} from "#domain/clients/recent-activity.ts";

export const activityKey = (clientId: string) => ["own-activity", clientId];

/**
 * The latest invoices, payments, documents, messages, proposals, milestones, findings, meetings and status changes of a client,
 * newest first. The row policies exclude what the user's role cannot see.
 */
export function recentActivityQuery(clientId: string) {
  return queryOptions({
    queryKey: activityKey(clientId),
    queryFn: async () => {
      const supabase = await getSupabase("client");
      const newest = { ascending: false };
      const [
        invoices,
        payments,
        documents,
        messages,
        statusChanges,
        proposalEvents,
        milestones,
        findingEvents,
        meetings,
        projects,
      ] = await Promise.all([
        supabase
          .from("invoices")
          .select("id, invoice_number, issued_date, is_scheduled")
          .eq("client_id", clientId)
          .not("issued_date", "is", null)
          .eq("is_scheduled", false)
          .order("issued_date", newest)
          .limit(ACTIVITY_SIZE),
        supabase
          .from("invoice_payments")
          .select("id, kind, amount, created_at, invoices!inner(id, invoice_number)")
          .eq("invoices.client_id", clientId)
          .eq("status", "completed")
          .order("created_at", newest)
          .limit(ACTIVITY_SIZE),
        supabase
          .from("documents")
          .select("id, name, version, uploaded_at")
          .eq("client_id", clientId)
          .eq("is_latest", true)
          .order("uploaded_at", newest)
          .limit(ACTIVITY_SIZE),
        supabase
          .from("messages")
          .select("id, created_at")
          .eq("client_id", clientId)
          .eq("sender_role", "admin")
          .order("created_at", newest)
          .limit(GROUPED_LIMIT),
        supabase
          .from("project_status_changes")
          .select("id, project_id, from_status, to_status, changed_at")
          .order("changed_at", newest)
          .limit(ACTIVITY_SIZE),
        supabase
          .from("proposal_events")
          .select("id, proposal_id, action, version, at, proposals(title)")
          .eq("client_id", clientId)
          .in("action", SHOWN_PROPOSAL_ACTIONS)
          .order("at", newest)
          .limit(ACTIVITY_SIZE),
        supabase
          .from("project_milestones")
          .select("id, project_id, title, accepted_at")
          .eq("client_id", clientId)
          .not("accepted_at", "is", null)
          .order("accepted_at", newest)
          .limit(ACTIVITY_SIZE),
        supabase
          .from("finding_events")
          .select("id, finding_id, action, to_value, at, findings!inner(title)")
          .eq("client_id", clientId)
          .in("action", SHOWN_FINDING_ACTIONS)
          .order("at", newest)
          .limit(GROUPED_LIMIT),
        supabase
          .from("service_bookings")
          .select("id, service_type, scheduled_at, approved_at")
          .eq("client_id", clientId)
          .eq("status", "approved")
          .not("scheduled_at", "is", null)
          .order("approved_at", newest)
          .limit(ACTIVITY_SIZE),
        supabase.from("client_projects").select("id, project_name").eq("client_id", clientId),
      ]);
      return {
        invoices: unwrap(invoices),
        payments: unwrap(payments),
        documents: unwrap(documents),
        messages: unwrap(messages),
        statusChanges: unwrap(statusChanges),
        proposalEvents: unwrap(proposalEvents),
        milestones: unwrap(milestones),
        findingEvents: unwrap(findingEvents),
        meetings: unwrap(meetings),
        projects: unwrap(projects),
      };
    },
  });
}

/** Whether the client has sent a message to the firm. */
export function hasSentMessageQuery(clientId: string) {
  return queryOptions({
    queryKey: ["own-first-message", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      const messages = unwrap(
        await supabase
          .from("messages")
          .select("id")
          .eq("client_id", clientId)
          .eq("sender_role", "client")
          .limit(1),
      );
      return messages.length > 0;
    },
  });
}
