import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#app/api/api.ts";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import type { FirmContacts, FirmLinks } from "#domain/firm-settings.ts";
import type { RetentionPeriods } from "#domain/retention.ts";

/** Whom inquiries and bookings are mailed to; empty: the installation's default. */
export function firmContacts() {
  return queryOptions({
    queryKey: ["firm-contacts"],
    queryFn: async () => {
      const admin = await backend("admin");
      return dataOf(await admin.from("firm_contacts").select("recipients").single());
    },
  });
}

/** @throws ApiFailure */
export async function saveFirm(firm: FirmLinks & FirmContacts): Promise<void> {
  await callApi("admin", "/api/admin/settings/firm", { method: "PUT", body: firm });
}

/** How long things are kept. */
export function retentionPeriods() {
  return queryOptions({
    queryKey: ["retention-periods"],
    queryFn: async () => {
      const admin = await backend("admin");
      const { id: _, ...periods } = dataOf(await admin.from("retention_periods").select("*").single());
      return periods;
    },
  });
}

/** @throws ApiFailure */
export async function saveRetention(periods: RetentionPeriods): Promise<void> {
  await callApi("admin", "/api/admin/settings/retention", { method: "PUT", body: periods });
}
