import { randomUUID } from "node:crypto";
import type { Samples } from "./sample.ts";

/** The views that administrators write with. They have the samples of their tables. */
export const PROPOSAL_VIEWS = [
  "endpoints.proposal_terms",
  "endpoints.proposal_templates",
  "endpoints.project_milestones",
];

const HASH = "a".repeat(64);

/** A proposal is sent, so that its client can read it. `supabase/proposals.test.ts` tests drafts and the other roles. */
export function buildProposalSamples(projects: ReadonlyMap<string, string>): Record<string, Samples> {
  const proposals = new Map<string, string>();
  let count = 0;
  const ofProposal = (client_id: string) => ({ proposal_id: proposals.get(client_id), client_id });
  const buildMilestone = (client_id: string) => ({
    ...{
      project_id: projects.get(client_id),
      client_id,
      position: 1,
      title: "Kickoff",
      due_on: "2025-10-20",
    },
  });
  const buildTemplate = () => ({ name: `Template ${randomUUID()}`, content: {} });
  const buildTerms = () => {
    count += 1;
    return { version: 100 + count, body: "Terms" };
  };
  return {
    "public.proposal_terms": { firmOwned: buildTerms },
    "public.proposals": {
      perClient: (client_id) => {
        const id = randomUUID();
        if (!proposals.has(client_id)) {
          proposals.set(client_id, id);
        }
        return {
          ...{ id, client_id, status: "sent", current_version: 1, title: "Red team", value: 1000 },
          ...{ valid_until: "2030-01-01", sent_at: "2025-10-01" },
        };
      },
    },
    "public.proposal_versions": {
      perClient: (client_id) => ({
        ...{ proposal_id: proposals.get(client_id), version: 1, content: {}, title: "Red team", total: 1000 },
        ...{ valid_until: "2030-01-01", sha256: HASH, sent_at: "2025-10-01" },
      }),
    },
    "public.proposal_forecasts": {
      perClient: (client_id) => ({ proposal_id: proposals.get(client_id), probability: 60 }),
    },
    "public.proposal_events": {
      perClient: (client_id) => ({
        ...ofProposal(client_id),
        version: 1,
        actor_role: "admin",
        action: "sent",
      }),
    },
    "public.proposal_comments": {
      perClient: (client_id) => ({ ...ofProposal(client_id), body: "Can we start in May?" }),
    },
    "public.proposal_templates": { firmOwned: buildTemplate },
    "public.proposal_acceptances": {
      perClient: (client_id) => {
        count += 1;
        return {
          ...{ ...ofProposal(client_id), version: 1, content_sha256: HASH, totals: {}, total: 1000 },
          ...{ terms_version: 1, consent_version: "1", consent_text: "I agree.", accepted_on: "2025-10-02" },
          ...{ signer_name: "Ada Moreno", signer_title: "CEO", signer_email: "ada@example.com" },
          ...{ signer_role: "owner", company: "Fabrikam", assurance_level: "aal1" },
          code: `0000-0000-0000-${String(count).padStart(4, "0")}`,
        };
      },
    },
    "public.project_milestones": { perClient: buildMilestone },
    "public.planned_payments": {
      perClient: (client_id) => {
        count += 1;
        return {
          ...{
            ...ofProposal(client_id),
            project_id: projects.get(client_id),
            position: count,
            kind: "balance",
          },
          ...{ amount: 1000, due_kind: "date", due_on: "2025-11-01", when_due: "prepare_invoice" },
        };
      },
    },
    "endpoints.proposal_terms": { firmOwned: buildTerms },
    "endpoints.proposal_templates": { firmOwned: buildTemplate },
    "endpoints.project_milestones": { perClient: buildMilestone },
  };
}
