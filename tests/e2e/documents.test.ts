import { randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { findPageIssues } from "#tests/support/browser/admin-area.ts";
import type { BrowserSession } from "#tests/support/browser/browser.ts";
import { expectNoFaultsAtEachWidth } from "#tests/support/browser/each-width.ts";
import { expectFocus } from "#tests/support/browser/focus.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";
import { buildRenderablePdf } from "#tests/support/files/renderable-pdf.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import type { FirmClient } from "#tests/support/product/test-firm.ts";

// Tests documents in both areas: upload, scan, search, preview, download, versions and deletion.

const portal = setUpPortal();
const NAME = "Prüfbericht – 監査 №7.pdf";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

beforeEach(async () => {
  await portal.serviceClient().from("documents").delete().not("id", "is", null).throwOnError();
});

async function openAdmin(
  path = "/admin/documents",
  options: BrowserContextOptions = {},
): Promise<BrowserSession> {
  const session = await portal.openPage(options);
  const { page } = session;
  await page.goto(`${portal.firm.product.url}${path}`);
  await page.getByLabel("Email").fill(portal.firm.administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(portal.firm.administrator.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("heading", { level: 1, name: "Documents" }).waitFor();
  return session;
}

async function openLibrary(client: FirmClient, options: BrowserContextOptions = {}): Promise<BrowserSession> {
  const session = await portal.openPage(options);
  await portal.signIn(session.page, client, "documents");
  await session.page.getByRole("heading", { level: 1, name: "Document Library" }).waitFor();
  return session;
}

const hasFocus = (element: Element) => element === document.activeElement;
const fileInput = (page: Page) => page.locator("input[type=file]");
const clickButton = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const expectUploadStatus = (page: Page, text: string) =>
  page.getByRole("status").getByText(text, { exact: true }).waitFor();

/** Chooses a file for the first client and presses Upload. */
async function upload(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel("Client", { exact: true }).selectOption(portal.firm.clients[0].id);
  await fileInput(page).setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await clickButton(page, "Upload");
}

async function captureDownload(
  page: Page,
  action: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), action()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Inserts a document row without a file, for tests of lists. */
const insertDocument = (name: string, columns: Record<string, unknown> = {}) =>
  portal
    .serviceClient()
    .from("documents")
    .insert({
      client_id: portal.firm.clients[0].id,
      name,
      file_size: 1_500_000,
      mime_type: "application/pdf",
      scan_status: "clear",
      ...columns,
    })
    .select("id")
    .single()
    .throwOnError();

test("delivers a document unchanged to its client only, until it is deleted", async () => {
  const [client, other] = portal.firm.clients;
  const first = Buffer.concat([buildRenderablePdf("Page of findings", "Second page"), randomBytes(300_000)]);
  const admin = await openAdmin();
  await clickButton(admin.page, "Upload");
  await expectUploadStatus(admin.page, "Please select a client and file");
  expect(await admin.page.getByLabel("Client", { exact: true }).evaluate(hasFocus)).toBe(true);
  await admin.page.getByText("No documents yet").first().waitFor();
  await upload(admin.page, NAME, first);
  await expectUploadStatus(admin.page, "Document uploaded successfully!");
  const recent = admin.page.getByRole("region", { name: "Recent Uploads" });
  await recent.getByText(NAME).waitFor();
  await recent.getByText("less than a minute ago").waitFor();

  const reader = await openLibrary(client);
  await reader.page.getByText("Showing 1 of 1 documents").waitFor();
  expect(await captureDownload(reader.page, () => clickButton(reader.page, `Download ${NAME}`))).toEqual({
    name: NAME,
    bytes: first,
  });
  await clickButton(reader.page, `Details for ${NAME}`);
  const details = reader.page.getByRole("dialog");
  await details.getByText("You downloaded version 1").waitFor();
  await details.getByText("Page of findings").waitFor({ state: "attached" });
  await details.getByRole("button", { name: "Next" }).click();
  await details.getByText("Second page").waitFor({ state: "attached" });
  await details.getByText("Page 2 of 2").waitFor();
  await reader.page.keyboard.press("Escape");

  // External storage responds with a redirect, which only the browser may follow.
  await reader.page.route("**/api/documents/*", (route) =>
    route.fulfill({ status: 302, headers: { location: "https://store.example/bytes" } }),
  );
  expect(
    (await captureDownload(reader.page, () => clickButton(reader.page, `Download ${NAME}`))).bytes,
  ).toEqual(first);
  await reader.page.unroute("**/api/documents/*");

  const { data: row } = await portal.serviceClient().from("documents").select("id").single().throwOnError();
  const requestLink = async (client: FirmClient, id: string) => {
    const { data } = await (await portal.signInByApi(client)).auth.getSession();
    const headers = { Authorization: `Bearer ${data.session?.access_token}` };
    const response = await fetch(`${portal.firm.product.url}/api/client/documents/${id}`, { headers });
    return { status: response.status, body: await response.json() };
  };
  const { body: link } = await requestLink(client, row.id);
  expect((await fetch(link.downloadUrl)).status).toBe(200);
  expect(await requestLink(other, row.id)).toEqual(await requestLink(other, crypto.randomUUID()));
  expect((await requestLink(other, row.id)).status).toBe(404);
  const otherLibrary = await openLibrary(other);
  await otherLibrary.page.getByText("No documents found").waitFor();
  await otherLibrary.page.getByText("Try adjusting your search or filter criteria").waitFor();

  const second = buildRenderablePdf("Corrected findings");
  await upload(admin.page, NAME, second);
  await recent.getByText("Version 2").waitFor();
  await reader.page.reload();
  await reader.page.getByText("Showing 1 of 1 documents").waitFor();
  await clickButton(reader.page, `Details for ${NAME}`);
  await details.getByRole("listitem").filter({ hasText: "Version 1" }).getByRole("button").waitFor();
  const earlier = details.getByRole("listitem").filter({ hasText: "Version 1" });
  expect((await captureDownload(reader.page, () => earlier.getByRole("button").click())).bytes).toEqual(
    first,
  );

  await clickButton(admin.page, `Details for ${NAME}`);
  await admin.page.getByRole("dialog").getByText(`${client.email} downloaded version 1`).first().waitFor();
  await admin.page.keyboard.press("Escape");
  await recent.getByRole("button", { name: `Delete all versions of ${NAME}` }).click();
  const question = admin.page.getByRole("alertdialog");
  await question
    .getByText(`Are you sure you want to delete "${NAME}"? This cannot be undone.`, { exact: true })
    .waitFor();
  await question.getByRole("button", { name: "Delete all versions" }).click();
  await admin.page.getByText("Document deleted successfully").waitFor();
  expect(await recent.evaluate(hasFocus)).toBe(true);
  await recent.getByText("No documents yet").waitFor();
  expect((await fetch(link.downloadUrl)).status).toBe(404);
  reader.allowConsoleMessage(/404|Request failed/);
  await earlier.getByRole("button").click();
  await reader.page
    .getByRole("alertdialog")
    .getByText("Download failed: This document no longer exists.", { exact: true })
    .waitFor();
});

test("uploads several files with validation, progress and cancellation", async () => {
  const folder = await createTempFolder();
  const large = join(folder.path, "large.pdf");
  const handle = await open(large, "w");
  await handle.truncate(50 * 1024 * 1024 + 1);
  await handle.close();
  const session = await openAdmin();
  const { page } = session;
  session.allowConsoleMessage(/Request failed|Failed to load resource/);
  const list = page.getByRole("list", { name: "Selected files" });
  await fileInput(page).setInputFiles(large);
  await list.getByText("The file is slightly over 50 MB. The maximum is 50MB").waitFor();
  await folder.remove();
  const droppedFiles = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    for (const name of ["notes.txt", "one.pdf", "two.pdf", "three.pdf", "four.pdf"]) {
      data.items.add(new File(["%PDF-1.7\n%%EOF\n"], name));
    }
    return data;
  });
  await page.getByText("or drop them here").dispatchEvent("drop", { dataTransfer: droppedFiles });
  await list.getByText("Only PDF, Word, Excel, PNG and JPEG files can be uploaded").waitFor();
  expect(await findPageIssues(session)).toEqual([]);

  await page.getByLabel("Client", { exact: true }).selectOption(portal.firm.clients[0].id);
  const held: (() => void)[] = [];
  await page.route("**/api/admin/documents/upload", async (route) => {
    await new Promise<void>((release) => held.push(release));
    await route.continue().catch(() => {});
  });
  await clickButton(page, "Upload");
  await list.getByRole("progressbar").waitFor();
  expect(await list.getByText("· Queued").count()).toBe(3);
  await clickButton(page, "Cancel upload: two.pdf");
  expect(await page.getByRole("button", { name: "Choose files" }).evaluate(hasFocus)).toBe(true);
  await page.getByRole("link", { name: "Projects" }).click();
  await page.getByRole("alertdialog").getByText("Leave this page and cancel the uploads?").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel", exact: true }).click();
  await expect.poll(() => held.length).toBe(1);
  held[0]?.();
  await expect.poll(() => held.length).toBe(2);
  await clickButton(page, "Cancel upload: three.pdf");
  await expect.poll(() => held.length).toBe(3);
  for (const release of held.slice(1)) {
    release();
  }
  await expectUploadStatus(page, "Document uploaded successfully!");
  await page.getByText("one.pdf, four.pdf").waitFor();
  const { data } = await portal.serviceClient().from("documents").select("name").order("name").throwOnError();
  expect(data?.map(({ name }) => name)).toEqual(["four.pdf", "one.pdf"]);

  await page.unroute("**/api/admin/documents/upload");
  await upload(page, "renamed.docx", PNG);
  await list.getByText("renamed.docx").waitFor();
  await expect
    .poll(() => page.getByRole("status").allTextContents())
    .toContainEqual(expect.stringMatching(/docx/i));
  await clickButton(page, "Remove renamed.docx");
  await page.route("**/api/admin/documents/upload", (route) =>
    route.fulfill({ status: 502, body: "<html>" }),
  );
  await upload(page, "proxy.pdf", buildRenderablePdf("x"));
  await list.getByText("Upload failed", { exact: true }).waitFor();
  await page.unroute("**/api/admin/documents/upload");
  await page.route("**/api/admin/documents/upload", (route) => route.abort());
  await clickButton(page, "Try proxy.pdf again");
  await clickButton(page, "Upload");
  await expectUploadStatus(page, "Failed to upload document");
});

test("searches and filters documents, shows scan status, and reports failed downloads", async () => {
  const session = await openLibrary(portal.firm.clients[0]);
  const { page } = session;
  session.allowConsoleMessage(/Request failed|Failed to load resource/);
  await page.getByText("Showing 0 of 0 documents").waitFor();
  await insertDocument("Contract.docx", {
    category: "contract",
    mime_type: "application/msword",
    file_size: 900,
  });
  await insertDocument("Virus.pdf", { scan_status: "quarantined" });
  const { data: pending } = await insertDocument("Assessment.pdf", { scan_status: "pending" });
  await page.reload();
  await page.getByText("Showing 2 of 2 documents").waitFor();
  await page.getByText("FILE · 900 B").waitFor();
  await page.getByText("PDF · 1.4 MB").waitFor();
  await page.getByLabel("Category").selectOption("contract");
  await page.getByText("Showing 1 of 2 documents").waitFor();
  await page.getByLabel("Search documents").fill("assess");
  await page.getByText("Try adjusting your search or filter criteria").waitFor();
  await page.getByLabel("Category").selectOption("");
  const setScanStatus = (scan_status: "pending" | "clear") =>
    portal.serviceClient().from("documents").update({ scan_status }).eq("id", pending.id).throwOnError();
  // The scan job runs every minute and marks the document as unscanned, because no scanner is configured.
  await expect
    .poll(async () => {
      await setScanStatus("pending");
      await page.reload();
      await page.getByText("Showing 2 of 2 documents").waitFor();
      return page.getByText("Scanning").count();
    })
    .toBe(1);
  await setScanStatus("clear");
  await clickButton(page, "Download Assessment.pdf");
  await page
    .getByRole("alertdialog")
    .getByText(/^Download failed: /)
    .waitFor();
  await clickButton(page, "OK");
  await page.route("**/api/client/documents/*", (route) => route.abort());
  await clickButton(page, "Download Assessment.pdf");
  await page
    .getByRole("alertdialog")
    .getByText("Failed to download document. Please try again.", { exact: true })
    .waitFor();
});

test("shows the progress of a large download and saves it unchanged", async () => {
  const admin = await openAdmin();
  const large = Buffer.concat([buildRenderablePdf("Appendix"), Buffer.alloc(3 * 1024 * 1024, "\n")]);
  await upload(admin.page, "Appendix.pdf", large);
  await expectUploadStatus(admin.page, "Document uploaded successfully!");
  const { page } = await openLibrary(portal.firm.clients[0]);
  const downloadGate = Promise.withResolvers<void>();
  await page.route("**/api/documents/*", (route) => downloadGate.promise.then(() => route.continue()));
  const file = await captureDownload(page, async () => {
    await clickButton(page, "Download Appendix.pdf");
    await page.getByRole("progressbar", { name: "Downloading Appendix.pdf" }).waitFor();
    downloadGate.resolve();
  });
  expect([file.name, file.bytes.equals(large)]).toEqual(["Appendix.pdf", true]);
  await page.getByRole("progressbar").waitFor({ state: "detached" });
});

test("lets an administrator search, filter and view documents", async () => {
  const session = await openAdmin();
  const { page } = session;
  await upload(page, "chart.png", PNG);
  await expectUploadStatus(page, "Document uploaded successfully!");
  for (let index = 1; index <= 11; index++) {
    await insertDocument(`Report ${index}.pdf`, { client_id: portal.firm.clients[1].id });
  }
  await insertDocument("Virus.pdf", { scan_status: "quarantined", scan_detail: "Eicar-Test-Signature" });
  await page.reload();
  const recent = page.getByRole("region", { name: "Recent Uploads" });
  await recent.getByText("Quarantined").waitFor();
  expect(await recent.getByRole("listitem").count()).toBe(10);
  await page.getByRole("link", { name: "Show all 13 documents" }).click();
  const all = page.getByRole("region", { name: "All documents" });
  await expectFocus(all);
  expect(new URL(page.url()).search).toBe("?view=all");
  expect(await recent.count()).toBe(0);
  const table = page.getByRole("table", { name: "Documents" });
  await page.getByText("13 documents", { exact: true }).waitFor();
  await page.getByLabel("Filter by client").selectOption(portal.firm.clients[1].id);
  await page.getByText("11 documents", { exact: true }).waitFor();
  await page.getByLabel("Search documents").fill("report 1");
  await page.getByText("3 documents", { exact: true }).waitFor();
  await page.getByLabel("Search documents").fill("");
  await page.getByLabel("Filter by client").selectOption("");
  await page.getByText("13 documents", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Show recent uploads" }).click();
  await expectFocus(recent);
  await page.goto(`${portal.firm.product.url}/admin/documents?status=quarantined`);
  await table.getByText("Quarantined").waitFor();
  expect(await table.getByRole("button", { name: /^View/ }).count()).toBe(0);
  await clickButton(page, "Details for Virus.pdf");
  await page.getByRole("dialog").getByText("Eicar-Test-Signature").waitFor();
  await page.goto(`${portal.firm.product.url}/admin/documents?search=chart`);
  await clickButton(page, "Details for chart.png");
  const image = page.getByRole("dialog").getByRole("img", { name: "chart.png" });
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1);
  await page.keyboard.press("Escape");
  const tallPdf = buildRenderablePdf("A long way")
    .toString("latin1")
    .replace("[0 0 612 792]", "[0 0 3 90000]");
  await upload(page, "chart of a mile.pdf", Buffer.from(tallPdf, "latin1"));
  await clickButton(page, "Details for chart of a mile.pdf");
  await page.locator("[role=dialog] canvas[height='16000']").waitFor();
  await page.keyboard.press("Escape");
  // The browser's image viewer is subject to the image's content security policy.
  session.allowConsoleMessage(/Applying inline style violates/);
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    table.getByRole("button", { name: "View chart.png" }).click(),
  ]);
  await tab.waitForURL("**/api/documents/*");
});

test("both screens are accessible and fit phones and desktops in every state", async () => {
  const [client] = portal.firm.clients;
  const options = { reducedMotion: "reduce" } as const;
  const admin = await openAdmin("/admin/documents", options);
  await admin.page.getByText("No documents yet").first().waitFor();
  await expectNoFaultsAtEachWidth(admin, "empty");
  await clickButton(admin.page, "Upload");
  await expectUploadStatus(admin.page, "Please select a client and file");
  await expectNoFaultsAtEachWidth(admin, "validation error");
  await upload(
    admin.page,
    `${"Continuous_adversarial_testing_".repeat(6)}.pdf`,
    buildRenderablePdf("One", "Two"),
  );
  await expectUploadStatus(admin.page, "Document uploaded successfully!");
  for (const scan_status of ["clear", "unscanned", "quarantined"]) {
    await insertDocument(`${scan_status}.pdf`, { scan_status });
  }
  await admin.page.reload();
  await admin.page.getByText("quarantined.pdf").first().waitFor();
  await expectNoFaultsAtEachWidth(admin, "full");
  await clickButton(admin.page, /^Details for Continuous/);
  await admin.page.getByText("Page 1 of 2").first().waitFor();
  await expectNoFaultsAtEachWidth(admin, "details");

  const reader = await openLibrary(client, options);
  await reader.page.getByText("Showing 3 of 3 documents").waitFor();
  await expectNoFaultsAtEachWidth(reader, "library");
  await clickButton(reader.page, /^Details for Continuous/);
  await reader.page.getByText(/^You previewed version \d+/).waitFor();
  await reader.page.getByText("Page 1 of 2").first().waitFor();
  await expectNoFaultsAtEachWidth(reader, "library's details");

  admin.allowConsoleMessage(/403|Request failed/);
  await admin.page.route(/\/rest\/v1\/(documents|client_list)/, (route) =>
    route.fulfill({ status: 403, json: { code: "42501", message: "refused" } }),
  );
  await admin.page.reload();
  await admin.page.getByText("We couldn't load the documents.").waitFor();
  await admin.page.getByText("Failed to load clients").waitFor();
  await expectNoFaultsAtEachWidth(admin, "failed");
});
