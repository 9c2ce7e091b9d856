import { type DatabaseFixture, insertRow } from "./insert-row.ts";

let lastNumber = 0;

function nextPublication() {
  lastNumber += 1;
  return {
    publication_status: "published",
    published_on: "2025-10-02",
    number: lastNumber,
    key: `WL-01-${String(lastNumber).padStart(3, "0")}`,
  } as const;
}

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
): Promise<{ id: string }> {
  const { id } = await insertRow(database, "findings", {
    ...{ project_id: project.id, client_id: project.client_id },
    ...{ title: "Prompt injection in the support assistant", severity: "high", found_on: "2025-10-01" },
    ...columns,
  });
  return { id };
}

/** Inserts a finding and publishes it on October 2, 2025. */
export async function insertFinding(
  database: DatabaseFixture,
  project: { id: string; client_id: string },
  columns: FindingColumns = {},
): Promise<{ id: string; key: string }> {
  const { id } = await insertDraft(database, project, columns);
  return { id, key: await publishDraft(database, id) };
}

/** Publishes a draft on October 2, 2025, and returns its key. */
export async function publishDraft(database: DatabaseFixture, id: string): Promise<string> {
  const { publication_status, published_on, number, key } = nextPublication();
  await database.pool.query(
    "update public.findings set publication_status = $2, published_on = $3, number = $4, key = $5 where id = $1",
    [id, publication_status, published_on, number, key],
  );
  return key;
}
