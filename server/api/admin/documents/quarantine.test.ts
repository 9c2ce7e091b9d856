import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createClamavScanner } from "#server/files/scan/clamav.ts";
import {
  buildPdf,
  type DocumentEnvironment,
  startDocumentEnvironment,
} from "#tests/support/files/document-environment.ts";
import { EICAR, type FakeClamd, startFakeClamd } from "#tests/support/files/fake-clamd.ts";

let clamd: FakeClamd;
let fixture: DocumentEnvironment;
beforeAll(async () => {
  clamd = await startFakeClamd();
  fixture = await startDocumentEnvironment({ scanner: createClamavScanner(clamd.socket) });
});
afterEach(() => clamd.respondWith(null));
afterAll(async () => {
  await fixture.stop();
  await clamd.stop();
});

const buildInfectedPdf = () => Buffer.concat([buildPdf(), Buffer.from(EICAR)]);
const readScanResult = async (id: string) =>
  (await fixture.sql.query("select scan_status, scan_detail from public.documents where id = $1", [id]))
    .rows[0];

describe("with a scanner, a new document", () => {
  test("has no link until the scanner reports it as clean", async () => {
    const id = await fixture.uploadAndGetId({
      content: Buffer.concat([buildPdf(), Buffer.alloc(5 * 1024 * 1024, "x")]),
    });
    expect(await readScanResult(id)).toEqual({ scan_status: "pending", scan_detail: null });
    const rejected = await fixture.request("client", `/api/client/documents/${id}`);
    expect(rejected.status).toBe(409);
    expect(rejected.headers.get("retry-after")).toBe("5");
    expect(await rejected.json()).toMatchObject({ code: "being_checked" });
    const jobs = await fixture.sql.query("select task_identifier from graphile_worker.jobs");
    expect(jobs.rows).toEqual([{ task_identifier: "scan-documents" }]);
    await fixture.scanDocuments();
    expect(await readScanResult(id)).toEqual({ scan_status: "clear", scan_detail: null });
    expect((await fetchLink(await fixture.getDownloadUrl(id))).status).toBe(200);
  });

  test("is quarantined if the scanner finds malware: administrators see it but cannot download it", async () => {
    const cleanId = await fixture.uploadAndGetId({ name: "plan.pdf" });
    const infectedId = await fixture.uploadAndGetId({ name: "plan.pdf", content: buildInfectedPdf() });
    await fixture.scanDocuments();
    expect(await readScanResult(infectedId)).toEqual({
      scan_status: "quarantined",
      scan_detail: "Eicar-Test-Signature",
    });
    const clientResponse = await fixture.request("client", `/api/client/documents/${infectedId}`);
    expect([clientResponse.status, (await clientResponse.json()).code]).toEqual([404, "unknown_document"]);
    const administratorResponse = await fixture.request(
      "administrator",
      `/api/client/documents/${infectedId}`,
    );
    expect([administratorResponse.status, (await administratorResponse.json()).code]).toEqual([
      403,
      "quarantined",
    ]);
    const { rows } = await fixture.sql.query(
      "select id, is_latest from public.documents where name = 'plan.pdf' order by version",
    );
    expect(rows).toEqual([
      { id: cleanId, is_latest: true },
      { id: infectedId, is_latest: false },
    ]);
  });

  test("loses its links if a later scan finds malware", async () => {
    const id = await fixture.uploadAndGetId({ name: "later.pdf" });
    await fixture.scanDocuments();
    const link = await fixture.getDownloadUrl(id);
    await fixture.sql.query("update public.documents set scan_status = 'unscanned' where id = $1", [id]);
    clamd.respondWith("stream: Newly-Known FOUND");
    await fixture.scanDocuments();
    expect(await readScanResult(id)).toEqual({ scan_status: "quarantined", scan_detail: "Newly-Known" });
    expect((await fetchLink(link)).status).toBe(404);
  });

  test("is unavailable, with a reason, until a scan succeeds", async () => {
    const id = await fixture.uploadAndGetId({ name: "unlooked.pdf" });
    clamd.respondWith("INSTREAM size limit exceeded. ERROR");
    await fixture.scanDocuments();
    expect(await readScanResult(id)).toEqual({
      scan_status: "pending",
      scan_detail: "INSTREAM size limit exceeded. ERROR",
    });
    clamd.respondWith(null);
    await fixture.scanDocuments();
    expect(await readScanResult(id)).toEqual({ scan_status: "clear", scan_detail: null });
  });
});

test("reports an unreadable file without its path", async () => {
  const id = await fixture.uploadAndGetId({ name: "lost.pdf" });
  await fixture.sql.query("update private.document_files set storage_key = 'gone' where document_id = $1", [
    id,
  ]);
  await fixture.scanDocuments();
  expect(await readScanResult(id)).toEqual({
    scan_status: "pending",
    scan_detail: "The stored file couldn't be read",
  });
  await fixture.sql.query("delete from public.documents where id = $1", [id]);
});

describe("an unavailable scanner", () => {
  test("is tried once per run, each time with a different document", async () => {
    const ids = [
      await fixture.uploadAndGetId({ name: "first.pdf" }),
      await fixture.uploadAndGetId({ name: "second.pdf" }),
    ];
    const readScanResults = () => ids.map((id) => readScanResult(id));
    clamd.respondWith("");
    const scansBefore = clamd.scanCount();
    await fixture.scanDocuments();
    expect(clamd.scanCount() - scansBefore).toBe(1);
    await fixture.scanDocuments();
    expect(await Promise.all(readScanResults())).toEqual(
      ids.map(() => ({ scan_status: "pending", scan_detail: "clamd disconnected without a reply" })),
    );
    clamd.respondWith(null);
    await fixture.scanDocuments();
    expect(await Promise.all(readScanResults())).toEqual(
      ids.map(() => ({ scan_status: "clear", scan_detail: null })),
    );
  });
});

describe("clamd", () => {
  test("returns no result if it is unreachable or closes the connection", async () => {
    const { Readable } = await import("node:stream");
    await expect(
      createClamavScanner("/nowhere/clamd.sock").scan(Readable.from([buildPdf()])),
    ).rejects.toThrow("clamd sent no result");
    clamd.respondWith("");
    await expect(createClamavScanner(clamd.socket).scan(Readable.from([buildPdf()]))).rejects.toThrow(
      "disconnected without a reply",
    );
  });
});

async function fetchLink(link: string): Promise<Response> {
  const response = await fixture.request("visitor", link);
  await response.arrayBuffer();
  return response;
}
