import { addDays } from "#domain/dates/calendar-date.ts";
import type { AssessmentDetails } from "#domain/findings/report/assessment.ts";
import { TAXONOMIES, TAXONOMY_VERSIONS, type Taxonomy } from "#domain/findings/taxonomy.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import type { Query } from "#server/database/database.ts";
import { DEMO_CLIENTS } from "#server/demo/seed-data.ts";
import { bulleted, paragraphs } from "./markdown.ts";

type DemoAssessment = {
  projectName: string;
  details: Omit<AssessmentDetails, "startedOn" | "endedOn">;
  startedDaysAgo: number;
  endedDaysAgo: number;
  /** Tested in addition to the items of the findings. */
  testedEntries: Partial<Record<Taxonomy, readonly string[]>>;
};

export const ASSESSMENTS: readonly DemoAssessment[] = [
  {
    projectName: "Model inventory and risk register",
    startedDaysAgo: 104,
    endedDaysAgo: 68,
    details: {
      system: "Model registry, bed forecast and record search",
      environment: "Production with read access, staging for all attacks",
      engagementReference: "SOW 2026-04",
      testType: "white_box",
      testers: "Kenji Watanabe, Maya Okafor",
      inScope:
        "The registry and its pipelines, 9 models in production, the search API and the risk register.",
      outOfScope: "Denial of service, the model provider, and the clinical systems that use the models.",
      methodology:
        "NIST AI RMF 1.0, ISO/IEC 42001 Annex A, OWASP Top 10 for LLM Applications 2025, MITRE ATLAS.",
      summary: paragraphs(
        "We reviewed how Meridian registers, approves and operates its models, and tested the controls in the registry and in two applications.",
        "The register is complete: every model in production has an entry. **Two controls that the register lists as effective did not exist in the pipelines.** The nightly forecast ran code from model files, and the record search ignored the access rights of the source system.",
        "After the first retest, the code execution and the exposed key are fixed. The access rights of the batch search are still open. Meridian accepted the risk of promotions without a second approver until version 4 of the pipeline.",
      ),
      approach: bulleted(
        "Interviews with the owners of all 9 models, and a comparison of the register with the running services.",
        "Attacks on the registry and the pipelines with the role `ml-developer`, in staging.",
        "60 searches with two synthetic users, compared with the access rights of the source system.",
      ),
    },
    testedEntries: {
      "owasp-llm": ["LLM04:2025", "LLM10:2025"],
      "owasp-agentic": ["ASI04:2026", "ASI05:2026"],
      "mitre-atlas": ["AML.T0010", "AML.T0035"],
      "nist-ai-rmf": ["GOVERN 3", "MAP 1", "MEASURE 2.7", "MEASURE 3.1", "MANAGE 1.4"],
      "iso-42001": ["A.4.2", "A.4.3", "A.5.2", "A.6.2.4", "A.6.2.6", "A.6.2.8", "A.7.2", "A.7.5"],
    },
  },
  {
    projectName: "Clinical assistant red team",
    startedDaysAgo: 34,
    endedDaysAgo: 24,
    details: {
      system: "triage-assist 2.1",
      environment: "Staging, with synthetic patients",
      engagementReference: "SOW 2026-07",
      testType: "gray_box",
      testers: "Daniel Reyes, Kenji Watanabe",
      inScope: "The patient chat, document upload, encounter search and the tools of the assistant.",
      outOfScope: "Production, the model provider and the hospital network.",
      methodology:
        "OWASP Top 10 for LLM Applications 2025, OWASP Top 10 for Agentic Applications 2026, MITRE ATLAS.",
      summary: paragraphs(
        "We attacked the assistant for two weeks before its launch on three wards, as a patient, as a clinician, and as the sender of a referral letter.",
        "**Anyone who can chat can change the urgency of any encounter.** Letters can also change what clinicians read. Both must be fixed before the launch.",
      ),
      approach: bulleted(
        "40 letters with hidden instructions, 20 runs each.",
        "25 conversations of up to 15 turns per refusal rule.",
        "Review of the tools, their parameters and the checks in the services behind them.",
      ),
    },
    testedEntries: {
      "owasp-llm": ["LLM04:2025", "LLM05:2025", "LLM07:2025", "LLM10:2025"],
      "owasp-agentic": ["ASI01:2026", "ASI06:2026", "ASI09:2026"],
      "mitre-atlas": ["AML.T0056", "AML.T0069"],
      "nist-ai-rmf": ["MAP 5", "MEASURE 2.8", "MEASURE 2.11"],
      "iso-42001": ["A.5.4", "A.6.2.4", "A.9.4"],
    },
  },
];

/** Describes what was tested in a project, unless it is described already. */
export async function insertAssessment(
  query: Query,
  now: Date,
  { projectName, details, startedDaysAgo, endedDaysAgo, testedEntries }: DemoAssessment,
): Promise<void> {
  const today = firmToday(now);
  const [project] = await query(
    `insert into public.assessments
       (project_id, client_id, system, environment, engagement_reference, test_type, started_on, ended_on, testers, in_scope,
        out_of_scope, methodology, summary, approach, updated_at)
     select project.id, project.client_id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
            $15::timestamptz - make_interval(days => $16)
       from public.projects as project
       join public.clients as client on client.id = project.client_id
       join public.users as account on account.id = client.user_id
      where lower(account.email) = lower($1) and project.project_name = $2
     on conflict (project_id) do nothing
     returning project_id, client_id`,
    [
      DEMO_CLIENTS[0]?.email ?? "",
      projectName,
      details.system,
      details.environment,
      details.engagementReference,
      details.testType,
      addDays(today, -startedDaysAgo),
      addDays(today, -endedDaysAgo),
      details.testers,
      details.inScope,
      details.outOfScope,
      details.methodology,
      details.summary,
      details.approach,
      now,
      endedDaysAgo,
    ],
  );
  if (!project) {
    return;
  }
  for (const taxonomy of TAXONOMIES) {
    await query(
      `insert into public.tested_entries (project_id, client_id, taxonomy, version, entry_id)
       select $1, $2, $3, $4, unnest($5::text[])`,
      [
        project.project_id,
        project.client_id,
        taxonomy,
        TAXONOMY_VERSIONS[taxonomy],
        testedEntries[taxonomy] ?? [],
      ],
    );
  }
}
