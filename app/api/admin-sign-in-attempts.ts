import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "#app/api/api.ts";
import type { SignInAttemptPage } from "#domain/sign-in-attempt.ts";

/** One page of the attempts to sign in, the newest first; `search` looks into e-mail and network address. */
export function signInAttempts(wanted: { search: string; outcome: string; page: number }) {
  const { search, outcome, page } = wanted;
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
