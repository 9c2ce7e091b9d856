import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { deleteDocument } from "#server/api/delete-document.ts";
import { documentBytes } from "#server/api/document-bytes.ts";
import { documentLink } from "#server/api/document-link.ts";
import { uploadDocument } from "#server/api/upload-document.ts";
import { parseConfig } from "#server/config.ts";
import { createFiles, type Files } from "#server/files/index.ts";
import { createDocumentLinks } from "#server/files/links.ts";
import type { Scanner } from "#server/files/scanner.ts";
import { listen } from "#server/http-server.ts";
import { scanDocuments } from "#server/jobs/scan-documents.ts";
import { sweepFiles } from "#server/jobs/sweep-files.ts";
import type { Logger } from "#server/log.ts";
import { type ApiCallers, apiCallers } from "./api-callers.ts";

type Caller = "administrator" | "client" | "visitor";

/** The document endpoints on real HTTP, a store in a folder of its own, and people who call them. */
export type DocumentWorld = ApiCallers & {
  url: string;
  files: Files;
  folder: string;
  /** What was logged as a warning or an error. */
  logged: unknown[];
  upload(wanted?: Upload): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Uploads and gives the new document's id. */
  stored(wanted?: Upload): Promise<string>;
  ask(as: Caller, path: string, init?: RequestInit): Promise<Response>;
  /** The link to a document. */
  linkTo(id: string, as?: Caller, query?: string): Promise<string>;
  /** Runs the jobs, at a time of the test's choosing. */
  sweep(leftAloneSince: Date): Promise<void>;
  scan(): Promise<void>;
  /** The clock of links and jobs. */
  clock: { now: Date };
  stop(): Promise<void>;
};

export type Upload = {
  name?: string;
  content?: Uint8Array | string;
  clientId?: string;
  category?: string;
  as?: Caller;
};

/** A PDF with a word in it, so that two are told apart. */
export const aPdf = (word = "report") => Buffer.from(`%PDF-1.7\n% ${word}\n%%EOF\n`);

export async function documentWorld(
  options: { env?: Record<string, string>; scanner?: Scanner } = {},
): Promise<DocumentWorld> {
  const folder = await mkdtemp(join(tmpdir(), "documents-"));
  const clock = { now: new Date() };
  const now = () => clock.now;
  const encryptionKey = randomBytes(32).toString("base64");
  const logged: unknown[] = [];
  const keep = (...line: unknown[]) => {
    logged.push(line);
  };
  const log: Logger = { debug() {}, info() {}, warn: keep, error: keep };
  const scanner = options.scanner ?? null;
  const config = parseConfig({
    DEMO: "false",
    DATA_DIR: folder,
    PUBLIC_URL: "http://portal.test",
    ...options.env,
  });
  const files = createFiles(config);
  const links = createDocumentLinks(encryptionKey, now);
  const app = new Hono();
  const callers = await apiCallers((parts) => {
    const services = { ...parts, config, files, scanner, log, documentLinks: links };
    for (const endpoint of [documentBytes, uploadDocument, deleteDocument, documentLink])
      app.route("/", endpoint(services));
    return app;
  }, now);
  const http = await listen("127.0.0.1", 0, callers.fetch);
  const url = `http://127.0.0.1:${http.port}`;
  const services = { ...callers, files, scanner, log, now };
  const world: DocumentWorld = {
    ...callers,
    url,
    files,
    folder,
    logged,
    clock,
    ask: (as, path, init = {}) =>
      fetch(path.replace("http://portal.test", url).replace(/^\//, `${url}/`), {
        redirect: "manual",
        ...init,
        headers: { ...init.headers, ...(as === "visitor" ? {} : { authorization: `Bearer ${as}` }) },
      }),
    async upload({ name = "report.pdf", content = aPdf(), clientId, category, as = "administrator" } = {}) {
      const form = new FormData();
      form.set("clientId", clientId ?? world.clientA);
      if (category) form.set("category", category);
      form.set("file", new File([typeof content === "string" ? content : new Uint8Array(content)], name));
      const response = await world.ask(as, "/api/admin/documents/upload", { method: "POST", body: form });
      return { status: response.status, body: await response.json() };
    },
    async stored(wanted) {
      const { status, body } = await world.upload(wanted);
      const document = body.document;
      if (status !== 201 || typeof document !== "object" || document === null || !("id" in document))
        throw new Error(`not stored: ${status} ${JSON.stringify(body)}`);
      return String(document.id);
    },
    async linkTo(id, as = "client", query = "") {
      const response = await world.ask(as, `/api/client/documents/${id}${query}`);
      const body = await response.json();
      if (!response.ok) throw new Error(`no link: ${response.status} ${JSON.stringify(body)}`);
      return body.downloadUrl;
    },
    sweep: (leftAloneSince) => sweepFiles(services, leftAloneSince),
    scan: () => scanDocuments(services)({}),
    async stop() {
      await http.close(0);
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}
