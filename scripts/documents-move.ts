/** `npm run documents:move -- disk|s3` moves the bytes of every document to that store, comparing every hash. */
import { z } from "zod";
import { parseConfig } from "#server/config.ts";
import { createDatabase } from "#server/database.ts";
import { createFiles } from "#server/files/index.ts";
import { moveDocuments } from "#server/files/move-documents.ts";
import { openDatabase, Refusal, runCommand } from "./open-database.ts";

await runCommand(move);

async function move(words: string[]): Promise<string> {
  const to = z.tuple([z.enum(["disk", "s3"])]).safeParse(words);
  if (!to.success) throw new Refusal("Usage: npm run documents:move -- disk|s3");
  const config = parseConfig(process.env);
  if (!config.s3)
    throw new Refusal("S3_ENDPOINT: a move needs the S3 store it goes to, or comes from, configured");
  const [store] = to.data;
  const { pool, close } = await openDatabase(config);
  try {
    const { moved, damaged } = await moveDocuments(createDatabase(pool), createFiles(config), store, (line) =>
      process.stderr.write(`${line}\n`),
    );
    if (damaged.length > 0)
      throw new Refusal(
        `Moved ${moved}. Not moved, because the bytes are missing or not what was uploaded: ${damaged.join(", ")}`,
      );
    return `Moved ${moved} document${moved === 1 ? "" : "s"} to the ${store} store; every hash was right.`;
  } finally {
    await close();
  }
}
