import type { TablesInsert } from "#supabase/database.types.ts";
import { type DatabaseFixture, insertRow } from "./insert-row.ts";

/** A project to insert. Its client is set by `insertProject`. */
export type ProjectInput = Omit<TablesInsert<"projects">, "client_id">;

/** A project that is in progress by default. */
export function buildProject(overrides: Partial<ProjectInput> = {}): ProjectInput {
  return { project_name: "Model audit", status: "in_progress", start_date: "2025-10-01", ...overrides };
}

export function insertProject(database: DatabaseFixture, project: ProjectInput & { client_id: string }) {
  return insertRow(database, "projects", project);
}
