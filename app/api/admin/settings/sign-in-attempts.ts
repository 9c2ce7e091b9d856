import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "#app/api/client/call-api.ts";
import type { SignInAttemptPage } from "#domain/sign-in/sign-in-attempt.ts";

/** One page of sign-in attempts, newest first. `search` matches email and IP address. */
export function signInAttemptsQuery(filter: { search: string; outcome: string; page: number }) {
  const { search, outcome, page } = filter;
  return queryOptions({
    queryKey: ["sign-in-attempts", search, outcome, page],
    queryFn: () =>
      callApi<SignInAttemptPage>(
        "admin",
        `/api/admin/sign-in-attempts?${new URLSearchParams({ search: search.trim(), outcome, page: String(page) })}`,
      ),
    placeholderData: keepPreviousData,
  });
}
