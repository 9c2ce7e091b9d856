import type { MetaFunction } from "react-router";
import { SAMPLE_INJECTION } from "#domain/findings/report/sample-findings.ts";
import { type ServiceDetails, ServicePage, serviceMeta } from "./service-page.tsx";

const DETAILS: ServiceDetails = {
  service: "AI Security Assessment",
  titleAudience: "systems in production",
  lead: "An adversary's view of your models, agents and data: what can be broken today, how far an attacker would get, and the smallest change that stops them.",
  keyFacts: [
    { label: "For", value: "Teams with LLM features or agents in production, or close to launch" },
    { label: "Duration", value: "3 to 5 weeks for one product" },
    { label: "Team", value: "A named lead and two testers" },
    { label: "Maps to", value: "OWASP LLM Top 10, MITRE ATLAS, NIST AI RMF, ISO/IEC 42001" },
    { label: "Retest", value: "Included, within 90 days" },
    { label: "Price", value: "Fixed, agreed on before we begin" },
    { label: "First step", value: "A free 30-minute strategy session" },
  ],
  scopeTitle: "What we test",
  scope: [
    "Every path by which untrusted text reaches a model: chat, email, files, web pages, tool output",
    "What the model can do: tools, agents, credentials, and who approves each action",
    "What it can see: retrieval, memory, logs, and the boundaries between tenants",
    "What surrounds it: API keys, prompts in the repository, model and package supply chain",
  ],
  outOfScope:
    "denial of service against shared providers, social engineering of your staff, and systems you can't authorize us to test.",
  deliverables: [
    {
      name: "Report",
      description:
        "Every finding with the exact attack, its impact, severity and recommended fix. Written for the engineer who'll fix it.",
    },
    {
      name: "Two-page summary",
      description:
        "What we tested, what we found and what remains, in language a board or customer can follow.",
    },
    {
      name: "Test suite",
      description: "Every successful attack as a test in your pipeline, so fixed weaknesses stay fixed.",
    },
    {
      name: "Retest letter",
      description: "Which findings are closed, with the date and version tested.",
    },
  ],
  steps: [
    {
      name: "Scope",
      timing: "week 1",
      description:
        "We map the system with you, agree on what we'll test and when, and sign the authorization.",
    },
    {
      name: "Attack",
      timing: "weeks 2 and 3",
      description:
        "Manually first, then with tooling. You hear about critical findings the same day, not in the report.",
    },
    {
      name: "Report",
      timing: "week 4",
      description: "We walk through the findings with the people who'll fix them before anything is final.",
    },
    {
      name: "Retest",
      timing: "within 90 days",
      description: "We rerun every attack and document which fixes hold.",
    },
  ],
  finding: SAMPLE_INJECTION,
};

export const meta: MetaFunction = () => serviceMeta(DETAILS);

export default function AiSecurityAssessment() {
  return <ServicePage details={DETAILS} />;
}
