import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { takeEmailPictures } from "#tests/email-pictures.ts";
import { type BrowserSession, openPage, startBrowser, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { ADMIN_SCREENS, PORTAL_SECTIONS, PUBLIC_PAGES } from "#tests/support/browser/screens.ts";
import { signInToDemo } from "#tests/support/browser/sign-in-to-demo.ts";

// `npm run pictures -- [FOLDER [URL [DATA_DIR [WIDTHS]]]]` takes screenshots of every screen of a running demo, and reports
// accessibility violations and console errors. WIDTHS, such as 320,768, replaces the phone and desktop width.
const [folder = "pictures", url = "http://localhost:3000", dataDir = "data", widths = ""] =
  process.argv.slice(2);
const viewports = widths
  ? widths.split(",").map((width) => [width, { width: Number(width), height: 900 }] as const)
  : Object.entries(VIEWPORTS);

mkdirSync(folder, { recursive: true });
const browser = await startBrowser();
for (const [width, viewport] of viewports) {
  const isPhone = viewport.width < 768;
  const options = {
    viewport,
    reducedMotion: "reduce",
    isMobile: isPhone,
    hasTouch: isPhone,
  } satisfies BrowserContextOptions;
  const visitor = await openPage(browser, options);
  for (const path of PUBLIC_PAGES) {
    await takePicture(visitor, path, `${width}-site${path.replaceAll("/", "-").replace(/-$/, "-home")}`);
  }
  await visitor.close();

  const portal = await signInToDemo(browser, "/client-portal", { url, dataDir, ...options });
  for (const section of PORTAL_SECTIONS) {
    await takePicture(portal, `/client-portal?section=${section}`, `${width}-portal-${section}`);
  }
  await portal.page.goto(`${url}/client-portal?section=billing`);
  await portal.page
    .getByRole("button", { name: /^Payment Schedule for/ })
    .first()
    .click();
  await saveScreenshot(portal, `${width}-portal-billing-schedule`, false);
  await portal.page.goto(`${url}/client-portal?section=billing`);
  await openFirstLink(portal, '[href*="invoice="]', `${width}-portal-invoice`);
  await portal.close();

  const admin = await signInToDemo(browser, "/admin/login", { url, dataDir, ...options });
  for (const screen of ADMIN_SCREENS) {
    await takePicture(
      admin,
      `/admin/${screen}`,
      `${width}-admin-${screen.replace("?section=", "-").replaceAll("/", "-")}`,
    );
  }
  await admin.page.goto(`${url}/admin/clients`);
  await openFirstLink(admin, '[href^="/admin/clients/"]', `${width}-admin-client`);
  await admin.page.goto(`${admin.page.url()}?tab=billing`);
  await openFirstLink(admin, '[href$="/statement"]', `${width}-admin-statement`);
  await admin.page.goto(`${url}/admin/projects`);
  await openFirstLink(admin, '[href^="/admin/projects/"]', `${width}-admin-project`);
  await admin.page.goto(`${url}/admin/invoices?status=refunded`);
  await openFirstLink(admin, '[href^="/admin/invoices/"]:not([href*="/drafts"])', `${width}-admin-invoice`);
  await admin.close();
}
if (!widths) {
  await takeEmailPictures(browser, folder);
}
await browser.close();

/** Follows the first link in the main content that matches the selector, and takes a picture of its page. */
async function openFirstLink(session: BrowserSession, selector: string, picture: string): Promise<void> {
  const path = await session.page.locator(`main a${selector}`).first().getAttribute("href");
  await takePicture(session, path ?? "/", picture);
}

async function takePicture(session: BrowserSession, path: string, name: string): Promise<void> {
  await session.page.goto(`${url}${path}`);
  await session.page.getByRole("heading", { level: 1 }).first().waitFor();
  await saveScreenshot(session, name, true);
}

async function saveScreenshot(session: BrowserSession, name: string, fullPage: boolean): Promise<void> {
  const { page } = session;
  await page.waitForLoadState("networkidle");
  await page
    .getByText(/^Loading .+\.\.\.$/)
    .first()
    .waitFor({ state: "hidden" });
  const viewport = page.viewportSize();
  if (fullPage && viewport) {
    // A full-page screenshot resizes the page to one pixel in between, so that tables become cards.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...viewport, height: Math.max(height, viewport.height) });
  }
  await session.waitForIdle();
  await page.screenshot({ path: join(folder, `${name}.png`) });
  if (viewport) {
    await page.setViewportSize(viewport);
  }
  const overflow = await session.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const issues = [
    ...(await session.accessibilityViolations()),
    ...session.consoleMessages(),
    ...(overflow > 0 ? [`overflows horizontally by ${overflow} px`] : []),
  ];
  console.log(`${name}: ${issues.length === 0 ? "no issues" : issues.join("; ")}`);
}
