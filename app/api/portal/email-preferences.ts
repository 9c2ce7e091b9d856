import { queryOptions } from "@tanstack/react-query";
import { ApiError, unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { EmailPreferences } from "#domain/clients/email-preferences.ts";

/** Contains every topic of `EMAIL_TOPICS`. A topic that is not selected is shown as turned off. */
export const COLUMNS =
  "receipts, payment_reminders, documents, projects, meetings, messages, findings, proposal_reminders, proposal_comments";

/** Which emails the signed-in user receives. @throws {ApiError} */
export function emailPreferencesQuery(userId: string) {
  return queryOptions({
    queryKey: ["email-preferences", userId],
    queryFn: async (): Promise<EmailPreferences> => {
      const supabase = await getSupabase("client");
      return requirePreferences(
        await supabase.from("email_preferences").select(COLUMNS).eq("user_id", userId).maybeSingle(),
      );
    },
  });
}

/** Turns emails on or off. @throws {ApiError} */
export async function saveEmailPreferences(
  userId: string,
  changes: Partial<EmailPreferences>,
): Promise<EmailPreferences> {
  const supabase = await getSupabase("client");
  return requirePreferences(
    await supabase
      .from("email_preferences")
      .update(changes)
      .eq("user_id", userId)
      .select(COLUMNS)
      .maybeSingle(),
  );
}

/** Row policies hide the preferences from a session that lacks the second factor. */
function requirePreferences(result: Parameters<typeof unwrap<EmailPreferences | null>>[0]): EmailPreferences {
  const preferences = unwrap(result);
  if (!preferences) {
    throw new ApiError({ status: 404, code: "", message: "No email preferences were found." });
  }
  return preferences;
}
