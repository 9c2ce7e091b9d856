import { type DatabaseFixture, insertRow } from "./insert-row.ts";

let lastNumber = 0;

type FindingColumns = {
  title?: string;
  severity?: "critical" | "high" | "medium" | "low" | "info";
  description?: string;
  fingerprint?: string;
};

/** Inserts a draft. */
export async function insertDraft(
  database: DatabaseFixture,
  project: { id: string; client_id: string },
  columns: FindingColumns = {},
): Promise<{ id: string; key: string }> {
  lastNumber += 1;
  const key = `WL-01-${String(lastNumber).padStart(3, "0")}`;
  const { id } = await insertRow(database, "findings", {
    ...{ project_id: project.id, client_id: project.client_id, number: lastNumber, key },
    ...{ title: "Prompt injection in the support assistant", severity: "high", found_on: "2025-10-01" },
    ...columns,
  });
  return { id, key };
}

/** Inserts a finding and publishes it on October 2, 2025. */
export async function insertFinding(
  database: DatabaseFixture,
  project: { id: string; client_id: string },
  columns: FindingColumns = {},
): Promise<{ id: string; key: string }> {
  const finding = await insertDraft(database, project, columns);
  await database.pool.query(
    "update public.findings set publication_status = 'published', published_on = '2025-10-02' where id = $1",
    [finding.id],
  );
  return finding;
}
