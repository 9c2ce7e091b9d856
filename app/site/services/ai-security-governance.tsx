import type { MetaFunction } from "react-router";
import { type ServiceDetails, ServicePage, serviceMeta } from "./service-page.tsx";

const details: ServiceDetails = {
  service: "AI Security Governance",
  audience: "regulated organizations",
  lead: "Rules for AI that people can follow and auditors can check: each risk with an owner, a control, and a piece of evidence that is not older than it should be.",
  facts: [
    { label: "Duration", value: "8 to 12 weeks, then quarterly reviews" },
    { label: "Team", value: "A named lead, an engineer, a policy writer" },
    { label: "Measured against", value: "NIST AI RMF, ISO/IEC 42001" },
    { label: "Format", value: "Your document system, your ticket tracker" },
    { label: "Price", value: "Fixed for the first year, then monthly" },
  ],
  scope: [
    "Which AI is in use, bought or built, and what each system decides about people, money or data",
    "Who may approve a model, a vendor or an exception, and what happens when nobody does",
    "The controls you already have: we map them before we add any",
    "Suppliers: models, hosting, data, and what your contracts let you see",
  ],
  notInScope:
    "legal advice, the certification itself (an accredited body grants it), and policies for technology other than AI.",
  deliverables: [
    {
      name: "AI inventory",
      what: "Every system with its purpose, owner, data and risk class, kept where you keep such lists.",
    },
    {
      name: "Policies",
      what: "Short ones. Each sentence says who does what, and names the record that shows it was done.",
    },
    {
      name: "Evidence register",
      what: "One line a control: the proof, where it lies, how old it may become, and who renews it.",
    },
    {
      name: "Board report",
      what: "Two pages a quarter: what changed, what is overdue, what needs a decision.",
    },
  ],
  steps: [
    {
      name: "Take stock",
      when: "weeks 1 to 3",
      what: "Interviews, invoices and network logs: the inventory is what is used, not what was announced.",
    },
    {
      name: "Decide",
      when: "weeks 4 to 6",
      what: "Your risk owners choose what is acceptable. We bring the options and write down the choice.",
    },
    {
      name: "Put in place",
      when: "weeks 7 to 10",
      what: "Policies, approvals and records go into the tools your teams already open every day.",
    },
    {
      name: "Rehearse",
      when: "weeks 11 and 12",
      what: "An audit and an incident, both played through, and whatever breaks is mended.",
    },
  ],
  sample: {
    title: "control-14 · in force",
    lines: [
      { label: "Risk", text: "Customer data reaches a model whose provider keeps it" },
      { label: "Owner", text: "Head of data platform" },
      { label: "Control", text: "Outbound calls pass a gateway that knows 6 approved models" },
      { label: "Evidence", text: "Weekly export of refused calls, signed, newest 3 days old" },
      { label: "Exception", text: "1 open, research team, ends in 21 days" },
      { label: "Maps to", text: "NIST AI RMF MANAGE 3.1 · ISO/IEC 42001 A.10" },
    ],
  },
};

export const meta: MetaFunction = () => serviceMeta(details);

export default function AiSecurityGovernance() {
  return <ServicePage details={details} />;
}
