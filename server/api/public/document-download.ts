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
import { isDatabaseDiskFull, toStorageApiError } from "#server/files/storage-api-error.ts";
import { StorageError, type Store } from "#server/files/stores/store.ts";
import { toWebStream } from "#server/files/streams.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "database" | "files" | "documentLinks" | "config" | "log">;
type OpenedLink = { link: DocumentLink; document: LinkedDocument; store: Store };

/** Lifetime of the signed store URL to which a download redirects. */
const SIGNED_URL_SECONDS = 60;

// Stores reject signed URLs with these characters, because they encode them differently. The Content-Disposition of a
// non-ASCII name always contains some of them.
const UNSAFE_IN_SIGNED_URL = /[!'()*]/;

// Documents must not run scripts, load resources or share the site's origin. Only our own pages may frame them.
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src 'self'; frame-ancestors 'self'; form-action 'none'; sandbox";

/**
 * `GET /api/documents/{token}` returns the file behind a download link, or redirects to a signed store URL. Access is
 * checked on each use, so a link stops working when the document is deleted or its user loses access.
 */
export function createDocumentDownloadRoutes(services: Dependencies): Hono {
  const app = new Hono();
  app.use("/api/documents/:token", async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(buildSecurityHeaders(services.config))) {
      context.res.headers.set(name, value);
    }
  });
  app.get("/api/documents/:token", async (context) => {
    try {
      return await serveDocument(services, context);
    } catch (error) {
      if (error instanceof StorageError) {
        services.log.error({ err: error }, "could not serve a document");
      }
      if (error instanceof StorageError && error.reason === "missing") {
        throw new ApiError(404, "file_missing", "We couldn't find this document's file.");
      }
      throw toStorageApiError(error) ?? error;
    }
  });
  return app;
}

function buildSecurityHeaders({ publicUrl }: Dependencies["config"]): Record<string, string> {
  return {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
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

async function serveDocument(services: Dependencies, context: Context): Promise<Response> {
  const { database, files, documentLinks, config } = services;
  const link = await documentLinks.verify(context.req.param("token") ?? "");
  const document =
    link &&
    (await database.bypassPolicies({ reason: "open a document link" }, (query) =>
      findLinkedDocument(query, link),
    ));
  if (!document) {
    throw new ApiError(404, "link_expired", "This link has expired.");
  }
  const openedLink: OpenedLink = { link, document, store: files.getStore(document.store) };
  if (context.req.method === "HEAD") {
    return serveBytes(context, openedLink, async () => null);
  }
  const createStoreUrl =
    config.s3 && isAtLeastAsSecure(config.s3.endpoint, config.publicUrl)
      ? openedLink.store.createSignedUrl
      : null;
  const isRedirected =
    link.kind === "download" &&
    createStoreUrl &&
    !UNSAFE_IN_SIGNED_URL.test(formatContentDisposition(openedLink));
  const signedUrl = isRedirected
    ? await createStoreUrl(document.storageKey, {
        seconds: SIGNED_URL_SECONDS,
        contentDisposition: formatContentDisposition(openedLink),
        contentType: "application/octet-stream",
      })
    : null;
  const response = signedUrl
    ? context.redirect(signedUrl, 302)
    : await serveBytes(context, openedLink, (range) => openedLink.store.read(document.storageKey, range));
  try {
    // An unsatisfiable range is not a download.
    if (response.status < 400) {
      await logDownload(services, openedLink);
    }
  } catch (error) {
    await response.body?.cancel();
    throw error;
  }
  return response;
}

/** Records the download. If the database is full, only logs it, so that the file is served anyway. */
async function logDownload({ database, log }: Dependencies, { link, document }: OpenedLink): Promise<void> {
  try {
    await database.bypassPolicies({ reason: "log a download" }, (query) =>
      recordLinkUse(query, link, document),
    );
  } catch (error) {
    if (!isDatabaseDiskFull(error)) {
      throw error;
    }
    const { userId, kind } = link;
    log.error({ document: document.id, user: userId, kind }, "database full: a download was not logged");
  }
}

/** A site served over https must not redirect to a store over http. */
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
  const isPartial = range !== "whole";
  const content = await open(isPartial ? range : undefined);
  // Send these only with the file, because an error response must not reveal the document's length.
  const headers = {
    "Accept-Ranges": "bytes",
    ETag: etag,
    "Content-Type": document.mimeType,
    "Content-Disposition": formatContentDisposition({ link, document, store }),
    "Content-Length": String(isPartial ? range.last - range.first + 1 : document.size),
    ...(isPartial && { "Content-Range": `bytes ${range.first}-${range.last}/${document.size}` }),
  };
  const status = isPartial ? 206 : 200;
  return content ? context.body(toWebStream(content), status, headers) : context.body(null, status, headers);
}

function formatContentDisposition({ link, document }: OpenedLink): string {
  return contentDisposition(document.name, { type: link.kind === "preview" ? "inline" : "attachment" });
}
