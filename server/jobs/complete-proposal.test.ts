import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLetterVerifier } from "#server/findings/report/verify-letter.ts";
import { createRateLimits } from "#server/http/rate-limits.ts";
import { readText } from "#server/pdf/test-support/read-pdf.ts";
import {
  createProposalEnvironment,
  type ProposalEnvironment,
} from "#tests/support/product/proposal-environment.ts";

let environment: ProposalEnvironment;
let id: string;
beforeEach(async () => {
  environment = await createProposalEnvironment();
  id = await environment.createSent();
  await environment.accept(id, environment.owner, { selectedItemIds: ["retest"] });
});
afterEach(() => environment.stop());

const readAcceptance = async () =>
  (await environment.query("select document_id, pdf_sha256, code from public.proposal_acceptances"))[0] ?? {};

/** The bytes of the only stored file. */
async function readStoredFile(): Promise<Buffer> {
  const root = join(environment.folder, "documents");
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files).toHaveLength(1);
  return readFile(join(String(files[0]?.parentPath), String(files[0]?.name)));
}

test("an acceptance adds the job in its transaction", async () => {
  expect(
    await environment.query(
      "select task_identifier, key from graphile_worker.jobs where task_identifier like '%proposal'",
    ),
  ).toEqual([{ task_identifier: "complete-proposal", key: `complete-proposal:${id}` }]);
});

test("the PDF is stored as a contract that only owners and billing members can read", async () => {
  await environment.complete(id);
  const { document_id, pdf_sha256, code } = await readAcceptance();
  expect(
    await environment.query(
      "select name, category, shared_with, client_id, project_id is null as has_no_project from public.documents where id = $1",
      [document_id],
    ),
  ).toEqual([
    {
      ...{ category: "contract", shared_with: [], client_id: environment.clientA, has_no_project: false },
      name: expect.stringMatching(/^Accepted proposal P-\d{4} Red team exercise\.pdf$/),
    },
  ]);
  const pdf = await readStoredFile();
  expect(createHash("sha256").update(pdf).digest("hex")).toBe(pdf_sha256);
  const text = await readText(pdf);
  for (const part of [
    "Certificate of acceptance",
    "Ada Moreno, CISO",
    "203.0.113.7",
    String(code),
    "Total $6,250.00",
    "Sent by Wardline",
  ]) {
    expect(text).toContain(part);
  }
});

test("the PDF is stored once, even if two runs overlap or the job is repeated", async () => {
  const runs = await Promise.allSettled([environment.complete(id), environment.complete(id)]);
  expect(runs.filter(({ status }) => status === "fulfilled")).not.toHaveLength(0);
  await environment.complete(id);
  expect(await environment.query("select count(*)::integer as count from public.documents")).toEqual([
    { count: 1 },
  ]);
});

describe("the stored document", () => {
  test.each([
    ["deleting it", "delete from public.documents"],
    ["renaming it", "update public.documents set name = 'other.pdf'"],
    ["sharing it with other roles", "update public.documents set shared_with = '{technical}'"],
    ["replacing its content", "update private.document_files set sha256 = repeat('a', 64)"],
    ["another hash in the record", "update public.proposal_acceptances set pdf_sha256 = repeat('a', 64)"],
    ["another name in the record", "update public.proposal_acceptances set signer_name = 'Grace'"],
    ["deleting the record", "delete from public.proposal_acceptances"],
  ])("rejects %s", async (_, statement) => {
    await environment.complete(id);
    await expect(environment.query(statement)).rejects.toThrow(/cannot change/);
  });

  test.each(["", "?versions=all"])("cannot be deleted by an administrator%s", async (query) => {
    await environment.complete(id);
    const { document_id } = await readAcceptance();
    expect(await environment.admin("DELETE", `documents/${document_id}${query}`)).toEqual({
      ...{ status: 409, code: "accepted_proposal" },
    });
  });

  test("stays visible to the client when it is attached to a draft finding", async () => {
    await environment.complete(id);
    await environment.query(
      `with draft as (
         insert into public.findings (project_id, client_id, title, severity, found_on)
         select project_id, client_id, 'Leak', 'low', '2026-01-01' from public.documents returning id, client_id
       )
       insert into public.finding_attachments (finding_id, client_id, document_id)
       select draft.id, draft.client_id, document.id from draft, public.documents as document`,
    );
    expect(await environment.query("select is_internal from public.documents")).toEqual([
      { is_internal: false },
    ]);
  });

  test("stays in the client's list after an upload with the same name", async () => {
    await environment.complete(id);
    await environment.query(
      `insert into public.documents (client_id, name, category, file_size, mime_type)
       select client_id, upper(name), 'report', 1, mime_type from public.documents`,
    );
    expect(
      await environment.query("select version, is_latest from public.documents order by version"),
    ).toEqual([
      { version: 1, is_latest: true },
      { version: 2, is_latest: true },
    ]);
    await environment.query(
      `insert into public.documents (client_id, name, category, file_size, mime_type)
       select client_id, name, 'report', 1, mime_type from public.documents where version = 2`,
    );
    const listed = "select version from public.documents where is_latest order by version";
    expect(await environment.query(listed)).toEqual([{ version: 1 }, { version: 3 }]);
  });

  test("allows scanning and moving it", async () => {
    await environment.complete(id);
    await environment.query("update public.documents set scan_status = 'clear', scanned_at = now()");
    await environment.query("update private.document_files set store = 's3'");
  });
});

describe("the public page", () => {
  const verify = (input: string) =>
    createLetterVerifier({
      database: environment.database,
      rateLimits: createRateLimits(1, () => new Date()),
      log: { debug() {}, info() {}, warn() {}, error() {} },
    })(input, "198.51.100.1");

  test("verifies the code and the hash of the PDF, and reveals nothing else", async () => {
    await environment.complete(id);
    const { pdf_sha256, code } = await readAcceptance();
    const accepted = { status: "accepted", code, sha256: pdf_sha256 };
    expect(await verify(String(code).toLowerCase())).toEqual(accepted);
    expect(await verify(String(pdf_sha256))).toEqual(accepted);
    expect(await verify("b".repeat(64))).toEqual({ status: "unknown_file", code: "b".repeat(64) });
  });

  test("does not show an acceptance before its PDF is stored", async () => {
    const { code } = await readAcceptance();
    expect(await verify(String(code))).toEqual({ status: "unknown_code", code });
  });
});
