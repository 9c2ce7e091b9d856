import { randomUUID } from "node:crypto";
import type { MatrixClients } from "./callers.ts";
import type { Samples } from "./sample.ts";

/** The views that administrators write findings with. They have the samples of their tables. */
export const FINDING_VIEWS = [
  "endpoints.findings",
  "endpoints.finding_mappings",
  "endpoints.finding_attachments",
  "endpoints.finding_deadlines",
  "endpoints.finding_templates",
  "endpoints.finding_template_mappings",
  "endpoints.assessments",
  "endpoints.tested_entries",
];

/** More than the samples of one client, so that no sample is stored twice. */
const RISKS = Array.from({ length: 10 }, (_, index) => `LLM${String(index + 1).padStart(2, "0")}:2025`);

/** A finding is published, so that its client can read it. `supabase/findings.test.ts` tests drafts. */
export function buildFindingSamples(
  clients: MatrixClients,
  {
    projects,
    assessedProjects,
    documents,
  }: Record<"projects" | "assessedProjects" | "documents", ReadonlyMap<string, string>>,
): Record<string, Samples> {
  const userIds = new Map([clients.a, clients.b, clients.suspended].map(({ id, userId }) => [id, userId]));
  const findings = new Map<string, string>();
  const rounds = new Map<string, string>();
  let number = 0;
  let mappingCount = 0;
  const ofFinding = (client_id: string) => ({ finding_id: findings.get(client_id), client_id });
  const buildDraft = (client_id: string) => ({
    project_id: projects.get(client_id),
    client_id,
    title: "Prompt injection in the support assistant",
    severity: "high",
    found_on: "2025-10-01",
  });
  const buildFinding = (client_id: string) => {
    number += 1;
    return { ...buildDraft(client_id), number, key: `WL-01-${1000 + number}` };
  };
  const buildMapping = (client_id: string) => {
    const entry = RISKS[mappingCount % RISKS.length];
    mappingCount += 1;
    return {
      finding_id: findings.get(client_id),
      taxonomy: "owasp-llm",
      version: "2025",
      entry_id: entry,
      name: "Risk",
    };
  };
  let testedCount = 0;
  const buildTestedEntry = (client_id: string) => {
    const entry_id = RISKS[testedCount % RISKS.length];
    testedCount += 1;
    return {
      project_id: projects.get(client_id),
      client_id,
      taxonomy: "owasp-llm",
      version: "2025",
      entry_id,
    };
  };
  const buildAssessment = (client_id: string, project_id: string | undefined) => ({
    ...{ project_id, client_id, system: "Support assistant", test_type: "gray_box" },
    ...{ started_on: "2025-09-01", ended_on: "2025-09-30", testers: "Ada Lovelace", environment: "" },
    ...{
      engagement_reference: "",
      in_scope: "",
      out_of_scope: "",
      methodology: "",
      summary: "",
      approach: "",
    },
  });
  let letterCount = 0;
  const template = randomUUID();
  const buildTemplateMapping = (template_id: string) => {
    const { taxonomy, version, entry_id } = buildMapping("");
    return { template_id, taxonomy, version, entry_id };
  };
  return {
    "public.taxonomy_entries": {
      firmOwned: () => ({
        ...{
          taxonomy: "cwe",
          version: "4.20",
          id: `CWE-${randomUUID()}`,
          name: "Weakness",
          kind: "weakness",
        },
        ...{ url: "https://cwe.mitre.org", position: 1 },
      }),
    },
    "public.findings": {
      perClient: (client_id) => {
        const id = randomUUID();
        if (!findings.has(client_id)) {
          findings.set(client_id, id);
        }
        return {
          ...{ id, ...buildFinding(client_id), publication_status: "published" },
          ...{ published_on: "2025-10-02", published_at: "2025-10-02T12:00:00Z" },
        };
      },
    },
    "public.finding_templates": {
      firmOwned: () => ({
        id: template,
        title: `Template ${randomUUID()}`,
        severity: "high",
        category: "llm",
      }),
    },
    "public.finding_template_mappings": { firmOwned: () => buildTemplateMapping(template) },
    "public.finding_mappings": { perClient: buildMapping },
    "public.finding_attachments": {
      perClient: (client_id) => ({ ...ofFinding(client_id), document_id: documents.get(client_id) }),
    },
    "public.finding_versions": {
      perClient: (client_id) => ({
        ...{ finding_id: findings.get(client_id), version: 1, correction_note: "", content: {} },
      }),
    },
    "public.finding_events": {
      perClient: (client_id) => ({ ...ofFinding(client_id), actor_role: "admin", action: "published" }),
    },
    "public.finding_deadlines": {
      perClient: (client_id) => ({ client_id, severity: "high", days: 14 }),
    },
    "public.finding_comments": {
      perClient: (client_id) => ({ ...ofFinding(client_id), body: "We are on it.", mentions: [] }),
    },
    "public.finding_views": {
      perClient: (client_id) => ({
        ...ofFinding(client_id),
        user_id: userIds.get(client_id),
        viewed_at: "2025-10-03T12:00:00Z",
      }),
    },
    "public.retest_rounds": {
      perClient: (client_id) => {
        const id = randomUUID();
        if (!rounds.has(client_id)) {
          rounds.set(client_id, id);
        }
        return {
          ...{
            id,
            project_id: projects.get(client_id),
            client_id,
            number: rounds.size,
            requester_role: "client",
          },
          ...{ status: "completed", ended_at: "2025-10-20T12:00:00Z" },
        };
      },
    },
    "public.retest_findings": {
      perClient: (client_id) => ({
        ...{ round_id: rounds.get(client_id), project_id: projects.get(client_id) },
        ...{ finding_id: findings.get(client_id), is_active: false },
      }),
    },
    "public.retest_results": {
      perClient: (client_id) => ({
        ...{ round_id: rounds.get(client_id), finding_id: findings.get(client_id) },
        ...{ verdict: "not_fixed", tested_on: "2025-10-20" },
      }),
    },
    "public.risk_acceptances": {
      perClient: (client_id) => ({
        ...ofFinding(client_id),
        ...{ status: "rejected", reason: "Low exposure.", expires_on: "2026-01-01" },
      }),
    },
    "public.assessments": {
      perClient: (client_id) => buildAssessment(client_id, assessedProjects.get(client_id)),
    },
    "public.tested_entries": { perClient: buildTestedEntry },
    "public.finding_reports": {
      perClient: (client_id) => ({ project_id: projects.get(client_id), client_id, status: "done" }),
    },
    "public.attestation_letters": {
      perClient: (client_id) => {
        letterCount += 1;
        return {
          ...{ project_id: projects.get(client_id), client_id, status: "superseded", content: {} },
          ...{ code: `0000-0000-0000-${String(letterCount).padStart(4, "0")}`, sha256: "a".repeat(64) },
          ...{ issued_on: "2025-10-02", ended_on: "2025-10-09" },
        };
      },
    },
    "endpoints.assessments": {
      perClient: (client_id) => buildAssessment(client_id, projects.get(client_id)),
    },
    "endpoints.tested_entries": { perClient: buildTestedEntry },
    "endpoints.finding_templates": {
      firmOwned: () => ({
        ...{
          title: `Template ${randomUUID()}`,
          severity: "high",
          category: "llm",
          description: "",
          impact: "",
        },
        ...{ reproduction_steps: "", recommendation: "", tags: [] },
      }),
    },
    "endpoints.finding_template_mappings": { firmOwned: () => buildTemplateMapping(template) },
    "endpoints.findings": {
      perClient: (client_id) => ({
        ...{
          ...buildDraft(client_id),
          cvss_vector: null,
          cvss_score: null,
          affected_asset: "",
          description: "",
        },
        ...{ impact: "", evidence: "", reproduction_steps: "", recommendation: "", tags: [], tester: "" },
        ...{ fingerprint: null },
      }),
    },
    "endpoints.finding_mappings": { perClient: buildMapping },
    "endpoints.finding_attachments": {
      perClient: (client_id) => ({ ...ofFinding(client_id), document_id: documents.get(client_id) }),
    },
    "endpoints.finding_deadlines": {
      perClient: (client_id) => ({ client_id, severity: "low", days: 200 }),
    },
  };
}
