import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { brand } from "#brand";
import { createEmailExamples } from "#server/email/examples.ts";
import { renderHtml } from "#server/email/render-html.ts";
import { openPage } from "#tests/support/browser/browser.ts";

const PUBLIC_URL = "https://portal.firm.example";
const WIDTHS = [390, 640];
/** Rules for whole pages. An email is shown within the page of a mail app. */
const PAGE_RULES = /^(landmark-one-main|region):/;

/** Takes pictures of every email, light and dark, at phone and desktop width, and reports violations. */
export async function takeEmailPictures(browser: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of WIDTHS) {
      const session = await openPage(browser, { viewport: { width, height: 600 }, colorScheme });
      for (const [name, example] of Object.entries(createEmailExamples(brand, PUBLIC_URL))) {
        await session.page.setContent(await renderHtml(example, { name: brand.name, publicUrl: PUBLIC_URL }));
        const picture = `email-${colorScheme}-${width}-${name}`;
        await session.page.screenshot({ path: join(folder, `${picture}.png`), fullPage: true });
        const overflow = await session.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        const issues = [
          ...(await session.accessibilityViolations()).filter((violation) => !PAGE_RULES.test(violation)),
          ...session.consoleMessages(),
          ...(overflow > 0 ? [`overflows horizontally by ${overflow} px`] : []),
        ];
        console.log(`${picture}: ${issues.length === 0 ? "no issues" : issues.join("; ")}`);
      }
      await session.close();
    }
  }
}
