import { type Product, startProduct } from "#server/product.ts";
import { aFolder } from "./browser.ts";

/** The whole product on a free port with data of its own, removed when it stops. */
export type TestProduct = Product & { dataDir: string; logLines: string[]; said: string[] };

/** Starts the product as `npm start` would, with the environment given; the log is kept in memory. */
export async function aProduct(
  env: Record<string, string> = {},
  options: { now?: () => Date } = {},
): Promise<TestProduct> {
  const folder = await aFolder();
  const logLines: string[] = [];
  const said: string[] = [];
  const product = await startProduct(
    { PORT: "0", DATA_DIR: folder.path, RATE_LIMIT_SCALE: "1000", ...env },
    { ...options, writeLog: (line) => logLines.push(line), say: (line) => said.push(line) },
  ).catch(async (cause) => {
    await folder.remove();
    throw cause;
  });
  return {
    ...product,
    dataDir: folder.path,
    logLines,
    said,
    async stop() {
      await product.stop();
      await folder.remove();
    },
  };
}
