import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";
type Content = { body: Uint8Array<ArrayBuffer>; etag: string };

/** A file served by the site. Each encoding is created on first use and cached. */
export type SiteFile = { type: string; content: (encoding: Encoding) => Promise<Content> };

const CONTENT_TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".ico": "image/x-icon",
};

const COMPRESSORS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const COMPRESSED_SUFFIXES = { br: ".br", gzip: ".gz" } satisfies Record<
  Exclude<Encoding, "identity">,
  string
>;

/** Returns the built files by URL path, except pages, dotfiles and files of an unknown type. */
export function readSiteFiles(clientDir: string): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>();
  for (const entry of readdirSync(clientDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const urlPath = path.slice(clientDir.length).replaceAll("\\", "/");
    const type = CONTENT_TYPES[extname(entry.name)];
    if (entry.isFile() && type && !urlPath.includes("/.")) {
      files.set(urlPath, createDiskFile(path, type));
    }
  }
  return files;
}

/** Returns the HTML of the prerendered pages by URL path. The home page is "/". */
export function readPrerenderedPages(clientDir: string): Map<string, string> {
  const pages = new Map<string, string>();
  for (const path of readdirSync(clientDir, { recursive: true, encoding: "utf8" })) {
    const urlPath = `/${path.replaceAll("\\", "/")}`;
    if (urlPath.endsWith("/index.html")) {
      pages.set(urlPath.slice(0, -"/index.html".length) || "/", readFileSync(join(clientDir, path), "utf8"));
    }
  }
  return pages;
}

/** Creates a file from text, compressed and cached like a file on disk. */
export function createTextFile(text: string, type: string): SiteFile {
  const body = Buffer.from(text);
  return {
    type,
    content: memoizeByEncoding((encoding) =>
      encoding === "identity" ? Promise.resolve(body) : COMPRESSORS[encoding](body),
    ),
  };
}

function createDiskFile(path: string, type: string): SiteFile {
  return {
    type,
    content: memoizeByEncoding(async (encoding) => {
      if (encoding === "identity" || !isText(type)) {
        return readFile(path);
      }
      const compressedPath = path + COMPRESSED_SUFFIXES[encoding];
      return existsSync(compressedPath)
        ? readFile(compressedPath)
        : COMPRESSORS[encoding](await readFile(path));
    }),
  };
}

function memoizeByEncoding(read: (encoding: Encoding) => Promise<Buffer>): SiteFile["content"] {
  const contents = new Map<Encoding, Promise<Content>>();
  return (encoding) => {
    const cachedContent = contents.get(encoding);
    if (cachedContent) {
      return cachedContent;
    }
    const content = read(encoding).then((bytes) => ({
      body: new Uint8Array(bytes),
      etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`,
    }));
    // The next request retries a failed read.
    content.catch(() => contents.delete(encoding));
    contents.set(encoding, content);
    return content;
  };
}

export function isText(type: string): boolean {
  return !/^(font\/woff2|application\/pdf|image\/(?!svg))/.test(type);
}
