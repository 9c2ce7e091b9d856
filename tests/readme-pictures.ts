import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserSession, openPage, startBrowser } from "#tests/support/browser/browser.ts";
import { signInToDemo } from "#tests/support/browser/sign-in-to-demo.ts";

// `npm run pictures:readme -- [URL [DATA_DIR]]` takes the screenshots in README.md from a running demo. Requires
// ImageMagick, which reduces their size.
const [url = "http://localhost:3000", dataDir = "data"] = process.argv.slice(2);
const FOLDER = fileURLToPath(new URL("../docs/pictures", import.meta.url));
const OPTIONS = { viewport: { width: 1366, height: 854 }, reducedMotion: "reduce" } as const;

const browser = await startBrowser();

const visitor = await openPage(browser, OPTIONS);
await visitor.page.goto(url);
await takePicture(visitor, "site-home");

const portal = await signInToDemo(browser, "/client-portal", { url, dataDir, ...OPTIONS });
await portal.page.goto(`${url}/client-portal?section=findings`);
await takePicture(portal, "portal-findings");
await portal.page.getByRole("link", { name: "Summaries disclose details of another patient" }).click();
await portal.page.getByRole("heading", { name: "Description" }).waitFor();
await takePicture(portal, "portal-finding");

const admin = await signInToDemo(browser, "/admin/login", { url, dataDir, ...OPTIONS });
await takePicture(admin, "admin-dashboard");

await browser.close();

async function takePicture({ page }: BrowserSession, name: string): Promise<void> {
  // Fonts that load late appear on the next visit.
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready.then(() => true));
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  // The pointer highlights what it is over.
  await page.mouse.move(0, 0);
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path });
  execFileSync("convert", [path, "+dither", "-colors", "256", `PNG8:${path}`]);
}
