/** `npm run documents:move -- disk|s3` moves all document files to that store and verifies their hashes. */
import { z } from "zod";
import { parseConfig } from "#server/config.ts";
import { createDatabase } from "#server/database/database.ts";
import { createFiles } from "#server/files/index.ts";
import { moveDocuments } from "#server/files/move-documents.ts";
import { openDatabase } from "./command/open-database.ts";
import { CommandError, runCommand } from "./command/run-command.ts";

await runCommand(move);

async function move(args: string[]): Promise<string> {
  const parsed = z.tuple([z.enum(["disk", "s3"])]).safeParse(args);
  if (!parsed.success) {
    throw new CommandError("Usage: npm run documents:move -- disk|s3");
  }
  const config = parseConfig(process.env);
  if (!config.s3) {
    throw new CommandError(
      "S3_ENDPOINT is not set. Configure the S3 store before moving documents to or from it.",
    );
  }
  const [store] = parsed.data;
  const { pool, close } = await openDatabase(config);
  try {
    const { moved, damaged } = await moveDocuments(createDatabase(pool), createFiles(config), store, (line) =>
      process.stderr.write(`${line}\n`),
    );
    if (damaged.length > 0) {
      throw new CommandError(
        `Moved ${moved} documents. These were not moved, because their files are missing or damaged: ${damaged.join(", ")}`,
      );
    }
    return `Moved ${moved} document${moved === 1 ? "" : "s"} to the ${store} store and verified all hashes.`;
  } finally {
    await close();
  }
}
