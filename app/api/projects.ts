import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";

const LISTED =
  "id, project_name, description, status, start_date, target_completion_date, total_estimated_value";

async function fetchOwnProjects(clientId: string) {
  const client = await backend("client");
  return dataOf(
    await client
      .from("projects")
      .select(LISTED)
      .eq("client_id", clientId)
      .order("target_completion_date", { ascending: false }),
  );
}

/** A project as its client sees it. */
export type OwnProject = Awaited<ReturnType<typeof fetchOwnProjects>>[number];

export function ownProjects(clientId: string) {
  return queryOptions({ queryKey: ["own-projects", clientId], queryFn: () => fetchOwnProjects(clientId) });
}
