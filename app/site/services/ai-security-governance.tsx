import type { MetaFunction } from "react-router";
import { SAMPLE_UNREVIEWED_EDIT } from "#domain/findings/report/sample-findings.ts";
import { type ServiceDetails, ServicePage, serviceMeta } from "./service-page.tsx";

const DETAILS: ServiceDetails = {
  service: "AI Security Governance",
  titleAudience: "regulated organizations",
  lead: "AI rules your people can follow and your auditors can check: every risk has an owner, a control and current evidence.",
  keyFacts: [
    {
      label: "For",
      value: "CISOs and risk leaders who answer to auditors, regulators or enterprise customers",
    },
    { label: "Duration", value: "8 to 12 weeks, then quarterly reviews" },
    { label: "Team", value: "A named lead, an engineer and a policy writer" },
    { label: "Maps to", value: "NIST AI RMF, ISO/IEC 42001, OWASP LLM Top 10" },
    { label: "Format", value: "Your own document system and issue tracker" },
    { label: "Price", value: "Fixed for the first year, then monthly" },
    { label: "First step", value: "A free 30-minute strategy session" },
  ],
  scopeTitle: "What we review",
  scope: [
    "Which AI systems you use, bought or built, and what each one decides about people, money or data",
    "Who can approve a model, vendor or exception, and what happens when no one does",
    "The controls you already have: we map them before we add any",
    "Suppliers: models, hosting, data, and what your contracts entitle you to see",
  ],
  outOfScope:
    "legal advice, certification itself (issued by an accredited body), and policies unrelated to AI.",
  deliverables: [
    {
      name: "AI inventory",
      description:
        "Every system with its purpose, owner, data and risk class, kept in the tool you already use.",
    },
    {
      name: "Policies",
      description: "Short and specific: every rule says who does what and which record proves it.",
    },
    {
      name: "Evidence register",
      description:
        "One line per control: the evidence, where it is stored, how long it is valid, and who renews it.",
    },
    {
      name: "Board report",
      description: "Two pages per quarter: what changed, what's overdue, what needs a decision.",
    },
  ],
  steps: [
    {
      name: "Take stock",
      timing: "weeks 1 to 3",
      description:
        "Interviews, invoices and network logs show what's really in use, not just what was announced.",
    },
    {
      name: "Decide",
      timing: "weeks 4 to 6",
      description: "Your risk owners decide what's acceptable. We bring options and document the decision.",
    },
    {
      name: "Implement",
      timing: "weeks 7 to 10",
      description: "Policies, approvals and records live in the tools your teams already use.",
    },
    {
      name: "Rehearse",
      timing: "weeks 11 and 12",
      description: "We rehearse an audit and an incident, and fix whatever breaks.",
    },
  ],
  sample: {
    heading: "Sample evidence record",
    title: "control-14 · active",
    lines: [
      { label: "Risk", text: "Customer data reaches a model provider that retains it" },
      { label: "Owner", text: "Head of data platform" },
      { label: "Control", text: "Outbound calls go through a gateway that allows 6 approved models" },
      { label: "Evidence", text: "Signed weekly export of blocked calls, latest 3 days old" },
      { label: "Exception", text: "1 open (research team), expires in 21 days" },
      { label: "Maps to", text: "NIST AI RMF MANAGE 3.1 · ISO/IEC 42001 A.10" },
    ],
  },
  finding: SAMPLE_UNREVIEWED_EDIT,
};

export const meta: MetaFunction = () => serviceMeta(DETAILS);

export default function AiSecurityGovernance() {
  return <ServicePage details={DETAILS} />;
}
