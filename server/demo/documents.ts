import type { DocumentCategory } from "#domain/documents/document.ts";
import { getFileExtension } from "#domain/documents/document-name.ts";
import { DEMO_CLIENTS } from "#server/demo/seed-data.ts";
import { detectFileType } from "#server/files/file-type/detect-file-type.ts";
import { withRandomAccess } from "#server/files/file-type/random-access-file.ts";
import { storeDocument } from "#server/files/upload/store-document.ts";
import type { Services } from "#server/services.ts";
import { createHeatMap } from "./files/heat-map.ts";
import { createPdf } from "./files/pdf.ts";
import { createWorkbook } from "./files/workbook.ts";

type DemoDocument = {
  /** Index in DEMO_CLIENTS. */
  client: number;
  name: string;
  category: DocumentCategory;
  daysAgo: number;
  content: () => Buffer;
};

const DAY_MS = 86_400_000;

const DOCUMENTS: readonly DemoDocument[] = [
  {
    client: 0,
    name: "Master Services Agreement.pdf",
    category: "contract",
    daysAgo: 335,
    content: () => createPdf("Master Services Agreement", createAgreementLines("Meridian Health Systems")),
  },
  {
    client: 0,
    name: "Model Inventory and Risk Register.xlsx",
    category: "deliverable",
    daysAgo: 61,
    content: () => createWorkbook(REGISTER_ROWS),
  },
  {
    client: 0,
    name: "Red Team Interim Report.pdf",
    category: "report",
    daysAgo: 16,
    content: () => createPdf("Red Team Interim Report (draft)", REPORT_LINES.slice(0, 14)),
  },
  {
    client: 0,
    name: "Red Team Interim Report.pdf",
    category: "report",
    daysAgo: 9,
    content: () => createPdf("Red Team Interim Report", REPORT_LINES),
  },
  { client: 0, name: "Risk Heat Map.png", category: "deliverable", daysAgo: 2, content: createHeatMap },
  {
    client: 1,
    name: "ISO 42001 Statement of Work.pdf",
    category: "contract",
    daysAgo: 92,
    content: () => createPdf("ISO 42001: Statement of Work", createAgreementLines("Calder & Finch Capital")),
  },
  {
    client: 1,
    name: "Gap Analysis.pdf",
    category: "report",
    daysAgo: 27,
    content: () => createPdf("Gap Analysis against ISO/IEC 42001", REPORT_LINES),
  },
  {
    client: 2,
    name: "Pipeline Guardrails Proposal.pdf",
    category: "other",
    daysAgo: 5,
    content: () =>
      createPdf("Guardrails in the Delivery Pipeline: Proposal", createAgreementLines("Northgate Logistics")),
  },
];

type DemoContext = Pick<Services, "database" | "files" | "scanner" | "jobs" | "log" | "now">;

/** Creates documents with real files, which are stored like uploads. Skips existing documents. */
export async function insertDocuments(context: DemoContext): Promise<void> {
  const clients = await context.database.bypassPolicies({ reason: "load demo data" }, (query) =>
    query(
      `select client.id, account.email,
              (select count(*)::integer from public.documents where client_id = client.id) as documents
         from public.clients as client join public.users as account on account.id = client.user_id`,
    ),
  );
  for (const [index, person] of DEMO_CLIENTS.entries()) {
    const client = clients.find(({ email }) => email === person.email);
    if (!client) {
      continue;
    }
    const documents = DOCUMENTS.filter((document) => document.client === index);
    // Create documents in order, so that the next start can continue after an interruption.
    for (const document of documents.slice(client.documents)) {
      await addDocument(context, client.id, document);
    }
  }
}

async function addDocument(context: DemoContext, clientId: string, document: DemoDocument): Promise<void> {
  const { temporaryFiles } = context.files;
  const { name, category } = document;
  const file = await temporaryFiles.receive(toAsyncIterable(document.content()));
  try {
    const fileType = await withRandomAccess(file.path, file.size, (bytes) =>
      detectFileType(bytes, getFileExtension(name)),
    );
    if (!fileType.ok) {
      throw new Error(`demo document ${name}: ${fileType.reason}`);
    }
    const uploadedAt = new Date(context.now().getTime() - document.daysAgo * DAY_MS);
    await storeDocument(context, { file, clientId, category, name, mimeType: fileType.mimeType, uploadedAt });
  } finally {
    await temporaryFiles.remove(file);
  }
}

async function* toAsyncIterable(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function createAgreementLines(company: string): string[] {
  return [
    `Sample document. ${company} and all terms are fictional.`,
    "",
    "1. Services",
    "   Assessment, governance and engineering acceleration for AI systems, as ordered in",
    "   statements of work.",
    "2. Fees",
    "   At the contracting rates agreed, invoiced monthly, payable within thirty days.",
    "3. Confidentiality",
    "   Findings are shared only with the client, through its document library.",
    "4. Deliverables",
    "   Reports and registers become the client's property once paid.",
    "5. Term",
    "   Twelve months from signature, renewable by written consent.",
    "6. Governing law",
    "   California.",
  ];
}

const REPORT_LINES = [
  "Sample report. All systems, findings and people are fictional.",
  "",
  "Summary",
  "   We tested four scenarios against the assistant in its staging environment.",
  "   Two of them led to responses that violate the policy. Both are mitigated.",
  "",
  "Findings",
  "   F1  high    The assistant followed instructions hidden in uploaded letters.",
  "   F2  high    The summary disclosed the name of another patient's ward.",
  "   F3  medium  Refusals could be bypassed within twelve turns.",
  "   F4  low     The assistant cited sources that do not exist.",
  "",
  "Method",
  "   Manual probing by two testers for five days, then 1,400 generated variations.",
  "   We reproduced each finding three times.",
  "",
  "Recommendations",
  "   R1  Treat text from uploads as data: mark it, and strip directives before use.",
  "   R2  Bind retrieval to the encounter, not to the ward.",
  "   R3  Count refusals per conversation and escalate to a person after three.",
  "   R4  Cite sources only for retrieved passages.",
  "",
  "Next steps",
  "   Retest F1 and F2 in two weeks, then review with the safety board.",
];

const REGISTER_ROWS = [
  ["Model", "Owner", "Purpose", "Data", "Risk", "Next review"],
  ["triage-assist 2.1", "Emergency care", "Initial patient questions", "Health records", "High", "Monthly"],
  ["letter-summary 1.4", "Records", "Referral letter summaries", "Health records", "High", "Monthly"],
  ["bed-forecast 3.0", "Operations", "Occupancy forecast for next week", "Aggregates", "Low", "Yearly"],
  ["claims-match 0.9", "Finance", "Payment matching", "Invoices", "Medium", "Quarterly"],
];
