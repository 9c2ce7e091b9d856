import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";
type Content = { body: Uint8Array<ArrayBuffer>; etag: string };

/** Something the site serves, in every encoding; each is made once, when first asked for. */
export type SiteFile = { type: string; content: (encoding: Encoding) => Promise<Content> };

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".png": "image/png",
  ".ico": "image/x-icon",
};

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const suffixes = { br: ".br", gzip: ".gz" } satisfies Record<Exclude<Encoding, "identity">, string>;

/** The built files by their address. Pages are no files, and neither is what begins with a dot or has no known type. */
export function siteFiles(clientDir: string): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>();
  for (const entry of readdirSync(clientDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const address = path.slice(clientDir.length).replaceAll("\\", "/");
    const type = types[extname(entry.name)];
    if (entry.isFile() && type && !address.includes("/.")) files.set(address, fileOnDisk(path, type));
  }
  return files;
}

/** The prerendered pages by their address, "/" for the first. */
export function prerenderedPages(clientDir: string): Map<string, string> {
  const pages = new Map<string, string>();
  for (const path of readdirSync(clientDir, { recursive: true, encoding: "utf8" })) {
    const address = `/${path.replaceAll("\\", "/")}`;
    if (address.endsWith("/index.html")) {
      pages.set(address.slice(0, -"/index.html".length) || "/", readFileSync(join(clientDir, path), "utf8"));
    }
  }
  return pages;
}

/** A text made by the server, kept and compressed like a file. */
export function textFile(text: string, type: string): SiteFile {
  const body = Buffer.from(text);
  return {
    type,
    content: onceEach((encoding) =>
      encoding === "identity" ? Promise.resolve(body) : compressors[encoding](body),
    ),
  };
}

function fileOnDisk(path: string, type: string): SiteFile {
  return {
    type,
    content: onceEach(async (encoding) => {
      if (encoding === "identity" || !isText(type)) return readFile(path);
      const compressed = path + suffixes[encoding];
      return existsSync(compressed) ? readFile(compressed) : compressors[encoding](await readFile(path));
    }),
  };
}

function onceEach(read: (encoding: Encoding) => Promise<Buffer>): SiteFile["content"] {
  const made = new Map<Encoding, Promise<Content>>();
  return (encoding) => {
    const known = made.get(encoding);
    if (known) return known;
    const content = read(encoding).then((bytes) => ({
      body: new Uint8Array(bytes),
      etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`,
    }));
    // A failed read is tried again by the next request.
    content.catch(() => made.delete(encoding));
    made.set(encoding, content);
    return content;
  };
}

export function isText(type: string): boolean {
  return !/^(font\/woff2|image\/(?!svg))/.test(type);
}
