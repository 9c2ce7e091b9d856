import { Gauge, Scale, ScanSearch } from "#app/ui/icons.tsx";
import type { Service } from "#domain/firm/service.ts";

export type ServiceCard = {
  title: Service;
  description: string;
  icon: typeof Gauge;
  features: readonly [string, string, string, string, string, string];
};

export const SERVICE_CARDS: readonly ServiceCard[] = [
  {
    title: "AI Security Assessment",
    description:
      "We attack your AI systems the way an adversary would, then show you what broke, how far we got, and what to fix first.",
    icon: ScanSearch,
    features: [
      "Threat model of models, prompts, tools and data flows",
      "Prompt injection and jailbreak testing, direct and indirect",
      "Data leakage and tenant isolation tests",
      "Agent and tool permission review",
      "Findings mapped to the OWASP LLM Top 10 and MITRE ATLAS",
      "Retest of every finding included",
    ],
  },
  {
    title: "AI Security Governance",
    description:
      "We turn frameworks into decisions your teams can act on, with an owner, a control and evidence for every risk.",
    icon: Scale,
    features: [
      "AI inventory and risk classification",
      "Policies aligned with NIST AI RMF and ISO/IEC 42001",
      "Third-party and model supply chain review",
      "Roles, approvals and exception handling",
      "Evidence register for auditors and customers",
      "Board reporting and incident playbooks",
    ],
  },
  {
    title: "AI Engineering Acceleration",
    description:
      "We work alongside your engineers until the safe path is also the fastest, with guardrails, evaluations and review built into the pipeline.",
    icon: Gauge,
    features: [
      "Secure reference architecture for AI features",
      "Evaluation suites that run on every change",
      "Guardrails for prompts, tools and outputs",
      "AI-assisted code review with human approval",
      "Monitoring for abuse, drift and cost",
      "Hands-on training for your teams",
    ],
  },
];
