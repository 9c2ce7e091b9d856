import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser } from "#tests/support/browser/browser.ts";

const MODULE_URL = new URL("../../app/ui/focus-substitute.ts", import.meta.url);

let browser: Browser;
let page: Page;
let script: string;

beforeAll(async () => {
  browser = await startBrowser();
  page = await browser.newPage();
  script = `${stripTypeScriptTypes(await readFile(MODULE_URL, "utf8"))}\nObject.assign(window, { rememberRow, rememberSection });`;
});
afterAll(async () => {
  await browser?.close();
});

/** Removes an element and focuses the substitute for `#focused`. Returns the id of the element with the focus. */
async function findFocusAfterRemoval(
  html: string,
  removed: string,
  remember: "rememberRow" | "rememberSection" = "rememberRow",
): Promise<string> {
  await page.setContent(`<h1 id="h1">Page</h1>${html}`);
  await page.addScriptTag({ type: "module", content: script });
  await page.waitForFunction("window.rememberRow");
  return page.evaluate<string>(`(() => {
    const findSubstitute = window.${remember}(document.querySelector("#focused"));
    document.querySelector(${JSON.stringify(removed)}).remove();
    findSubstitute()?.focus();
    return document.activeElement.id;
  })()`);
}

const ROWS = `<section aria-label="List" id="section"><ul>
  <li id="first"><button id="other">Edit</button></li>
  <li id="row"><button id="focused">Delete</button><button id="same">Edit</button></li>
  <li id="last"><button id="next">Edit</button></li>
</ul></section>`;

test.each([
  ["a control in the same row", ROWS, "#focused", "same"],
  ["the next row", ROWS, "#row", "next"],
  ["the last row after the last one", ROWS.replace(/<li id="last">.*<\/li>/, ""), "#row", "other"],
  ["the section without rows", ROWS, "ul", "section"],
  ["the page's heading without a section", ROWS, "#section", "h1"],
  [
    "the section that is nearer than the row",
    `<ul><li><a href="#x" id="link">Link</a><section aria-label="A" id="near"><button id="focused">B</button></section></li></ul>`,
    "#focused",
    "near",
  ],
  [
    "the heading of a section without a label",
    `<section><h2 id="heading">A</h2><button id="focused">B</button></section>`,
    "#focused",
    "heading",
  ],
])("moves the focus to %s", async (_, html, removed, expected) => {
  expect(await findFocusAfterRemoval(html, removed)).toBe(expected);
});

test.each([
  `<input type="hidden">`,
  `<button style="display: none">A</button>`,
  `<button style="visibility: hidden">A</button>`,
  `<button disabled>A</button>`,
  `<button tabindex="-1">A</button>`,
])("skips %s", async (control) => {
  const html = `<ul><li><button id="focused">A</button>${control}<button id="usable">B</button></li></ul>`;
  expect(await findFocusAfterRemoval(html, "#focused")).toBe("usable");
});

test("moves the focus to the section, not to the row, after an action without a dialog", async () => {
  expect(await findFocusAfterRemoval(ROWS, "#focused", "rememberSection")).toBe("section");
});

test("keeps a section in the tab order", async () => {
  const html = `<section aria-label="A" id="section" tabindex="0"><button id="focused">B</button></section>`;
  expect(await findFocusAfterRemoval(html, "#focused")).toBe("section");
  expect(await page.locator("#section").getAttribute("tabindex")).toBe("0");
});
