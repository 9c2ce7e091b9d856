import type { TablesInsert } from "#supabase/database.types.ts";
import { insertRow, type World } from "./rows.ts";

/** A project not stored yet; its client is given when it is stored. */
export type ProjectDraft = Omit<TablesInsert<"projects">, "client_id">;

/** A project in progress unless told otherwise. */
export function aProject(wanted: Partial<ProjectDraft> = {}): ProjectDraft {
  return { project_name: "Model audit", status: "in_progress", start_date: "2025-10-01", ...wanted };
}

export function storeProject(world: World, draft: ProjectDraft & { client_id: string }) {
  return insertRow(world, "projects", draft);
}
