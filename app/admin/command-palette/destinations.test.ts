import { expect, test } from "vitest";
import type { SearchResults } from "#app/api/admin/search.ts";
import { dollars } from "#domain/money/money.ts";
import { findDestinations } from "./destinations.ts";

const RECENT = [{ to: "/admin/clients/1", label: "Northgate Bank", hint: "Client" }];

const NO_RESULTS: SearchResults = {
  ...{ clients: [], projects: [], invoices: [] },
  ...{ findings: [], proposals: [], inquiries: [] },
};

const labelsByGroup = (text: string) =>
  Object.fromEntries(
    findDestinations(text, undefined, RECENT).map(({ name, destinations }) => [
      name,
      destinations.map(({ label }) => label),
    ]),
  );

test("starts with recent places, then actions and pages", () => {
  expect(Object.keys(labelsByGroup(""))).toEqual(["Recent", "Actions", "Pages"]);
  expect(labelsByGroup("").Recent).toEqual(["Northgate Bank"]);
});

test("finds actions by label and by keyword", () => {
  expect(labelsByGroup("create").Actions).toEqual([
    ...["Create client", "Create project", "Create proposal", "Create invoice", "New finding"],
  ]);
  expect(labelsByGroup("sync")).toEqual({ Actions: ["Sync invoices"] });
  expect(labelsByGroup("logout")).toEqual({ Actions: ["Sign out"] });
  expect(labelsByGroup("sign out").Actions).toEqual(["Sign out"]);
});

test("links a project to its page", () => {
  const results = {
    ...NO_RESULTS,
    projects: [{ id: "p1", project_name: "Red team", company: "Northgate Bank" }],
  };
  expect(findDestinations("red", results, RECENT)).toEqual([
    {
      name: "Projects",
      destinations: [
        { key: "project-p1", label: "Red team", hint: "Northgate Bank", to: "/admin/projects/p1" },
      ],
    },
  ]);
});

test("links findings, proposals and inquiries to their pages", () => {
  const projects = { clients: { company: "Northgate Bank" } };
  const results = {
    ...NO_RESULTS,
    findings: [
      {
        ...{ id: "f1", key: "NB-01-002", title: "Prompt injection", state: "in_progress", projects },
        retest_findings: [],
      },
      {
        ...{ id: "f2", key: "NB-01-003", title: "Data leak", state: "ready_for_retest", projects },
        retest_findings: [{ is_active: true, retest_rounds: { status: "requested" as const } }],
      },
    ],
    proposals: [
      {
        id: "o1",
        number: 1,
        title: "Red team",
        clients: null,
        contact_inquiries: { company: "Civic Trust" },
      },
      { id: "o2", number: null, title: "Retainer", clients: projects.clients, contact_inquiries: null },
    ],
    inquiries: [{ id: "i1", company: "Civic Trust", name: "Ada Park", reference: "INQ-1" }],
  };
  expect(findDestinations("xyz", results, []).flatMap(({ destinations }) => destinations)).toEqual([
    {
      ...{ key: "finding-f1", label: "NB-01-002 Prompt injection", hint: "Northgate Bank, In progress" },
      to: "/admin/findings/f1",
    },
    {
      ...{ key: "finding-f2", label: "NB-01-003 Data leak", hint: "Northgate Bank, Retest requested" },
      to: "/admin/findings/f2",
    },
    {
      ...{ key: "proposal-o1", label: "P-0001 Red team", hint: "Civic Trust" },
      to: "/admin/proposals/o1",
    },
    {
      ...{ key: "proposal-o2", label: "Draft Retainer", hint: "Northgate Bank" },
      to: "/admin/proposals/o2",
    },
    {
      ...{ key: "inquiry-i1", label: "Civic Trust", hint: "Ada Park, INQ-1" },
      to: "/admin/inbox/i1",
    },
  ]);
});

test("finds pages and settings, and no recent places while searching", () => {
  expect(labelsByGroup("audit")).toEqual({ Settings: ["Audit log"] });
  expect(labelsByGroup("inbox")).toEqual({ Pages: ["Inbox"] });
  expect(labelsByGroup("nothing like this")).toEqual({});
});

test("lists invoices with the number apart from the client, and with their status and amount", () => {
  const invoice = {
    ...{ id: "1", invoice_number: "0000181", company: "Northgate Bank", description: "Red team" },
    ...{ amount: dollars(18_900), total_paid_amount: dollars(0), refunded_amount: dollars(0) },
    ...{ pending_refund_amount: dollars(0), is_processing: true, is_scheduled: false },
    ...({ status: "overdue", square_status: "UNPAID" } as const),
  };
  const results = { ...NO_RESULTS, invoices: [invoice, { ...invoice, id: "2", company: null }] };
  const [group] = findDestinations("team", results, []);
  expect(group).toMatchObject({
    name: "Invoices",
    destinations: [
      {
        label: "#0000181",
        hint: "Northgate Bank, Red team",
        invoice: { amount: "$18,900.00", status: "Overdue" },
      },
      { label: "#0000181", hint: "Unassigned, Red team" },
    ],
  });
});
