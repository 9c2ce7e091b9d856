import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { aProcess, type TestProcess } from "./a-process.ts";

/** The product in a process of its own, its administrator signed in, and a client whose documents are uploaded. */
export type DocumentProcess = {
  process: TestProcess;
  upload(name: string, content: Buffer): Promise<{ status: number; id: string; code: string }>;
  /** Sends `bytes` of a document without end in pieces; `cutAt` hangs up there. @returns the status, null when cut. */
  send(name: string, bytes: number, cutAt?: number): Promise<number | null>;
  remove(id: string): Promise<number>;
  /** What the database says there is. */
  rows(): Promise<{ id: string; name: string }[]>;
  /** The hash of what a download gives; the status when it gives nothing. */
  hashOf(id: string, query?: string): Promise<string | number>;
  /** Sends an inquiry, a write that has nothing to do with documents. */
  contact(): Promise<number>;
  /** The files in the store, and those of uploads nobody finished. */
  files(): { kept: string[]; incoming: string[] };
};

const ADMINISTRATOR = { email: "owner@firm.example", password: "a long enough password" };
const INQUIRY = {
  name: "Ada Byron",
  email: "ada@visitor.example",
  company: "Engines Ltd",
  serviceInterest: "Other",
  message: "We would like to talk about our models.",
};
const PIECE = Buffer.alloc(256 * 1024, "\n");
const HEAD = "%PDF-1.7\n";

export const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");

/** Starts it on a data directory, new or used before. */
export async function aDocumentProcess(
  dataDir: string,
  port: string,
  env: Record<string, string> = {},
): Promise<DocumentProcess> {
  const product = aProcess({
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
  const asService = { apikey: secretKey, "content-type": "application/json" };
  const json = async (path: string, init: RequestInit) => (await fetch(`${product.url}${path}`, init)).json();
  const { access_token } = await json("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: asService,
    body: JSON.stringify(ADMINISTRATOR),
  });
  const clientId = await theClient();
  const bearer = { authorization: `Bearer ${access_token}` };

  async function theClient(): Promise<string> {
    const [known] = await json("/rest/v1/clients?select=id", { headers: asService });
    if (known) return known.id;
    const [made] = await json("/rest/v1/clients?select=id", {
      method: "POST",
      headers: { ...asService, prefer: "return=representation" },
      body: JSON.stringify({ company: "Fabrikam", contact_person: "Ada Moreno" }),
    });
    return made.id;
  }

  return {
    process: product,
    async upload(name, content) {
      const form = new FormData();
      form.set("clientId", clientId);
      form.set("file", new File([new Uint8Array(content)], name));
      const answer = await fetch(`${product.url}/api/admin/documents/upload`, {
        method: "POST",
        headers: bearer,
        body: form,
      });
      const body = await answer.json();
      return { status: answer.status, id: body.document?.id ?? "", code: body.code ?? "" };
    },
    send: (name, bytes, cutAt) => sendPieces(product.url, { bearer, clientId, name, bytes, cutAt }),
    async remove(id) {
      const path = `${product.url}/api/admin/documents/${id}`;
      return (await fetch(path, { method: "DELETE", headers: bearer })).status;
    },
    rows: () => json("/rest/v1/documents?select=id,name&limit=1000", { headers: asService }),
    async hashOf(id, query = "") {
      const link = await fetch(`${product.url}/api/client/documents/${id}${query}`, { headers: bearer });
      if (!link.ok) return link.status;
      const answer = await fetch((await link.json()).downloadUrl);
      if (!answer.ok || !answer.body) return answer.status;
      const hash = createHash("sha256");
      for await (const chunk of answer.body) hash.update(chunk);
      return hash.digest("hex");
    },
    async contact() {
      const answer = await fetch(`${product.url}/api/contact/send`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(INQUIRY),
      });
      return answer.status;
    },
    files() {
      const found = readdirSync(join(dataDir, "documents"), { recursive: true, withFileTypes: true });
      const files = found.filter((entry) => entry.isFile());
      const isIncoming = (folder: string) => folder.endsWith("incoming");
      return {
        kept: files.filter((file) => !isIncoming(file.parentPath)).map((file) => file.name),
        incoming: files.filter((file) => isIncoming(file.parentPath)).map((file) => file.name),
      };
    },
  };
}

type Sending = {
  bearer: { authorization: string };
  clientId: string;
  name: string;
  bytes: number;
  cutAt: number | undefined;
};

function sendPieces(url: string, { bearer, clientId, name, bytes, cutAt }: Sending): Promise<number | null> {
  const field = `--x\r\nContent-Disposition: form-data; name="clientId"\r\n\r\n${clientId}\r\n`;
  const file = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${HEAD}`;
  const end = "\r\n--x--\r\n";
  const length = field.length + file.length - HEAD.length + bytes + end.length;
  return new Promise((resolve) => {
    const sending = request(`${url}/api/admin/documents/upload`, {
      method: "POST",
      agent: false,
      headers: { ...bearer, "content-type": "multipart/form-data; boundary=x", "content-length": length },
    });
    sending.on("error", () => resolve(null));
    sending.on("response", (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? null));
    });
    sending.write(field + file);
    let sent = HEAD.length;
    const more = () => {
      while (sent < bytes) {
        if (cutAt !== undefined && sent >= cutAt) return void sending.destroy();
        const piece = PIECE.subarray(0, Math.min(PIECE.length, bytes - sent));
        sent += piece.length;
        if (!sending.write(piece)) return void sending.once("drain", more);
      }
      sending.end(end);
    };
    more();
  });
}
