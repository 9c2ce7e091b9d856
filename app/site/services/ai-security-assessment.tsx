import type { MetaFunction } from "react-router";
import { type ServiceDetails, ServicePage, serviceMeta } from "./service-page.tsx";

const details: ServiceDetails = {
  service: "AI Security Assessment",
  audience: "systems in production",
  lead: "An adversary's look at your models, agents and the data around them: what can be broken today, how far it goes, and the smallest change that stops it.",
  facts: [
    { label: "Duration", value: "3 to 5 weeks for one product" },
    { label: "Team", value: "A named lead and two testers" },
    { label: "Measured against", value: "OWASP LLM Top 10, MITRE ATLAS" },
    { label: "Retest", value: "Included, within 90 days" },
    { label: "Price", value: "Fixed, agreed before we begin" },
  ],
  scope: [
    "Every place where text from outside reaches a model: chat, mail, files, web pages, tool results",
    "What the model may do: tools, agents, credentials, and who approves an act",
    "What it may see: retrieval, memory, logs, and the border between one tenant and the next",
    "What surrounds it: API keys, prompts in the repository, model and package supply chain",
  ],
  notInScope:
    "denial of service against shared providers, attacks on your staff, and systems you may not give permission for.",
  deliverables: [
    {
      name: "Report",
      what: "Every finding with the attack as it was run, its reach, its severity and the change we recommend. Written for the engineer who mends it.",
    },
    {
      name: "Two-page summary",
      what: "What was tested, what was found and what remains, in words a board or a customer can read.",
    },
    {
      name: "Test suite",
      what: "The attacks that worked, as tests that run in your pipeline, so that a mended weakness stays mended.",
    },
    {
      name: "Retest letter",
      what: "Which findings are closed, with the date and the version that was tested.",
    },
  ],
  steps: [
    {
      name: "Scope",
      when: "week 1",
      what: "We draw the system together, agree on what may be touched and when, and sign the permission to test.",
    },
    {
      name: "Attack",
      when: "weeks 2 and 3",
      what: "By hand first, then with tools. Anything critical is told the same day, not in the report.",
    },
    {
      name: "Report",
      when: "week 4",
      what: "A walk through the findings with the people who will mend them, before anything is final.",
    },
    { name: "Retest", when: "within 90 days", what: "We run every attack again and write down what holds." },
  ],
  sample: {
    title: "finding-07 · high · closed",
    lines: [
      {
        label: "Attack",
        text: "Instruction hidden in an uploaded PDF asks the assistant to list open tickets",
      },
      { label: "Result", text: "4 of 20 tries returned titles of another tenant's tickets" },
      { label: "Cause", text: "Ticket search ran with the service's rights, not the reader's" },
      { label: "Change", text: "Search carries the reader's token; the tool refuses calls without one" },
      { label: "Guard", text: "tests/injection/ticket-search, 200 tries a night, 0 leaks since" },
      { label: "Maps to", text: "OWASP LLM01, LLM02 · MITRE ATLAS AML.T0051" },
    ],
  },
};

export const meta: MetaFunction = () => serviceMeta(details);

export default function AiSecurityAssessment() {
  return <ServicePage details={details} />;
}
