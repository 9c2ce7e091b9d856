import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Product, startProduct } from "#server/start-product.ts";
import { createTempFolder } from "../files/temp-folder.ts";
import { findFreePort } from "../network/free-port.ts";
import { copyDataTemplate } from "./data-template.ts";
import { startHostedProject } from "./hosted-project.ts";

/** The product on a free port with a temporary data directory, which is deleted when it stops. */
export type TestProduct = Product & {
  dataDir: string;
  logLines: string[];
  printedLines: string[];
  /** The URL of the backend: the product itself, or the hosted project. */
  supabaseUrl: string;
  secretKey: string;
};

/** The lowest cost of bcrypt, because hashing passwords would take a large part of the time of many tests. */
export const FAST_PASSWORD_COST = 4;

/** With `E2E_BACKEND=hosted`, every product uses a simulated hosted project. */
export const isHostedRun = process.env.E2E_BACKEND === "hosted";

/** Starts the product like `npm start`, but in this process and with its log in memory. */
export async function startTestProduct(
  env: Record<string, string> = {},
  options: { now?: () => Date; hosted?: boolean } = {},
): Promise<TestProduct> {
  const folder = await createTempFolder();
  const logLines: string[] = [];
  const printedLines: string[] = [];
  const { hosted = isHostedRun, ...clock } = options;
  const start = async () => {
    const port = env.PORT ?? (hosted ? await findFreePort() : "0");
    const project = hosted
      ? await startHostedProject(env.PUBLIC_URL ?? `http://localhost:${port}`, folder.path)
      : null;
    if (!project) {
      await copyDataTemplate(folder.path);
    }
    const product = await startProduct(
      {
        DATA_DIR: folder.path,
        RATE_LIMIT_SCALE: "1000",
        // With a hosted project, demo data is off by default.
        ...(project && { DEMO: "true" }),
        ...env,
        PORT: port,
        ...project?.env,
      },
      {
        ...clock,
        passwordCost: FAST_PASSWORD_COST,
        writeLog: (line) => logLines.push(line),
        writeLine: (line) => printedLines.push(line),
      },
    ).catch(async (error) => {
      await project?.stop();
      throw error;
    });
    return { product, project };
  };
  const { product, project } = await start().catch(async (error) => {
    await folder.remove();
    throw error;
  });
  const keys = JSON.parse(readFileSync(join(folder.path, "keys.json"), "utf8"));
  return {
    ...product,
    dataDir: folder.path,
    logLines,
    printedLines,
    supabaseUrl: project?.url ?? product.url,
    secretKey: project?.secretKey ?? keys.secretKey,
    async stop() {
      await product.stop();
      await project?.stop();
      await folder.remove();
    },
  };
}
