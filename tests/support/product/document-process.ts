import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { type ProductProcess, startProductProcess } from "./product-process.ts";

/** The product in a separate process, with a signed-in administrator and a client to upload documents for. */
export type DocumentProcess = {
  process: ProductProcess;
  upload(name: string, content: Buffer): Promise<{ status: number; id: string; code: string }>;
  /** Uploads a generated document in chunks. Returns the status, or null if it disconnected after `abortAfter` bytes. */
  uploadStream(name: string, bytes: number, abortAfter?: number): Promise<number | null>;
  remove(id: string): Promise<number>;
  /** The documents in the database. */
  listDocuments(): Promise<{ id: string; name: string }[]>;
  /** The SHA-256 hash of the downloaded content, or the status if the download fails. */
  downloadHash(id: string, query?: string): Promise<string | number>;
  /** Sends an inquiry, which is a write without files. Returns the status. */
  sendInquiry(): Promise<number>;
  /** The stored files, and the files of unfinished uploads. */
  listFiles(): { stored: string[]; incoming: string[] };
};

const ADMINISTRATOR = { email: "owner@firm.example", password: "a long enough password" };
const INQUIRY = {
  name: "Ada Byron",
  email: "ada@visitor.example",
  company: "Engines Ltd",
  serviceInterest: "Other",
  message: "We would like to talk about our models.",
};
const CHUNK = Buffer.alloc(256 * 1024, "\n");
const PDF_HEADER = "%PDF-1.7\n";

export const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");

/** Starts the product on a new or existing data directory. */
export async function startDocumentProcess(
  dataDir: string,
  port: string,
  env: Record<string, string> = {},
): Promise<DocumentProcess> {
  const product = startProductProcess({
    PORT: port,
    DATA_DIR: dataDir,
    DEMO: "false",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    LOG_LEVEL: "error",
    RATE_LIMIT_SCALE: "1000",
    ...env,
  });
  await product.ready();
  const { secretKey } = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"));
  const serviceHeaders = { apikey: secretKey, "content-type": "application/json" };
  const fetchJson = async (path: string, init: RequestInit) =>
    (await fetch(`${product.url}${path}`, init)).json();
  const { access_token } = await fetchJson("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: serviceHeaders,
    body: JSON.stringify(ADMINISTRATOR),
  });
  const clientId = await findOrCreateClient();
  const bearer = { authorization: `Bearer ${access_token}` };

  async function findOrCreateClient(): Promise<string> {
    const [existing] = await fetchJson("/rest/v1/clients?select=id", { headers: serviceHeaders });
    if (existing) {
      return existing.id;
    }
    const [created] = await fetchJson("/rest/v1/clients?select=id", {
      method: "POST",
      headers: { ...serviceHeaders, prefer: "return=representation" },
      body: JSON.stringify({ company: "Fabrikam", contact_person: "Ada Moreno" }),
    });
    return created.id;
  }

  return {
    process: product,
    async upload(name, content) {
      const form = new FormData();
      form.set("clientId", clientId);
      form.set("file", new File([new Uint8Array(content)], name));
      const response = await fetch(`${product.url}/api/admin/documents/upload`, {
        method: "POST",
        headers: bearer,
        body: form,
      });
      const body = await response.json();
      return { status: response.status, id: body.document?.id ?? "", code: body.code ?? "" };
    },
    uploadStream: (name, bytes, abortAfter) =>
      uploadInChunks(product.url, { bearer, clientId, name, bytes, abortAfter }),
    async remove(id) {
      const path = `${product.url}/api/admin/documents/${id}`;
      return (await fetch(path, { method: "DELETE", headers: bearer })).status;
    },
    listDocuments: () =>
      fetchJson("/rest/v1/documents?select=id,name&limit=1000", { headers: serviceHeaders }),
    async downloadHash(id, query = "") {
      const link = await fetch(`${product.url}/api/client/documents/${id}${query}`, { headers: bearer });
      if (!link.ok) {
        return link.status;
      }
      const response = await fetch((await link.json()).downloadUrl);
      if (!response.ok || !response.body) {
        return response.status;
      }
      const hash = createHash("sha256");
      for await (const chunk of response.body) {
        hash.update(chunk);
      }
      return hash.digest("hex");
    },
    async sendInquiry() {
      const response = await fetch(`${product.url}/api/contact/send`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(INQUIRY),
      });
      return response.status;
    },
    listFiles() {
      const entries = readdirSync(join(dataDir, "documents"), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      const isIncoming = (folder: string) => folder.endsWith("incoming");
      return {
        stored: files.filter((file) => !isIncoming(file.parentPath)).map((file) => file.name),
        incoming: files.filter((file) => isIncoming(file.parentPath)).map((file) => file.name),
      };
    },
  };
}

type ChunkedUpload = {
  bearer: { authorization: string };
  clientId: string;
  name: string;
  bytes: number;
  abortAfter: number | undefined;
};

function uploadInChunks(
  url: string,
  { bearer, clientId, name, bytes, abortAfter }: ChunkedUpload,
): Promise<number | null> {
  const field = `--x\r\nContent-Disposition: form-data; name="clientId"\r\n\r\n${clientId}\r\n`;
  const file = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${PDF_HEADER}`;
  const end = "\r\n--x--\r\n";
  const length = field.length + file.length - PDF_HEADER.length + bytes + end.length;
  return new Promise((resolve) => {
    const upload = request(`${url}/api/admin/documents/upload`, {
      method: "POST",
      agent: false,
      headers: { ...bearer, "content-type": "multipart/form-data; boundary=x", "content-length": length },
    });
    upload.on("error", () => resolve(null));
    upload.on("response", (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? null));
    });
    upload.write(field + file);
    let sentBytes = PDF_HEADER.length;
    const writeChunks = () => {
      while (sentBytes < bytes) {
        if (abortAfter !== undefined && sentBytes >= abortAfter) {
          return void upload.destroy();
        }
        const chunk = CHUNK.subarray(0, Math.min(CHUNK.length, bytes - sentBytes));
        sentBytes += chunk.length;
        if (!upload.write(chunk)) {
          return void upload.once("drain", writeChunks);
        }
      }
      upload.end(end);
    };
    writeChunks();
  });
}
