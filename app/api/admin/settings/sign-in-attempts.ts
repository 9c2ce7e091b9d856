import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { readJson } from "#app/api/client/read-response.ts";
import type { SignInOutcome } from "#domain/sign-in/sign-in-attempt.ts";

/** One page of sign-in attempts, newest first. `search` matches email and IP address. */
export function signInAttemptsQuery(filter: { search: string; outcome: SignInOutcome | ""; page: number }) {
  const { search, outcome, page } = filter;
  return queryOptions({
    queryKey: ["sign-in-attempts", search, outcome, page],
    queryFn: () =>
      readJson(
        adminApi["sign-in-attempts"].$get({ query: { search: search.trim(), outcome, page: String(page) } }),
      ),
    placeholderData: keepPreviousData,
  });
}
