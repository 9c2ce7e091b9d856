import type { Readable } from "node:stream";
import { create as contentDisposition } from "content-disposition";
import { type Context, Hono } from "hono";
import { ApiError } from "#server/errors.ts";
import { byteRange } from "#server/files/byte-range.ts";
import { findLinked, type LinkedDocument, logUse } from "#server/files/linked-document.ts";
import type { DocumentLink } from "#server/files/links.ts";
import { type Store, StoreProblem } from "#server/files/store.ts";
import { isDatabaseFull, refusalOf } from "#server/files/store-refusal.ts";
import { responseBody } from "#server/files/streams.ts";
import type { Services } from "#server/services.ts";

type Parts = Pick<Services, "database" | "files" | "documentLinks" | "config" | "log">;
type Opened = { link: DocumentLink; document: LinkedDocument; store: Store };

/** How long the store's own link lives, once ours has been followed. */
const STORE_LINK_SECONDS = 60;

// Stores differ in how they spell these in a signed address, and refuse links that have them. A name beyond ASCII always
// has some in its header.
const OFTEN_MISSPELT = /[!'()*]/;

// Whatever a document holds, it runs nothing, loads nothing and has no origin; only our own pages may frame it.
const POLICY = "default-src 'none'; img-src 'self'; frame-ancestors 'self'; form-action 'none'; sandbox";

/**
 * `GET /api/documents/{token}`: the bytes behind a link, or a redirect to the store's own short link. Each use is looked
 * at anew, so that a link ends with its document, and with the rights of whom it was made for.
 */
export function documentBytes(parts: Parts): Hono {
  const app = new Hono();
  app.use("/api/documents/:token", async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers(parts.config))) context.res.headers.set(name, value);
  });
  app.get("/api/documents/:token", async (context) => {
    try {
      return await answer(parts, context);
    } catch (cause) {
      if (cause instanceof StoreProblem) parts.log.error({ err: cause }, "bytes not served");
      if (cause instanceof StoreProblem && cause.reason === "missing")
        throw new ApiError(404, "file_missing", "This document's file could not be found.");
      throw refusalOf(cause) ?? cause;
    }
  });
  return app;
}

function headers({ publicUrl }: Parts["config"]): Record<string, string> {
  return {
    "Content-Security-Policy": POLICY,
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

async function answer(parts: Parts, context: Context): Promise<Response> {
  const { database, files, documentLinks, config } = parts;
  const link = await documentLinks.read(context.req.param("token") ?? "");
  const document =
    link &&
    (await database.bypassingPolicies({ reason: "open a link to a document" }, (query) =>
      findLinked(query, link),
    ));
  if (!document) throw new ApiError(404, "link_expired", "This link is not valid any more.");
  const opened: Opened = { link, document, store: files.storeNamed(document.store) };
  if (context.req.method === "HEAD") return serve(context, opened, async () => null);
  const storeLink = config.s3 && isAsSafe(config.s3.endpoint, config.publicUrl) ? opened.store.linkTo : null;
  const isRedirected = link.kind === "download" && storeLink && !OFTEN_MISSPELT.test(disposition(opened));
  const located = isRedirected
    ? await storeLink(document.storageKey, {
        seconds: STORE_LINK_SECONDS,
        contentDisposition: disposition(opened),
        contentType: "application/octet-stream",
      })
    : null;
  const response = located
    ? context.redirect(located, 302)
    : await serve(context, opened, (range) => opened.store.read(document.storageKey, range));
  try {
    // A range there is nothing of brought nobody anything.
    if (response.status < 400) await note(parts, opened);
  } catch (cause) {
    await response.body?.cancel();
    throw cause;
  }
  return response;
}

/** Files the use of the link. With no room left for the entry the bytes are served all the same, and the log tells. */
async function note({ database, log }: Parts, { link, document }: Opened): Promise<void> {
  try {
    await database.bypassingPolicies({ reason: "log a download" }, (query) => logUse(query, link, document));
  } catch (cause) {
    if (!isDatabaseFull(cause)) throw cause;
    const { userId, kind } = link;
    log.error({ document: document.id, user: userId, kind }, "no room to file a download");
  }
}

/** A page behind TLS must not send people to a store without. */
function isAsSafe(endpoint: string, publicUrl: string): boolean {
  return endpoint.startsWith("https:") || !publicUrl.startsWith("https:");
}

async function serve(
  context: Context,
  { link, document, store }: Opened,
  open: (range?: { first: number; last: number }) => Promise<Readable | null>,
): Promise<Response> {
  const etag = `"${document.sha256}"`;
  const ifRange = context.req.header("if-range");
  const range = ifRange && ifRange !== etag ? "whole" : byteRange(context.req.header("range"), document.size);
  if (range === "outside") {
    return context.body(null, 416, {
      "Accept-Ranges": "bytes",
      "Content-Range": `bytes */${document.size}`,
    });
  }
  const isPart = range !== "whole";
  const bytes = await open(isPart ? range : undefined);
  // Said with the bytes alone: an error's answer must not carry the length of a document.
  const described = {
    "Accept-Ranges": "bytes",
    ETag: etag,
    "Content-Type": document.mimeType,
    "Content-Disposition": disposition({ link, document, store }),
    "Content-Length": String(isPart ? range.last - range.first + 1 : document.size),
    ...(isPart && { "Content-Range": `bytes ${range.first}-${range.last}/${document.size}` }),
  };
  const status = isPart ? 206 : 200;
  return bytes ? context.body(responseBody(bytes), status, described) : context.body(null, status, described);
}

function disposition({ link, document }: Opened): string {
  return contentDisposition(document.name, { type: link.kind === "preview" ? "inline" : "attachment" });
}
