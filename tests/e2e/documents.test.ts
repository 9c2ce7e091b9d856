import { randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import type { FirmClient } from "#tests/support/a-firm.ts";
import { aDrawablePdf } from "#tests/support/a-pdf.ts";
import { remarksOn } from "#tests/support/an-admin-area.ts";
import { aFolder, type Visit, WIDTHS } from "#tests/support/browser.ts";
import { aPortal } from "#tests/support/portal.ts";

// A document's life between the two screens: uploaded, checked, found, shown, saved, superseded, deleted.

const portal = aPortal();
const NAME = "Prüfbericht – 監査 №7.pdf";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

beforeEach(async () => {
  await portal.rows().from("documents").delete().not("id", "is", null).throwOnError();
});

async function adminAt(path = "/admin/documents", options: BrowserContextOptions = {}): Promise<Visit> {
  const visit = await portal.aWindow(options);
  const { page } = visit;
  await page.goto(`${portal.firm.product.url}${path}`);
  await page.getByLabel("Email").fill(portal.firm.administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(portal.firm.administrator.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("heading", { level: 1, name: "Documents" }).waitFor();
  return visit;
}

async function libraryOf(client: FirmClient, options: BrowserContextOptions = {}): Promise<Visit> {
  const visit = await portal.aWindow(options);
  await portal.signIn(visit.page, client, "documents");
  await visit.page.getByRole("heading", { level: 1, name: "Document Library" }).waitFor();
  return visit;
}

const hasFocus = (element: Element) => element === document.activeElement;
const filesOf = (page: Page) => page.locator("input[type=file]");
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const saysOfUpload = (page: Page, text: string) =>
  page.getByRole("status").getByText(text, { exact: true }).waitFor();

/** Chooses a file for the first client and presses Upload. */
async function upload(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel("Client", { exact: true }).selectOption(portal.firm.clients[0].id);
  await filesOf(page).setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await press(page, "Upload");
}

async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** A document's row without a file, for what only lists show. */
const aRow = (name: string, facts: Record<string, unknown> = {}) =>
  portal
    .rows()
    .from("documents")
    .insert({
      client_id: portal.firm.clients[0].id,
      name,
      file_size: 1_500_000,
      mime_type: "application/pdf",
      scan_state: "clear",
      ...facts,
    })
    .select("id")
    .single()
    .throwOnError();

test("a document goes from the administrator to its client byte by byte, and nowhere else, until it is deleted", async () => {
  const [client, other] = portal.firm.clients;
  const first = Buffer.concat([aDrawablePdf("Page of findings", "Second page"), randomBytes(300_000)]);
  const admin = await adminAt();
  await press(admin.page, "Upload");
  await saysOfUpload(admin.page, "Please select a client and file");
  expect(await admin.page.getByLabel("Client", { exact: true }).evaluate(hasFocus)).toBe(true);
  await admin.page.getByText("No documents yet").first().waitFor();
  await upload(admin.page, NAME, first);
  await saysOfUpload(admin.page, "Document uploaded successfully!");
  const recent = admin.page.getByRole("region", { name: "Recent Uploads" });
  await recent.getByText(NAME).waitFor();
  await recent.getByText("less than a minute ago").waitFor();

  const reader = await libraryOf(client);
  await reader.page.getByText("Showing 1 of 1 documents").waitFor();
  expect(await saved(reader.page, () => press(reader.page, `Download ${NAME}`))).toEqual({
    name: NAME,
    bytes: first,
  });
  await press(reader.page, `Details of ${NAME}`);
  const details = reader.page.getByRole("dialog");
  await details.getByText("You downloaded version 1").waitFor();
  await details.getByText("Page of findings").waitFor({ state: "attached" });
  await details.getByRole("button", { name: "Next" }).click();
  await details.getByText("Second page").waitFor({ state: "attached" });
  await details.getByText("Page 2 of 2").waitFor();
  await reader.page.keyboard.press("Escape");

  // A store of its own is behind a redirection, which only the browser itself may follow.
  await reader.page.route("**/api/documents/*", (route) =>
    route.fulfill({ status: 302, headers: { location: "https://store.example/bytes" } }),
  );
  expect((await saved(reader.page, () => press(reader.page, `Download ${NAME}`))).bytes).toEqual(first);
  await reader.page.unroute("**/api/documents/*");

  const { data: row } = await portal.rows().from("documents").select("id").single().throwOnError();
  const ask = async (person: FirmClient, id: string) => {
    const { data } = await (await portal.signedInByApi(person)).auth.getSession();
    const headers = { Authorization: `Bearer ${data.session?.access_token}` };
    const answer = await fetch(`${portal.firm.product.url}/api/client/documents/${id}`, { headers });
    return { status: answer.status, body: await answer.json() };
  };
  const { body: link } = await ask(client, row.id);
  expect((await fetch(link.downloadUrl)).status).toBe(200);
  expect(await ask(other, row.id)).toEqual(await ask(other, crypto.randomUUID()));
  expect((await ask(other, row.id)).status).toBe(404);
  const stranger = await libraryOf(other);
  await stranger.page.getByText("No documents found").waitFor();
  await stranger.page.getByText("Try adjusting your search or filter criteria").waitFor();

  const second = aDrawablePdf("Corrected findings");
  await upload(admin.page, NAME, second);
  await recent.getByText("Version 2").waitFor();
  await reader.page.reload();
  await reader.page.getByText("Showing 1 of 1 documents").waitFor();
  await press(reader.page, `Details of ${NAME}`);
  await details.getByRole("listitem").filter({ hasText: "Version 1" }).getByRole("button").waitFor();
  const earlier = details.getByRole("listitem").filter({ hasText: "Version 1" });
  expect((await saved(reader.page, () => earlier.getByRole("button").click())).bytes).toEqual(first);

  await press(admin.page, `Details of ${NAME}`);
  await admin.page.getByRole("dialog").getByText(`${client.email} downloaded version 1`).first().waitFor();
  await admin.page.keyboard.press("Escape");
  await admin.page
    .getByRole("row")
    .getByRole("button", { name: `Delete all versions of ${NAME}` })
    .click();
  const question = admin.page.getByRole("alertdialog");
  await question
    .getByText(`Are you sure you want to delete "${NAME}"? This cannot be undone.`, { exact: true })
    .waitFor();
  await question.getByRole("button", { name: "Delete all versions" }).click();
  await admin.page.getByText("Document deleted successfully").waitFor();
  expect(await admin.page.getByRole("region", { name: "All Documents" }).evaluate(hasFocus)).toBe(true);
  await recent.getByText("No documents yet").waitFor();
  expect((await fetch(link.downloadUrl)).status).toBe(404);
  reader.expectComplaint(/404|Request failed/);
  await earlier.getByRole("button").click();
  await reader.page
    .getByRole("alertdialog")
    .getByText("Download failed: This document does not exist any more.", { exact: true })
    .waitFor();
});

test("several files: refused ones are told before anything is sent, each has its progress, one can be cancelled", async () => {
  const folder = await aFolder();
  const large = join(folder.path, "large.pdf");
  const handle = await open(large, "w");
  await handle.truncate(50 * 1024 * 1024 + 1);
  await handle.close();
  const visit = await adminAt();
  const { page } = visit;
  visit.expectComplaint(/Request failed|Failed to load resource/);
  const list = page.getByRole("list", { name: "Chosen files" });
  await filesOf(page).setInputFiles(large);
  await list.getByText("The file is just above 50 MB; 50MB is the maximum").waitFor();
  await folder.remove();
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    for (const name of ["notes.txt", "one.pdf", "two.pdf", "three.pdf", "four.pdf"])
      data.items.add(new File(["%PDF-1.7\n%%EOF\n"], name));
    return data;
  });
  await page.getByText("or drop them here").dispatchEvent("drop", { dataTransfer: dropped });
  await list.getByText("Only PDF, Word, Excel, PNG and JPEG files can be uploaded").waitFor();
  expect(await remarksOn(visit)).toEqual([]);

  await page.getByLabel("Client", { exact: true }).selectOption(portal.firm.clients[0].id);
  const held: (() => void)[] = [];
  await page.route("**/api/admin/documents/upload", async (route) => {
    await new Promise<void>((release) => held.push(release));
    await route.continue().catch(() => {});
  });
  await press(page, "Upload");
  await list.getByRole("progressbar").waitFor();
  expect(await list.getByText("Waiting for the file before it").count()).toBe(3);
  await press(page, "Cancel upload of two.pdf");
  expect(await page.getByRole("button", { name: "Choose Files" }).evaluate(hasFocus)).toBe(true);
  await page.getByRole("link", { name: "Projects" }).click();
  await page.getByRole("alertdialog").getByText("Leave and cancel the uploads?").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel", exact: true }).click();
  await expect.poll(() => held.length).toBe(1);
  held[0]?.();
  await expect.poll(() => held.length).toBe(2);
  await press(page, "Cancel upload of three.pdf");
  await expect.poll(() => held.length).toBe(3);
  for (const release of held.slice(1)) release();
  await saysOfUpload(page, "Document uploaded successfully!");
  await page.getByText("one.pdf, four.pdf").waitFor();
  const { data } = await portal.rows().from("documents").select("name").order("name").throwOnError();
  expect(data?.map(({ name }) => name)).toEqual(["four.pdf", "one.pdf"]);

  await page.unroute("**/api/admin/documents/upload");
  await upload(page, "renamed.docx", PNG);
  await list.getByText("renamed.docx").waitFor();
  await expect
    .poll(() => page.getByRole("status").allTextContents())
    .toContainEqual(expect.stringMatching(/docx/i));
  await press(page, "Remove renamed.docx");
  await page.route("**/api/admin/documents/upload", (route) =>
    route.fulfill({ status: 502, body: "<html>" }),
  );
  await upload(page, "proxy.pdf", aDrawablePdf("x"));
  await list.getByText("Upload failed", { exact: true }).waitFor();
  await page.unroute("**/api/admin/documents/upload");
  await page.route("**/api/admin/documents/upload", (route) => route.abort());
  await press(page, "Try proxy.pdf again");
  await press(page, "Upload");
  await saysOfUpload(page, "Failed to upload document");
});

test("a client searches, filters, sees what is being checked become downloadable, and is told why a download failed", async () => {
  const visit = await libraryOf(portal.firm.clients[0]);
  const { page } = visit;
  visit.expectComplaint(/Request failed|Failed to load resource/);
  await page.getByText("Showing 0 of 0 documents").waitFor();
  await aRow("Contract.docx", { category: "contract", mime_type: "application/msword", file_size: 900 });
  await aRow("Virus.pdf", { scan_state: "quarantined" });
  const { data: pending } = await aRow("Assessment.pdf", { scan_state: "pending" });
  await page.reload();
  await page.getByText("Showing 2 of 2 documents").waitFor();
  await page.getByText("FILE · 900 B").waitFor();
  await page.getByText("PDF · 1.4 MB").waitFor();
  await page.getByLabel("Category").selectOption("contract");
  await page.getByText("Showing 1 of 2 documents").waitFor();
  await page.getByLabel("Search documents").fill("assess");
  await page.getByText("Try adjusting your search or filter criteria").waitFor();
  await page.getByLabel("Category").selectOption("");
  await page.getByText("Being checked").waitFor();
  await portal.rows().from("documents").update({ scan_state: "clear" }).eq("id", pending.id).throwOnError();
  await press(page, "Download Assessment.pdf");
  await page
    .getByRole("alertdialog")
    .getByText(/^Download failed: /)
    .waitFor();
  await press(page, "OK");
  await page.route("**/api/client/documents/*", (route) => route.abort());
  await press(page, "Download Assessment.pdf");
  await page
    .getByRole("alertdialog")
    .getByText("Failed to download document. Please try again.", { exact: true })
    .waitFor();
});

test("a large download tells how far it is, and ends as the file it was", async () => {
  const admin = await adminAt();
  const large = Buffer.concat([aDrawablePdf("Appendix"), Buffer.alloc(3 * 1024 * 1024, "\n")]);
  await upload(admin.page, "Appendix.pdf", large);
  await saysOfUpload(admin.page, "Document uploaded successfully!");
  const { page } = await libraryOf(portal.firm.clients[0]);
  const held = Promise.withResolvers<void>();
  await page.route("**/api/documents/*", (route) => held.promise.then(() => route.continue()));
  const file = await saved(page, async () => {
    await press(page, "Download Appendix.pdf");
    await page.getByRole("progressbar", { name: "Downloading Appendix.pdf" }).waitFor();
    held.resolve();
  });
  expect([file.name, file.bytes.equals(large)]).toEqual(["Appendix.pdf", true]);
  await page.getByRole("progressbar").waitFor({ state: "detached" });
});

test("the administrator finds, narrows and views what each client has", async () => {
  const visit = await adminAt();
  const { page } = visit;
  await upload(page, "chart.png", PNG);
  await saysOfUpload(page, "Document uploaded successfully!");
  for (let index = 1; index <= 11; index++)
    await aRow(`Report ${index}.pdf`, { client_id: portal.firm.clients[1].id });
  await aRow("Virus.pdf", { scan_state: "quarantined", scan_finding: "Eicar-Test-Signature" });
  await page.reload();
  const recent = page.getByRole("region", { name: "Recent Uploads" });
  await recent.getByText("Quarantined").waitFor();
  expect(await recent.getByRole("listitem").count()).toBe(10);
  const table = page.getByRole("table", { name: "Documents" });
  await page.getByText("1–13 of 13 documents").waitFor();
  await page.getByLabel("Filter by client").selectOption(portal.firm.clients[1].id);
  await page.getByText("1–11 of 11 documents").waitFor();
  await page.getByLabel("Search documents").fill("report 1");
  await page.getByText("1–3 of 3 documents").waitFor();
  await page.goto(`${portal.firm.product.url}/admin/documents?status=quarantined`);
  await table.getByText("Quarantined").waitFor();
  expect(await table.getByRole("button", { name: /^View/ }).count()).toBe(0);
  await press(page, "Details of Virus.pdf");
  await page.getByRole("dialog").getByText("Eicar-Test-Signature").waitFor();
  await page.goto(`${portal.firm.product.url}/admin/documents?search=chart`);
  await press(page, "Details of chart.png");
  const image = page.getByRole("dialog").getByRole("img", { name: "chart.png" });
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1);
  await page.keyboard.press("Escape");
  const mile = aDrawablePdf("A long way").toString("latin1").replace("[0 0 612 792]", "[0 0 3 90000]");
  await upload(page, "chart of a mile.pdf", Buffer.from(mile, "latin1"));
  await press(page, "Details of chart of a mile.pdf");
  await page.locator("[role=dialog] canvas[height='16000']").waitFor();
  await page.keyboard.press("Escape");
  // The browser's own page around a picture is a guest of the picture's policy.
  visit.expectComplaint(/Applying inline style violates/);
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    table.getByRole("button", { name: "View chart.png" }).click(),
  ]);
  await tab.waitForURL("**/api/documents/*");
});

describe.each(Object.entries(WIDTHS))("on the %s", (_name, viewport) => {
  test("both screens fit and are accessible in every state", async () => {
    const [client] = portal.firm.clients;
    const options = { viewport, reducedMotion: "reduce" } as const;
    const admin = await adminAt("/admin/documents", options);
    await admin.page.getByText("No documents yet").first().waitFor();
    expect(await remarksOn(admin), "empty").toEqual([]);
    await press(admin.page, "Upload");
    await saysOfUpload(admin.page, "Please select a client and file");
    expect(await remarksOn(admin), "refused").toEqual([]);
    await upload(
      admin.page,
      `${"Continuous_adversarial_testing_".repeat(6)}.pdf`,
      aDrawablePdf("One", "Two"),
    );
    await saysOfUpload(admin.page, "Document uploaded successfully!");
    for (const scan_state of ["clear", "unscanned", "quarantined"])
      await aRow(`${scan_state}.pdf`, { scan_state });
    await admin.page.reload();
    await admin.page.getByText("quarantined.pdf").first().waitFor();
    expect(await remarksOn(admin), "full").toEqual([]);
    await press(admin.page, /^Details of Continuous/);
    await admin.page.getByText("Page 1 of 2").first().waitFor();
    expect(await remarksOn(admin), "details").toEqual([]);

    const reader = await libraryOf(client, options);
    await reader.page.getByText("Showing 3 of 3 documents").waitFor();
    expect(await remarksOn(reader), "library").toEqual([]);
    await press(reader.page, /^Details of Continuous/);
    await reader.page.getByText("You previewed version 1").waitFor();
    await reader.page.getByText("Page 1 of 2").first().waitFor();
    expect(await remarksOn(reader), "library's details").toEqual([]);

    admin.expectComplaint(/403|Request failed/);
    await admin.page.route(/\/rest\/v1\/(documents|client_list)/, (route) =>
      route.fulfill({ status: 403, json: { code: "42501", message: "refused" } }),
    );
    await admin.page.reload();
    await admin.page.getByText("The documents could not be loaded.").waitFor();
    await admin.page.getByText("Failed to load clients").waitFor();
    expect(await remarksOn(admin), "failed").toEqual([]);
  });
});
