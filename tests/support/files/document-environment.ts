import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { createDeleteDocumentRoutes } from "#server/api/admin/documents/delete-document.ts";
import { createShareDocumentRoutes } from "#server/api/admin/documents/share-document.ts";
import { createUploadDocumentRoutes } from "#server/api/admin/documents/upload-document.ts";
import { createImportRoutes } from "#server/api/admin/findings/imports.ts";
import { createReportRoutes } from "#server/api/admin/findings/reports.ts";
import { createDocumentLinkRoutes } from "#server/api/client/document-link.ts";
import { createDocumentDownloadRoutes } from "#server/api/public/document-download.ts";
import { createAdminGroup, createClientGroup } from "#server/api/route-groups.ts";
import { parseConfig } from "#server/config.ts";
import { createDocumentLinks } from "#server/files/download/document-links.ts";
import { createFiles, type Files } from "#server/files/index.ts";
import type { Scanner } from "#server/files/scan/scanner.ts";
import { listen } from "#server/http/http-server.ts";
import { sweepFiles } from "#server/jobs/cleanup/sweep-files.ts";
import { createGenerateReportJob } from "#server/jobs/generate-report.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createScanDocumentsJob } from "#server/jobs/scan-documents.ts";
import type { Logger } from "#server/observability/logger.ts";
import { type ApiEnvironment, createRouteEnvironment } from "../product/api-environment.ts";

type Caller = "administrator" | "client" | "visitor";

/** Document endpoints over HTTP, with a file store in a temporary folder. */
export type DocumentEnvironment = ApiEnvironment & {
  url: string;
  files: Files;
  folder: string;
  /** Logged warnings and errors. */
  loggedProblems: unknown[];
  upload(options?: UploadOptions): Promise<{ status: number; body: Record<string, unknown> }>;
  uploadAndGetId(options?: UploadOptions): Promise<string>;
  request(as: Caller, path: string, init?: RequestInit): Promise<Response>;
  getDownloadUrl(id: string, as?: Caller, query?: string): Promise<string>;
  /** Deletes unused files that are older than `olderThan`. */
  sweepFiles(olderThan: Date): Promise<void>;
  scanDocuments(): Promise<void>;
  /** Writes the reports that were requested. */
  generateReports(): Promise<void>;
  /** The clock of download links and jobs. */
  clock: { now: Date };
  stop(): Promise<void>;
};

export type UploadOptions = {
  name?: string;
  content?: Uint8Array | string;
  clientId?: string;
  category?: string;
  as?: Caller;
};

/** Builds a minimal PDF. Different words give different content. */
export const buildPdf = (word = "report") => Buffer.from(`%PDF-1.7\n% ${word}\n%%EOF\n`);

export async function startDocumentEnvironment(
  options: { env?: Record<string, string>; scanner?: Scanner } = {},
): Promise<DocumentEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), "documents-"));
  const clock = { now: new Date() };
  const now = () => clock.now;
  const encryptionKey = randomBytes(32).toString("base64");
  const loggedProblems: unknown[] = [];
  const record = (...line: unknown[]) => {
    loggedProblems.push(line);
  };
  const log: Logger = { debug() {}, info() {}, warn: record, error: record };
  const scanner = options.scanner ?? null;
  const config = parseConfig({
    DEMO: "false",
    DATA_DIR: folder,
    PUBLIC_URL: "http://portal.test",
    ...options.env,
  });
  const files = createFiles(config);
  const links = createDocumentLinks(encryptionKey, now);
  const apiEnvironment = await createRouteEnvironment(
    (parts) => {
      const services = { ...parts, config, files, scanner, log, documentLinks: links };
      return new Hono()
        .route("/", createDocumentDownloadRoutes(services))
        .route("/", createClientGroup(parts).route("/", createDocumentLinkRoutes(services)))
        .route(
          "/",
          createAdminGroup(parts)
            .route("/", createUploadDocumentRoutes(services))
            .route("/", createImportRoutes(services))
            .route("/", createReportRoutes(services))
            .route("/", createShareDocumentRoutes(services))
            .route("/", createDeleteDocumentRoutes(services)),
        );
    },
    { now },
  );
  const http = await listen("127.0.0.1", 0, apiEnvironment.fetch);
  const url = `http://127.0.0.1:${http.port}`;
  const services = { ...apiEnvironment, files, scanner, log, now, jobs };
  const environment: DocumentEnvironment = {
    ...apiEnvironment,
    url,
    files,
    folder,
    loggedProblems,
    clock,
    request: (as, path, init = {}) =>
      fetch(path.replace("http://portal.test", url).replace(/^\//, `${url}/`), {
        redirect: "manual",
        ...init,
        headers: { ...init.headers, ...(as === "visitor" ? {} : { authorization: `Bearer ${as}` }) },
      }),
    async upload({
      name = "report.pdf",
      content = buildPdf(),
      clientId,
      category,
      as = "administrator",
    } = {}) {
      const form = new FormData();
      form.set("clientId", clientId ?? environment.clientA);
      if (category) {
        form.set("category", category);
      }
      form.set("file", new File([typeof content === "string" ? content : new Uint8Array(content)], name));
      const response = await environment.request(as, "/api/admin/documents/upload", {
        method: "POST",
        body: form,
      });
      return { status: response.status, body: await response.json() };
    },
    async uploadAndGetId(options) {
      const { status, body } = await environment.upload(options);
      const document = body.document;
      if (status !== 201 || typeof document !== "object" || document === null || !("id" in document)) {
        throw new Error(`the upload failed: ${status} ${JSON.stringify(body)}`);
      }
      return String(document.id);
    },
    async getDownloadUrl(id, as = "client", query = "") {
      const response = await environment.request(as, `/api/client/documents/${id}${query}`);
      const body = await response.json();
      if (!response.ok) {
        throw new Error(`no download URL: ${response.status} ${JSON.stringify(body)}`);
      }
      return body.downloadUrl;
    },
    sweepFiles: (olderThan) => sweepFiles(services, olderThan),
    scanDocuments: () => createScanDocumentsJob(services)({}),
    async generateReports() {
      const { rows } = await apiEnvironment.sql.query(
        "select id from public.finding_reports where status = 'queued'",
      );
      for (const { id } of rows) {
        await createGenerateReportJob(services)({ reportId: id });
      }
    },
    async stop() {
      await http.close(0);
      await rm(folder, { recursive: true, force: true });
    },
  };
  return environment;
}
