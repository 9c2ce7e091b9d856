import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { plainPage } from "#server/plain-page.ts";
import type { Services } from "#server/services.ts";

const LOOPBACK = new Set(["127.0.0.1", "::1"]);
const NEWEST = 100;

/**
 * `/dev/mail`: the mail kept in DATA_DIR/outbox, newest first, and `/dev/mail/{file}`: one message as text. Mounted in
 * the demonstration only, and answers the loopback interface alone.
 */
export function devMail(
  { clientAddress, config }: Pick<Services, "clientAddress" | "config">,
  folder: string,
): Hono {
  const ownHost = new URL(config.publicUrl).host;
  const app = new Hono();
  app.use("/dev/mail/*", secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'none'"] } }));
  app.use("/dev/mail/*", async (context, next) => {
    // The name too, and no proxy: a stranger's page whose name leads here must not read reset links.
    const isDirect = context.req.header("x-forwarded-for") === undefined;
    const isOurName = context.req.header("host") === ownHost;
    if (!LOOPBACK.has(clientAddress(context)) || !isDirect || !isOurName) return context.notFound();
    await next();
    context.header("Cache-Control", "no-store");
  });
  app.get("/dev/mail", async (context) => {
    const files = await newestFirst(folder);
    return context.json(files.map((file) => ({ file, address: `/dev/mail/${file}` })));
  });
  app.get("/dev/mail/:file{[\\w.-]+\\.eml}", async (context) => {
    const text = await readFile(join(folder, context.req.param("file")), "utf8").catch(() => null);
    if (text === null) return plainPage(context, 404, "No such message", ["It may have been deleted."]);
    return context.text(text);
  });
  return app;
}

async function newestFirst(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  return dated
    .sort((one, other) => other.at - one.at)
    .slice(0, NEWEST)
    .map((file) => file.name);
}
