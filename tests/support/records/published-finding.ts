import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#supabase/database.types.ts";

type PublishedFinding = { projectId: string; clientId: string; title: string; number: number };

/** Inserts a published finding through the API, with `number` in its key, and returns its id. */
export async function insertPublishedFinding(
  service: SupabaseClient<Database>,
  { projectId, clientId, title, number }: PublishedFinding,
): Promise<string> {
  const { data: finding } = await service
    .from("findings")
    .insert({
      ...{ project_id: projectId, client_id: clientId, found_on: "2026-11-20" },
      ...{ title, severity: "medium" },
    })
    .select("id")
    .single()
    .throwOnError();
  await service
    .from("findings")
    .update({
      ...{ publication_status: "published", published_on: "2026-11-20" },
      ...{ number, key: `WL-99-${number}` },
    })
    .eq("id", finding.id)
    .throwOnError();
  return finding.id;
}
