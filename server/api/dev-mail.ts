import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { html } from "hono/html";
import { secureHeaders } from "hono/secure-headers";
import PostalMime, { type Email } from "postal-mime";
import { devMailExamples, exampleList } from "#server/api/dev-mail-examples.ts";
import { STYLE_HASH } from "#server/email/html.ts";
import { plainPage } from "#server/plain-page.ts";
import type { Services } from "#server/services.ts";

const LOOPBACK = new Set(["127.0.0.1", "::1"]);
const NEWEST = 100;

/**
 * `/dev/mail`: the mail kept in DATA_DIR/outbox, newest first; `/dev/mail/{file}`: one message as its reader sees it,
 * `/dev/mail/{file}/source`: as it was sent; and an example of every kind of message. Mounted in the demonstration only,
 * and answers the loopback interface alone.
 */
export function devMail(
  { clientAddress, config }: Pick<Services, "clientAddress" | "config">,
  folder: string,
): Hono {
  const ownHost = new URL(config.publicUrl).host;
  const app = new Hono();
  app.use(
    "/dev/mail/*",
    secureHeaders({
      // Shown on plain http alone.
      strictTransportSecurity: false,
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'", `'${STYLE_HASH}'`],
        imgSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    }),
  );
  app.use("/dev/mail/*", async (context, next) => {
    // The name too, and no proxy: a stranger's page whose name leads here must not read reset links.
    const isDirect = context.req.header("x-forwarded-for") === undefined;
    const isOurName = context.req.header("host") === ownHost;
    if (!LOOPBACK.has(clientAddress(context)) || !isDirect || !isOurName) return context.notFound();
    await next();
    context.res.headers.set("Cache-Control", "no-store");
  });
  app.get("/dev/mail", async (context) => {
    const messages = await newestFirst(folder);
    const sent =
      messages.length === 0
        ? html`<p>Nothing has been sent yet.</p>`
        : html`<p>Kept here instead of being sent, newest first.</p>${listOf(messages)}`;
    return plainPage(context, 200, "Mail", [], html`${sent}${exampleList(config.publicUrl)}`);
  });
  app.route("/", devMailExamples(config.publicUrl));
  const file = ":file{[\\w.-]+\\.eml}";
  const gone = ["It may have been deleted."];
  app.get(`/dev/mail/${file}`, async (context) => {
    const message = await readMessage(join(folder, context.req.param("file")));
    if (!message) return plainPage(context, 404, "No such message", gone);
    return message.html ? context.html(message.html) : context.text(message.text ?? "");
  });
  app.get(`/dev/mail/${file}/source`, async (context) => {
    const source = await readFile(join(folder, context.req.param("file")), "utf8").catch(() => null);
    return source === null ? plainPage(context, 404, "No such message", gone) : context.text(source);
  });
  return app;
}

type Kept = { file: string; at: Date; message: Email };

function listOf(messages: Kept[]) {
  return html`<table>
    <thead>
      <tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Written</th><th scope="col">Source</th></tr>
    </thead>
    <tbody>
      ${messages.map(
        ({ file, at, message }) =>
          html`<tr>
            <td><a href="/dev/mail/${file}">${message.subject ?? "(no subject)"}</a></td>
            <td>${message.to?.map(({ address }) => address).join(", ")}</td>
            <td><time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace("T", " ")} UTC</time></td>
            <td><a href="/dev/mail/${file}/source" aria-label="Source of ${message.subject ?? "the message"}">text</a></td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

async function newestFirst(folder: string): Promise<Kept[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const dated = await Promise.all(
    names.map(async (file) => ({ file, at: (await stat(join(folder, file))).mtime })),
  );
  const newest = dated.sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, NEWEST);
  const read = await Promise.all(
    newest.map(async (kept) => ({ ...kept, message: await readMessage(join(folder, kept.file)) })),
  );
  return read.flatMap(({ message, ...kept }) => (message ? [{ ...kept, message }] : []));
}

/** Null for one that is gone. */
async function readMessage(path: string): Promise<Email | null> {
  const bytes = await readFile(path).catch(() => null);
  return bytes && PostalMime.parse(bytes);
}
