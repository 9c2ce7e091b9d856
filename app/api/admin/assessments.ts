import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readFile, readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { FINDINGS_KEY } from "#app/api/shared/findings.ts";
import type { IssueLetter, SaveAssessment } from "#domain/findings/report/reports-api.ts";

const POLL_INTERVAL_MS = 1000;
const MAX_VERSIONS = 10;

const assessmentKey = (projectId: string, ...parts: string[]) => [
  FINDINGS_KEY,
  "admin",
  "assessment",
  projectId,
  ...parts,
];

async function fetchAssessment(projectId: string) {
  const supabase = await getSupabase("admin");
  return unwrap(
    await supabase
      .from("projects")
      .select(
        `id, project_name, client_id, clients(company), assessments(*), tested_entries(taxonomy, version, entry_id),
         findings(id, key, title, severity, state, finding_mappings(taxonomy, version, entry_id), retest_findings(is_active, retest_rounds(status)))`,
      )
      .eq("id", projectId)
      .maybeSingle(),
  );
}

/** A project with its assessment, what was tested, and all findings. `assessments` is null until the details are saved. */
export type ProjectAssessment = NonNullable<Awaited<ReturnType<typeof fetchAssessment>>>;

export function assessmentQuery(projectId: string) {
  return queryOptions({
    queryKey: assessmentKey(projectId),
    queryFn: () => fetchAssessment(projectId),
  });
}

async function fetchReports(projectId: string) {
  const supabase = await getSupabase("admin");
  const select = () =>
    supabase
      .from("finding_reports")
      .select("id, status, progress, error, version, finished_at, documents(*)")
      .eq("project_id", projectId)
      .order("requested_at", { ascending: false });
  const [latest, versions] = await Promise.all([
    select().limit(1).maybeSingle(),
    select().eq("status", "done").limit(MAX_VERSIONS),
  ]);
  return { latest: unwrap(latest), versions: unwrap(versions) };
}

/** A request for a report. `documents` is null until the report is stored, and after its document is deleted. */
export type ReportRequest = Awaited<ReturnType<typeof fetchReports>>["versions"][number];

/** The latest request for the report of a project, and its versions. Polls while a report is being generated. */
export function reportsQuery(projectId: string) {
  return queryOptions({
    queryKey: assessmentKey(projectId, "reports"),
    queryFn: () => fetchReports(projectId),
    refetchInterval: ({ state }) =>
      state.data?.latest && isBeingGenerated(state.data.latest) ? POLL_INTERVAL_MS : false,
  });
}

export function isBeingGenerated({ status }: { status: string }): boolean {
  return status === "queued" || status === "running";
}

async function fetchLetters(projectId: string) {
  const supabase = await getSupabase("admin");
  return unwrap(
    await supabase
      .from("attestation_letters")
      .select("id, code, status, issued_on, ended_on, withdrawal_reason, content, documents(*)")
      .eq("project_id", projectId)
      .order("created_at", { ascending: false }),
  );
}

/** A letter of attestation. `documents` is null if its document was deleted. */
export type IssuedLetter = Awaited<ReturnType<typeof fetchLetters>>[number];

/** The letters of attestation of a project, newest first. */
export function lettersQuery(projectId: string) {
  return queryOptions({
    queryKey: assessmentKey(projectId, "letters"),
    queryFn: () => fetchLetters(projectId),
  });
}

/** Loads everything about the assessment of a project again. */
export function refetchAssessment(queryClient: QueryClient, projectId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: assessmentKey(projectId) });
}

/** @throws {ApiError} */
export async function saveAssessment(project: string, assessment: SaveAssessment): Promise<void> {
  await readJson(adminApi.projects[":project"].assessment.$put({ param: { project }, json: assessment }));
}

/** Requests the report of a project. @throws {ApiError} 409 if it is being written. */
export async function requestReport(project: string): Promise<void> {
  await readJson(adminApi.projects[":project"].reports.$post({ param: { project } }));
}

/** Returns the PDF of a letter that has not been issued. @throws {ApiError} or, if canceled, the signal's reason */
export function previewLetter(project: string, letter: IssueLetter, signal: AbortSignal): Promise<Blob> {
  return readFile(
    adminApi.projects[":project"].letters.preview.$post(
      { param: { project }, json: letter },
      { init: { signal } },
    ),
  );
}

/** @throws {ApiError} */
export async function issueLetter(project: string, letter: IssueLetter): Promise<void> {
  await readJson(adminApi.projects[":project"].letters.$post({ param: { project }, json: letter }));
}

/** @throws {ApiError} 409 if it was withdrawn already. */
export async function withdrawLetter(id: string, reason: string): Promise<void> {
  await readJson(adminApi.letters[":id"].withdraw.$post({ param: { id }, json: { reason } }));
}
