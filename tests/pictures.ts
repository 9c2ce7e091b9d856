import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { SETTINGS_SECTIONS } from "#app/admin/settings/sections.ts";
import { aVisit, startBrowser, type Visit, WIDTHS } from "#tests/support/browser.ts";

// `npm run pictures -- FOLDER`: a picture of every screen of a running demonstration, at phone and desktop width, with
// what the accessibility rules and the console say of it. For looking at; the tests assert.
const [folder = "pictures", url = "http://localhost:3000", dataDir = "data"] = process.argv.slice(2);
const PUBLIC = [
  "/",
  "/privacy-policy",
  "/terms-of-service",
  "/client-portal",
  "/forgot-password",
  "/reset-password",
  "/admin/login",
  "/no-such-page",
];
const PORTAL = [
  "overview",
  "projects",
  "billing",
  "rates",
  "settings",
  "book-service",
  "documents",
  "messages",
  "meetings",
];
const ADMIN = [
  "dashboard",
  "inbox",
  "messages",
  "clients",
  "projects",
  "invoices",
  "bookings",
  "subscriptions",
  "documents",
  "square",
  ...SETTINGS_SECTIONS.map(({ value }) => `settings?section=${value}`),
];

type SignIn = { email: string; password: string };
const [administrator, client] = JSON.parse(
  readFileSync(join(resolve(dataDir), "sign-ins.json"), "utf8"),
) as SignIn[];

mkdirSync(folder, { recursive: true });
const browser = await startBrowser();
for (const [width, viewport] of Object.entries(WIDTHS)) {
  const options = { viewport, reducedMotion: "reduce" } satisfies BrowserContextOptions;
  const visitor = await aVisit(browser, options);
  for (const path of PUBLIC)
    await picture(visitor, path, `${width}-site${path.replaceAll("/", "-").replace(/-$/, "-home")}`);
  await visitor.close();

  const portal = await signedIn(options, "/client-portal", client);
  for (const section of PORTAL)
    await picture(portal, `/client-portal?section=${section}`, `${width}-portal-${section}`);
  await portal.page.goto(`${url}/client-portal?section=billing`);
  await portal.page
    .getByRole("button", { name: /^Payment Schedule of/ })
    .first()
    .click();
  await keep(portal, `${width}-portal-billing-schedule`, false);
  await portal.close();

  const admin = await signedIn(options, "/admin/login", administrator);
  for (const screen of ADMIN)
    await picture(admin, `/admin/${screen}`, `${width}-admin-${screen.replace("?section=", "-")}`);
  await admin.close();
}
await browser.close();

async function signedIn(options: BrowserContextOptions, path: string, person?: SignIn): Promise<Visit> {
  const visit = await aVisit(browser, options);
  await visit.page.goto(`${url}${path}`);
  await visit.page.getByLabel("Email").fill(person?.email ?? "");
  await visit.page.getByLabel("Password", { exact: true }).fill(person?.password ?? "");
  await visit.page.getByRole("button", { name: "Login" }).click();
  await visit.page.getByRole("heading", { level: 1, name: /^Dashboard/ }).waitFor();
  return visit;
}

async function picture(visit: Visit, path: string, name: string): Promise<void> {
  await visit.page.goto(`${url}${path}`);
  await visit.page.getByRole("heading", { level: 1 }).first().waitFor();
  await keep(visit, name, true);
}

async function keep(visit: Visit, name: string, fullPage: boolean): Promise<void> {
  await visit.page.waitForLoadState("networkidle");
  await visit.page.screenshot({ path: join(folder, `${name}.png`), fullPage });
  const sideways = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const remarks = [
    ...(await visit.accessibilityViolations()),
    ...visit.complaints(),
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
  ];
  console.log(`${name}: ${remarks.length === 0 ? "nothing to remark" : remarks.join("; ")}`);
}
