import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { readJson } from "#app/api/client/read-response.ts";

/** The calendars of the hosts, the ids of consultations at whose time a host is busy, and reached limits of bookings. */
export function schedulingProblemsQuery() {
  return queryOptions({
    queryKey: ["scheduling-problems"],
    queryFn: async () => {
      const [{ feeds }, problems] = await Promise.all([
        readJson(adminApi.scheduling.$get()),
        readJson(adminApi.consultations.problems.$get()),
      ]);
      return { feeds, ...problems };
    },
  });
}
