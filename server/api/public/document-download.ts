import type { Readable } from "node:stream";
import { create as contentDisposition } from "content-disposition";
import { type Context, Hono } from "hono";
import { parseByteRange } from "#server/files/download/byte-range.ts";
import type { DocumentLink } from "#server/files/download/document-links.ts";
import {
  findLinkedDocument,
  type LinkedDocument,
  recordLinkUse,
} from "#server/files/download/linked-document.ts";
import { isDatabaseFull, toStorageApiError } from "#server/files/storage-api-error.ts";
import { StorageError, type Store } from "#server/files/stores/store.ts";
import { toResponseBody } from "#server/files/streams.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Services } from "#server/services.ts";

type Parts = Pick<Services, "database" | "files" | "documentLinks" | "config" | "log">;
type OpenedLink = { link: DocumentLink; document: LinkedDocument; store: Store };

/** Lifetime of the store's signed URL to which a download link redirects. */
const STORE_LINK_SECONDS = 60;

// Stores encode these characters differently in signed URLs and reject such links. The Content-Disposition of a
// non-ASCII name always contains some of them.
const UNSAFE_IN_SIGNED_URL = /[!'()*]/;

// A document must not run scripts or load anything, and has no origin. Only our own pages may frame it.
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src 'self'; frame-ancestors 'self'; form-action 'none'; sandbox";

/**
 * `GET /api/documents/{token}` returns the file behind a download link, or redirects to a signed URL of the store. Access
 * is checked on each use, so a link stops working when the document is deleted or its user loses access.
 */
export function documentDownloadRoutes(parts: Parts): Hono {
  const app = new Hono();
  app.use("/api/documents/:token", async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders(parts.config))) {
      context.res.headers.set(name, value);
    }
  });
  app.get("/api/documents/:token", async (context) => {
    try {
      return await respond(parts, context);
    } catch (error) {
      if (error instanceof StorageError) {
        parts.log.error({ err: error }, "could not serve a document");
      }
      if (error instanceof StorageError && error.reason === "missing") {
        throw new ApiError(404, "file_missing", "We couldn't find this document's file.");
      }
      throw toStorageApiError(error) ?? error;
    }
  });
  return app;
}

function securityHeaders({ publicUrl }: Parts["config"]): Record<string, string> {
  return {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Opener-Policy": "same-origin",
    ...(publicUrl.startsWith("https:") && {
      "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
    }),
  };
}

async function respond(parts: Parts, context: Context): Promise<Response> {
  const { database, files, documentLinks, config } = parts;
  const link = await documentLinks.verify(context.req.param("token") ?? "");
  const document =
    link &&
    (await database.bypassPolicies({ reason: "open a document link" }, (query) =>
      findLinkedDocument(query, link),
    ));
  if (!document) {
    throw new ApiError(404, "link_expired", "This link has expired.");
  }
  const opened: OpenedLink = { link, document, store: files.getStore(document.store) };
  if (context.req.method === "HEAD") {
    return serveBytes(context, opened, async () => null);
  }
  const storeLink =
    config.s3 && isAtLeastAsSecure(config.s3.endpoint, config.publicUrl)
      ? opened.store.createSignedUrl
      : null;
  const isRedirected =
    link.kind === "download" && storeLink && !UNSAFE_IN_SIGNED_URL.test(contentDispositionFor(opened));
  const located = isRedirected
    ? await storeLink(document.storageKey, {
        seconds: STORE_LINK_SECONDS,
        contentDisposition: contentDispositionFor(opened),
        contentType: "application/octet-stream",
      })
    : null;
  const response = located
    ? context.redirect(located, 302)
    : await serveBytes(context, opened, (range) => opened.store.read(document.storageKey, range));
  try {
    // An unsatisfiable range is not a download.
    if (response.status < 400) {
      await logDownload(parts, opened);
    }
  } catch (error) {
    await response.body?.cancel();
    throw error;
  }
  return response;
}

/** Records the use of the link. If the database is full, the file is served anyway and the download is only logged. */
async function logDownload({ database, log }: Parts, { link, document }: OpenedLink): Promise<void> {
  try {
    await database.bypassPolicies({ reason: "log a download" }, (query) =>
      recordLinkUse(query, link, document),
    );
  } catch (error) {
    if (!isDatabaseFull(error)) {
      throw error;
    }
    const { userId, kind } = link;
    log.error({ document: document.id, user: userId, kind }, "database full: a download was not logged");
  }
}

/** A page served over https must not redirect to a store without it. */
function isAtLeastAsSecure(endpoint: string, publicUrl: string): boolean {
  return endpoint.startsWith("https:") || !publicUrl.startsWith("https:");
}

async function serveBytes(
  context: Context,
  { link, document, store }: OpenedLink,
  open: (range?: { first: number; last: number }) => Promise<Readable | null>,
): Promise<Response> {
  const etag = `"${document.sha256}"`;
  const ifRange = context.req.header("if-range");
  const range =
    ifRange && ifRange !== etag ? "whole" : parseByteRange(context.req.header("range"), document.size);
  if (range === "outside") {
    return context.body(null, 416, {
      "Accept-Ranges": "bytes",
      "Content-Range": `bytes */${document.size}`,
    });
  }
  const isPart = range !== "whole";
  const bytes = await open(isPart ? range : undefined);
  // Sent only with the file: an error response must not have the document's length.
  const described = {
    "Accept-Ranges": "bytes",
    ETag: etag,
    "Content-Type": document.mimeType,
    "Content-Disposition": contentDispositionFor({ link, document, store }),
    "Content-Length": String(isPart ? range.last - range.first + 1 : document.size),
    ...(isPart && { "Content-Range": `bytes ${range.first}-${range.last}/${document.size}` }),
  };
  const status = isPart ? 206 : 200;
  return bytes
    ? context.body(toResponseBody(bytes), status, described)
    : context.body(null, status, described);
}

function contentDispositionFor({ link, document }: OpenedLink): string {
  return contentDisposition(document.name, { type: link.kind === "preview" ? "inline" : "attachment" });
}
