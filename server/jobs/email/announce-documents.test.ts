import { beforeEach, expect, test } from "vitest";
import { brand } from "#brand";
import type { TablesInsert } from "#supabase/database.types.ts";
import { type AnnouncingJob, createAnnouncingJob, PORTAL_URL } from "#tests/support/email/announcing-job.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { createAnnounceDocumentsJob } from "./announce-documents.ts";

let job: AnnouncingJob;
beforeEach(async () => {
  job = await createAnnouncingJob(createAnnounceDocumentsJob);
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const addDocument = (overrides: Partial<TablesInsert<"documents">> = {}) =>
  insertRow(job.database, "documents", {
    client_id: job.client.id,
    name: "Report.pdf",
    file_size: 10,
    mime_type: "application/pdf",
    scan_status: "clear",
    uploaded_at: minutesAgo(5),
    ...overrides,
  });

test("emails a client once about a document that is ready", async () => {
  await addDocument();
  const emails = await job.runAndListEmails();
  expect(emails).toMatchObject([{ kind: "document-ready", recipient: job.client.email }]);
  expect(emails[0]?.body_text).toMatch(
    /^Hi Ada,\n\nA new document is ready\. Sign in to the client portal to read it\.\n/,
  );
  expect(emails[0]?.body_text).toContain(`${PORTAL_URL}?section=documents`);
});

test("announces documents that were uploaded together in one email, after the last upload", async () => {
  await addDocument();
  await addDocument({ name: "Findings.xlsx", uploaded_at: minutesAgo(1) });
  expect(await job.runAndListEmails()).toEqual([]);
  await job.database.pool.query(
    "update public.documents set uploaded_at = uploaded_at - interval '5 minutes'",
  );
  const [email, ...others] = await job.runAndListEmails();
  expect(others).toEqual([]);
  expect(email?.subject).toMatch(/^2 new documents from /);
  expect(email?.body_text).toContain("Report.pdf\nFindings.xlsx");
});

test("announces a document when its scan is complete", async () => {
  await addDocument({ scan_status: "pending" });
  expect(await job.runAndListEmails()).toEqual([]);
  await job.database.pool.query("update public.documents set scan_status = 'clear', scanned_at = now()");
  expect(await job.runAndListEmails()).toHaveLength(1);
});

test.each([
  ["a quarantined document", { scan_status: "quarantined" }],
  ["a document from 3 days ago", { uploaded_at: minutesAgo(3 * 24 * 60) }],
] as const)("does not announce %s", async (_, overrides) => {
  await addDocument(overrides);
  expect(await job.runAndListEmails()).toEqual([]);
});

test("does not email a client that turned document emails off", async () => {
  await job.setPreference("documents", false);
  await addDocument();
  expect(await job.runAndListEmails()).toEqual([]);
});

test("announces an internal document when it is shared, also days after its upload", async () => {
  const { id } = await addDocument({ is_internal: true, uploaded_at: minutesAgo(10 * 24 * 60) });
  await addDocument({ name: "Evidence.pdf", is_internal: true, uploaded_at: minutesAgo(1) });
  expect(await job.runAndListEmails()).toEqual([]);
  const { pool } = job.database;
  await pool.query("update public.documents set is_internal = false where id = $1", [id]);
  // Other documents may be shared within the next minutes.
  expect(await job.runAndListEmails()).toEqual([]);
  await pool.query(
    "update private.shared_documents set shared_at = shared_at - interval '3 minutes' where document_id = $1",
    [id],
  );
  const [email, ...others] = await job.runAndListEmails();
  expect(others).toEqual([]);
  expect(email?.subject).toBe(`New document from ${brand.name}: Report.pdf`);
});
