import { queryOptions } from "@tanstack/react-query";
import { hc } from "hono/client";
import { readJson } from "#app/api/client/read-response.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { PublicApi } from "#server/api/public/public-api.ts";

const { consultations } = hc<PublicApi>("/").api;

/** The free times of the two weeks from a date on. */
export function freeTimesQuery(query: { from: CalendarDate; timeZone: string }) {
  return queryOptions({
    queryKey: ["free-times", query],
    queryFn: async () => readJson(consultations.slots.$get({ query })),
  });
}
