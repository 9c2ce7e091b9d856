import type { DocumentCategory } from "#domain/document.ts";
import { extensionOf } from "#domain/document-name.ts";
import { DEMONSTRATION_CLIENTS } from "#server/demo/people.ts";
import { keepDocument } from "#server/files/keep-document.ts";
import { withBytes } from "#server/files/recognise/bytes.ts";
import { recognise } from "#server/files/recognise/index.ts";
import type { Services } from "#server/services.ts";
import { aHeatMap } from "./files/heat-map.ts";
import { aPdf } from "./files/pdf.ts";
import { aWorkbook } from "./files/workbook.ts";

type DemonstrationDocument = {
  /** Position in DEMONSTRATION_CLIENTS. */
  client: number;
  name: string;
  category: DocumentCategory;
  daysAgo: number;
  content: () => Buffer;
};

const DAY_MS = 86_400_000;

const DOCUMENTS: readonly DemonstrationDocument[] = [
  {
    client: 0,
    name: "Master Services Agreement.pdf",
    category: "contract",
    daysAgo: 240,
    content: () => aPdf("Master Services Agreement", agreement("Meridian Health Systems")),
  },
  {
    client: 0,
    name: "Model Inventory and Risk Register.xlsx",
    category: "deliverable",
    daysAgo: 61,
    content: () => aWorkbook(REGISTER),
  },
  {
    client: 0,
    name: "Red Team Interim Report.pdf",
    category: "report",
    daysAgo: 16,
    content: () => aPdf("Red Team Interim Report (draft)", REPORT.slice(0, 14)),
  },
  {
    client: 0,
    name: "Red Team Interim Report.pdf",
    category: "report",
    daysAgo: 9,
    content: () => aPdf("Red Team Interim Report", REPORT),
  },
  { client: 0, name: "Risk Heat Map.png", category: "deliverable", daysAgo: 2, content: aHeatMap },
  {
    client: 1,
    name: "ISO 42001 Statement of Work.pdf",
    category: "contract",
    daysAgo: 92,
    content: () => aPdf("ISO 42001: Statement of Work", agreement("Calder & Finch Capital")),
  },
  {
    client: 1,
    name: "Gap Analysis.pdf",
    category: "report",
    daysAgo: 27,
    content: () => aPdf("Gap Analysis against ISO/IEC 42001", REPORT),
  },
  {
    client: 2,
    name: "Pipeline Guardrails Proposal.pdf",
    category: "other",
    daysAgo: 5,
    content: () => aPdf("Guardrails in the Delivery Pipeline: Proposal", agreement("Northgate Logistics")),
  },
];

type Parts = Pick<Services, "database" | "files" | "scanner" | "jobs" | "log" | "now">;

/** Makes the demonstration's documents: real files, kept as every upload is. What is there already is left alone. */
export async function insertDocuments(parts: Parts): Promise<void> {
  const known = await parts.database.bypassingPolicies({ reason: "load the demonstration" }, (query) =>
    query<{ id: string; email: string; documents: number }>(
      `select client.id, account.email,
              (select count(*)::integer from public.documents where client_id = client.id) as documents
         from public.clients as client join public.users as account on account.id = client.user_id`,
    ),
  );
  for (const [index, person] of DEMONSTRATION_CLIENTS.entries()) {
    const client = known.find(({ email }) => email === person.email);
    if (!client) continue;
    const theirs = DOCUMENTS.filter((document) => document.client === index);
    // In their order: a start that was killed half-way is finished by the next one.
    for (const document of theirs.slice(client.documents)) await keep(parts, client.id, document);
  }
}

async function keep(parts: Parts, clientId: string, document: DemonstrationDocument): Promise<void> {
  const { spool } = parts.files;
  const { name, category } = document;
  const file = await spool.receive(once(document.content()));
  try {
    const kind = await withBytes(file.path, file.size, (bytes) => recognise(bytes, extensionOf(name)));
    if (!kind.ok) throw new Error(`the demonstration's ${name}: ${kind.why}`);
    const uploadedAt = new Date(parts.now().getTime() - document.daysAgo * DAY_MS);
    await keepDocument(parts, { file, clientId, category, name, mimeType: kind.mimeType, uploadedAt });
  } finally {
    await spool.remove(file);
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function agreement(company: string): string[] {
  return [
    `This agreement belongs to the demonstration: ${company} and all its terms are invented.`,
    "",
    "1. Services",
    "   Assessment, governance and engineering acceleration of AI systems, as ordered in",
    "   statements of work.",
    "2. Fees",
    "   At the contracting rates agreed, invoiced monthly, payable within thirty days.",
    "3. Confidentiality",
    "   Findings are shared with the client alone, through its document library.",
    "4. Deliverables",
    "   Reports and registers remain the client's once paid.",
    "5. Term",
    "   Twelve months from signature, renewed by written consent.",
    "6. Governing law",
    "   California.",
  ];
}

const REPORT = [
  "This report belongs to the demonstration: systems, findings and people are invented.",
  "",
  "Summary",
  "   Four scenarios were tried against the assistant in its staging environment.",
  "   Two of them led to answers that the policy forbids; both are mitigated.",
  "",
  "Findings",
  "   F1  high    Instructions hidden in uploaded letters were followed.",
  "   F2  high    The summary disclosed the name of another patient's ward.",
  "   F3  medium  Refusals could be talked away within twelve turns.",
  "   F4  low     Sources were cited that do not exist.",
  "",
  "Method",
  "   Manual probing by two testers for five days, then 1,400 generated variations.",
  "   Each finding was reproduced three times before it was written down.",
  "",
  "Recommendations",
  "   R1  Treat text from uploads as data: mark it, and strip directives before use.",
  "   R2  Bind retrieval to the encounter, not to the ward.",
  "   R3  Count refusals per conversation and hand over to a person after three.",
  "   R4  Answer with sources only where the passage was retrieved.",
  "",
  "Next steps",
  "   Retest of F1 and F2 in two weeks, then a review with the safety board.",
];

const REGISTER = [
  ["Model", "Owner", "Purpose", "Data", "Risk", "Next review"],
  ["triage-assist 2.1", "Emergency care", "First questions to patients", "Health records", "High", "Monthly"],
  ["letter-summary 1.4", "Records", "Summaries of referral letters", "Health records", "High", "Monthly"],
  ["bed-forecast 3.0", "Operations", "Occupancy of the next week", "Counts", "Low", "Yearly"],
  ["claims-match 0.9", "Finance", "Matching of payments", "Invoices", "Medium", "Quarterly"],
];
