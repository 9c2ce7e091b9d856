import type { MetaFunction } from "react-router";
import { SAMPLE_UNPINNED_MODEL } from "#domain/findings/report/sample-findings.ts";
import { type ServiceDetails, ServicePage, serviceMeta } from "./service-page.tsx";

const DETAILS: ServiceDetails = {
  service: "AI Engineering Acceleration",
  titleAudience: "product teams",
  lead: "Our engineers work alongside yours until the safe way to ship AI is also the easiest, with evaluations, guardrails and review built in.",
  keyFacts: [
    {
      label: "For",
      value: "Product teams that ship AI features and need to move faster without adding risk",
    },
    { label: "Duration", value: "10 to 14 weeks for one team" },
    { label: "Team", value: "A named lead and an engineer, in your repository" },
    { label: "Measured by", value: "Lead time and escaped defects, against your baseline" },
    { label: "Maps to", value: "OWASP LLM Top 10, NIST AI RMF, ISO/IEC 42001" },
    { label: "Handoff", value: "You own every line; no proprietary runtime" },
    { label: "Price", value: "Fixed per month, agreed on before we begin; cancel with two weeks' notice" },
    { label: "First step", value: "A free 30-minute strategy session" },
  ],
  scopeTitle: "What we work on",
  scope: [
    "How a change to a prompt, a model or a tool reaches production, and what stops a bad one",
    "How you know answers are right: datasets, graders, and who reviews the rest",
    "Where AI-generated code enters, who reviews it, and what reviewers see",
    "What you monitor in production: abuse, drift, cost, and the alert that pages someone",
  ],
  outOfScope: "training foundation models, data labeling at scale, and open-ended staff augmentation.",
  deliverables: [
    {
      name: "Reference architecture",
      description: "A small working service in your stack, with boundaries enforced in code.",
    },
    {
      name: "Evaluation suite",
      description: "Runs on every change, in minutes, and shows what regressed.",
    },
    {
      name: "Guardrails",
      description: "Limits on prompts, tools and outputs that fail closed and log why.",
    },
    {
      name: "Trained team",
      description:
        "Your engineers can run and extend every part without us. We leave when they no longer need us.",
    },
  ],
  steps: [
    {
      name: "Measure",
      timing: "weeks 1 and 2",
      description:
        "Lead time, review time, escaped defects, cost. Without a baseline, no one can show what improved.",
    },
    {
      name: "Build the pipeline",
      timing: "weeks 3 to 7",
      description: "One real feature goes through it end to end, from commit to alert.",
    },
    {
      name: "Hand over",
      timing: "weeks 8 to 11",
      description: "Your engineers ship the next features. We pair at first, then only review.",
    },
    {
      name: "Measure again",
      timing: "at the end",
      description: "The same metrics, measured the same way.",
    },
  ],
  sample: {
    heading: "Sample evaluation report",
    title: "evaluation 412 · change rejected",
    lines: [
      { label: "Change", text: "Shorter system prompt for the support assistant" },
      { label: "Faster", text: "Median response 1.9 s (was 2.4 s)" },
      { label: "Similar", text: "188 of 200 answers correct (was 189)" },
      { label: "Worse", text: "Refused 31 of 40 requests for another person's order (was 40)" },
      { label: "Decision", text: "Not merged; the instruction to verify order ownership was restored" },
      { label: "Runtime", text: "6 min 10 s, on every pull request" },
      { label: "Maps to", text: "OWASP LLM02:2025 · NIST AI RMF MEASURE 2.7" },
    ],
  },
  finding: SAMPLE_UNPINNED_MODEL,
};

export const meta: MetaFunction = () => serviceMeta(DETAILS);

export default function AiEngineeringAcceleration() {
  return <ServicePage details={DETAILS} />;
}
