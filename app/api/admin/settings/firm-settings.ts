import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { FirmContacts, FirmLinks } from "#domain/firm/firm-settings.ts";
import type { RetentionPeriods } from "#domain/firm/retention.ts";

/** Recipients of emails about inquiries and bookings. If empty, the installation's default applies. */
export function firmContactsQuery() {
  return queryOptions({
    queryKey: ["firm-contacts"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(await supabase.from("email_settings").select("recipients").single());
    },
  });
}

/** @throws {ApiError} */
export async function saveFirmSettings(firm: FirmLinks & FirmContacts): Promise<void> {
  await readJson(adminApi.settings.firm.$put({ json: firm }));
}

export function retentionPeriodsQuery() {
  return queryOptions({
    queryKey: ["retention-periods"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const { id: _, ...periods } = unwrap(await supabase.from("retention_periods").select("*").single());
      return periods;
    },
  });
}

/** @throws {ApiError} */
export async function saveRetentionPeriods(periods: RetentionPeriods): Promise<void> {
  await readJson(adminApi.settings.retention.$put({ json: periods }));
}
