import type { RequestRetest } from "#domain/findings/retest.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";

/** Requests a retest as a client, or starts one as an administrator. Returns the id of the round. */
export async function requestRetest(
  query: Query,
  { projectId, findingIds, note }: RequestRetest,
): Promise<string> {
  const [row] = await query("select outcome, round_id from endpoints.request_retest($1, $2, $3)", [
    projectId,
    findingIds,
    note,
  ]);
  switch (row?.outcome) {
    case "requested":
      if (row.round_id) {
        return row.round_id;
      }
      throw new Error("the retest has no id");
    case "not-testable":
      throw new ApiError(
        409,
        "not_testable",
        "Some of these findings can't be retested, because they are fixed or withdrawn. Reload the page and try again.",
      );
    case "already-requested":
      throw new ApiError(
        409,
        "already_requested",
        "Some of these findings are already in a retest. Reload the page and select others.",
      );
    default:
      throw new ApiError(404, "unknown_project", "This project no longer exists.");
  }
}

export function unknownRetestError(): ApiError {
  return new ApiError(404, "unknown_retest", "This retest no longer exists.");
}
