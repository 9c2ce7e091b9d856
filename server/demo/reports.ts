import { readLetter, renderLetterPdf, storeLetter } from "#server/findings/report/issue-letter.ts";
import { createGenerateReportJob } from "#server/jobs/generate-report.ts";
import { createVerificationCode } from "#server/pdf/verification-code.ts";
import type { Services } from "#server/services.ts";

const SIGNATORY = { signatory: "Maya Okafor", signatoryTitle: "Founder" };

type DemoContext = Pick<Services, "config" | "database" | "files" | "scanner" | "jobs" | "now" | "log">;

/** Writes the report and a letter of attestation of each project that was retested. Skips what exists. */
export async function generateReports(context: DemoContext): Promise<void> {
  const { database, config, now } = context;
  const reports = await database.bypassPolicies({ reason: "load demo data" }, async (query) => {
    await query(
      `insert into public.finding_reports (project_id, client_id)
       select assessment.project_id, assessment.client_id
         from public.assessments as assessment
        where exists (select from public.retest_rounds as round
                       where round.project_id = assessment.project_id and round.status = 'completed')
          and not exists (select from public.finding_reports as report where report.project_id = assessment.project_id)`,
    );
    return query("select id, project_id from public.finding_reports order by requested_at");
  });
  const generateReport = createGenerateReportJob(context);
  for (const { id, project_id: projectId } of reports) {
    await generateReport({ reportId: id });
    const content = await database.bypassPolicies({ reason: "load demo data" }, async (query) => {
      const [existing] = await query("select 1 from public.attestation_letters where project_id = $1", [
        projectId,
      ]);
      return existing
        ? null
        : readLetter(query, projectId, { ...SIGNATORY, code: createVerificationCode(), now: now() });
    });
    if (content) {
      await storeLetter(context, {
        ...content,
        pdf: await renderLetterPdf(content.letter, config.publicUrl),
      });
    }
  }
}
