import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { readJson } from "#app/api/client/read-response.ts";

/** The calendars of the hosts, and the ids of consultations at whose time a host is busy. */
export function schedulingProblemsQuery() {
  return queryOptions({
    queryKey: ["scheduling-problems"],
    queryFn: async () => {
      const [{ feeds }, { ids: clashes }] = await Promise.all([
        readJson(adminApi.scheduling.$get()),
        readJson(adminApi.consultations.clashes.$get()),
      ]);
      return { feeds, clashes };
    },
  });
}
