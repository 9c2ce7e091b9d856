import type { MetaFunction } from "react-router";
import { type ServiceDetails, ServicePage, serviceMeta } from "./service-page.tsx";

const details: ServiceDetails = {
  service: "AI Engineering Acceleration",
  audience: "product teams",
  lead: "Engineers beside yours, until shipping AI safely takes less effort than shipping it any other way: evaluations, guardrails and review as part of the pipeline.",
  facts: [
    { label: "Duration", value: "10 to 14 weeks for one team" },
    { label: "Team", value: "Two engineers, in your repository" },
    { label: "Measured by", value: "Your own lead time and escaped defects" },
    { label: "Handover", value: "Every line is yours, no runtime of ours" },
    { label: "Price", value: "By the month, ended with two weeks' notice" },
  ],
  scope: [
    "How a change to a prompt, a model or a tool reaches production, and what stops a bad one",
    "How you know that answers are right: data sets, graders, and who looks at the rest",
    "Where generated code enters, who reviews it, and what the reviewer is shown",
    "What is watched in production: abuse, drift, cost, and the alarm that wakes somebody",
  ],
  notInScope:
    "training foundation models, data labelling at scale, and staff lent without a goal and an end.",
  deliverables: [
    {
      name: "Reference architecture",
      what: "A small running service in your stack, with the boundaries drawn in code.",
    },
    {
      name: "Evaluation suite",
      what: "Runs on every change, in minutes, and says which behaviour became worse.",
    },
    { name: "Guardrails", what: "Limits on prompts, tools and outputs that fail closed and log why." },
    {
      name: "Trained team",
      what: "Your people have built each part once themselves. We leave when they no longer ask.",
    },
  ],
  steps: [
    {
      name: "Measure",
      when: "weeks 1 and 2",
      what: "Lead time, review time, escaped defects, cost. Without a first figure nobody can say what got better.",
    },
    {
      name: "Build the path",
      when: "weeks 3 to 7",
      what: "One real feature travels the whole new way, from commit to alarm.",
    },
    {
      name: "Move the team",
      when: "weeks 8 to 11",
      what: "Your engineers take the next features along it. We pair, then only review.",
    },
    {
      name: "Measure again",
      when: "at the end",
      what: "The same figures as at the beginning, counted in the same way.",
    },
  ],
  sample: {
    title: "evaluation 412 · change refused",
    lines: [
      { label: "Change", text: "Shorter system prompt for the support assistant" },
      { label: "Faster", text: "Median answer 1.9 s, was 2.4 s" },
      { label: "Same", text: "Correct answers 188 of 200, was 189" },
      { label: "Worse", text: "Refuses 31 of 40 requests for another person's order, was 40" },
      { label: "Decision", text: "Not merged; the line about ownership went back in" },
      { label: "Took", text: "6 min 10 s, on every pull request" },
    ],
  },
};

export const meta: MetaFunction = () => serviceMeta(details);

export default function AiEngineeringAcceleration() {
  return <ServicePage details={details} />;
}
