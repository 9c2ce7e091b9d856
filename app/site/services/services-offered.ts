import { Gauge, Scale, ScanSearch } from "lucide-react";
import type { Service } from "#domain/service.ts";

export type ServiceCard = {
  title: Service;
  description: string;
  icon: typeof Gauge;
  features: readonly [string, string, string, string, string, string];
};

export const servicesOffered: readonly ServiceCard[] = [
  {
    title: "AI Security Assessment",
    description:
      "We attack your AI systems the way an adversary would, then show you what broke, how far it went and what to change first.",
    icon: ScanSearch,
    features: [
      "Threat model of models, prompts, tools and data flows",
      "Prompt injection and jailbreak testing, direct and indirect",
      "Data leakage and tenant isolation tests",
      "Agent and tool permission review",
      "Findings mapped to the OWASP LLM Top 10 and MITRE ATLAS",
      "Retest of every finding, included",
    ],
  },
  {
    title: "AI Security Governance",
    description:
      "We turn frameworks into decisions your teams can follow, with an owner, a control and a piece of evidence for every risk.",
    icon: Scale,
    features: [
      "AI inventory and risk classification",
      "Policies aligned with NIST AI RMF and ISO/IEC 42001",
      "Third-party and model supply chain review",
      "Roles, approvals and exception handling",
      "Evidence register for audits and customers",
      "Board reporting and incident playbooks",
    ],
  },
  {
    title: "AI Engineering Acceleration",
    description:
      "We work beside your engineers until safe delivery is the fast path: guardrails, evaluations and review built into the pipeline.",
    icon: Gauge,
    features: [
      "Secure reference architecture for AI features",
      "Evaluation suites that run on every change",
      "Guardrails for prompts, tools and outputs",
      "AI-assisted code review with human gates",
      "Monitoring for abuse, drift and cost",
      "Hands-on training for your teams",
    ],
  },
];
