import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Product, startProduct } from "#server/product.ts";
import { aHostedProject } from "./a-hosted-project.ts";
import { aFreePort } from "./a-process.ts";
import { aFolder } from "./browser.ts";

/** The whole product on a free port with data of its own, removed when it stops. */
export type TestProduct = Product & {
  dataDir: string;
  logLines: string[];
  said: string[];
  /** Where sign-in and data are asked for: the product itself, or the project it uses. */
  supabaseUrl: string;
  secretKey: string;
};

/** With `E2E_BACKEND=hosted` every product uses a project of its own that stands in for a hosted one. */
export const isHostedRun = process.env.E2E_BACKEND === "hosted";

/** Starts the product as `npm start` would, with the environment given; the log is kept in memory. */
export async function aProduct(
  env: Record<string, string> = {},
  options: { now?: () => Date; hosted?: boolean } = {},
): Promise<TestProduct> {
  const folder = await aFolder();
  const logLines: string[] = [];
  const said: string[] = [];
  const { hosted = isHostedRun, ...clock } = options;
  const started = async () => {
    const port = env.PORT ?? (hosted ? await aFreePort() : "0");
    const project = hosted
      ? await aHostedProject(env.PUBLIC_URL ?? `http://localhost:${port}`, folder.path)
      : null;
    const product = await startProduct(
      {
        DATA_DIR: folder.path,
        RATE_LIMIT_SCALE: "1000",
        // Beside a project the demonstration has to be asked for.
        ...(project && { DEMO: "true" }),
        ...env,
        PORT: port,
        ...project?.env,
      },
      { ...clock, writeLog: (line) => logLines.push(line), say: (line) => said.push(line) },
    ).catch(async (cause) => {
      await project?.stop();
      throw cause;
    });
    return { product, project };
  };
  const { product, project } = await started().catch(async (cause) => {
    await folder.remove();
    throw cause;
  });
  const kept = JSON.parse(readFileSync(join(folder.path, "keys.json"), "utf8"));
  return {
    ...product,
    dataDir: folder.path,
    logLines,
    said,
    supabaseUrl: project?.url ?? product.url,
    secretKey: project?.secretKey ?? kept.secretKey,
    async stop() {
      await product.stop();
      await project?.stop();
      await folder.remove();
    },
  };
}
