import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { html } from "hono/html";
import { secureHeaders } from "hono/secure-headers";
import PostalMime, { type Email } from "postal-mime";
import { createDevMailExampleRoutes, renderExampleList } from "#server/api/public/dev-mail-examples.ts";
import { renderPlainPage } from "#server/http/plain-page.ts";
import type { Services } from "#server/services.ts";

const LOOPBACK = new Set(["127.0.0.1", "::1"]);
const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Headers that proxies add. */
const PROXY_HEADER =
  /^(forwarded|via|x-real-ip|x-forwarded(-.*)?|x-original-.*|x-(cluster-)?client-ip|true-client-ip|cf-.*)$/;
const MAX_LISTED = 100;

/**
 * `/dev/mail` lists the emails in DATA_DIR/outbox, newest first, and an example of each template. `/dev/mail/{file}`
 * renders an email, and `/dev/mail/{file}/source` returns its source. Available only in the demo and only on the
 * loopback interface.
 */
export function createDevMailRoutes(
  { clientAddress, config }: Pick<Services, "clientAddress" | "config">,
  folder: string,
): Hono {
  const ownHost = new URL(config.publicUrl).host;
  const app = new Hono();
  app.use(
    "/dev/mail/*",
    secureHeaders({
      // These pages are served over http only.
      strictTransportSecurity: false,
      xFrameOptions: "DENY",
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        // Emails have inline styles. Nothing else is allowed to load or run.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    }),
  );
  app.use("/dev/mail/*", async (context, next) => {
    // Also check the host name and reject proxies. With DNS rebinding, another site could otherwise read reset links.
    const isProxied = [...context.req.raw.headers.keys()].some((name) => PROXY_HEADER.test(name));
    const isOwnHost =
      context.req.header("host") === ownHost &&
      // A request to a proxy contains the whole URL, whose host may differ from the Host header.
      new URL(context.req.url).host === ownHost &&
      LOOPBACK_HOSTS.has(new URL(config.publicUrl).hostname);
    if (!LOOPBACK.has(clientAddress(context)) || isProxied || !isOwnHost) {
      return context.notFound();
    }
    await next();
    context.res.headers.set("Cache-Control", "no-store");
  });
  app.get("/dev/mail", async (context) => {
    const messages = await listOutbox(folder);
    const sentEmails =
      messages.length === 0
        ? html`<p>No emails yet.</p>`
        : html`<p>Demo mode: emails appear here instead of being sent.</p>${renderTable(messages)}`;
    return renderPlainPage(
      context,
      200,
      "Emails",
      [],
      html`${sentEmails}${renderExampleList(config.publicUrl)}`,
    );
  });
  app.route("/", createDevMailExampleRoutes(config.publicUrl));
  const filePattern = ":file{[\\w.-]+\\.eml}";
  const notFoundText = ["It may have been deleted."];
  app.get(`/dev/mail/${filePattern}`, async (context) => {
    const message = await readEmail(join(folder, context.req.param("file")));
    if (!message) {
      return renderPlainPage(context, 404, "Email not found", notFoundText);
    }
    return message.html ? context.html(message.html) : context.text(message.text ?? "");
  });
  app.get(`/dev/mail/${filePattern}/source`, async (context) => {
    const source = await readFile(join(folder, context.req.param("file")), "utf8").catch(() => null);
    return source === null
      ? renderPlainPage(context, 404, "Email not found", notFoundText)
      : context.text(source);
  });
  return app;
}

type OutboxEmail = { file: string; at: Date; message: Email };

function renderTable(messages: OutboxEmail[]) {
  return html`<table>
    <thead>
      <tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th><th scope="col">Source</th></tr>
    </thead>
    <tbody>
      ${messages.map(
        ({ file, at, message }) =>
          html`<tr>
            <td><a href="/dev/mail/${file}">${message.subject ?? "(no subject)"}</a></td>
            <td>${message.to?.map(({ address }) => address).join(", ")}</td>
            <td><time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace("T", " ")} UTC</time></td>
            <td><a href="/dev/mail/${file}/source" aria-label="View source of ${message.subject ?? "the email"}">View source</a></td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

async function listOutbox(folder: string): Promise<OutboxEmail[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const files = await Promise.all(
    names.map(async (file) => ({ file, at: (await stat(join(folder, file))).mtime })),
  );
  const newest = files.sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, MAX_LISTED);
  const emails = await Promise.all(
    newest.map(async (kept) => ({ ...kept, message: await readEmail(join(folder, kept.file)) })),
  );
  return emails.flatMap(({ message, ...kept }) => (message ? [{ ...kept, message }] : []));
}

/** Returns null if the file no longer exists. */
async function readEmail(path: string): Promise<Email | null> {
  const bytes = await readFile(path).catch(() => null);
  return bytes && PostalMime.parse(bytes);
}
