import { createHash } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";

// Tests the page where anyone can verify a letter of attestation.

const portal = setUpPortal();

const PDF = Buffer.from("%PDF-1.7\n% letter\n%%EOF\n");
const CHANGED_PDF = Buffer.from("%PDF-1.7\n% Letter\n%%EOF\n");

let letterCount = 0;

async function insertLetter(status: "valid" | "superseded" | "withdrawn", content = PDF): Promise<string> {
  letterCount += 1;
  const client_id = portal.firm.clients[0].id;
  const service = portal.serviceClient();
  const project = await service
    .from("projects")
    .insert({ client_id, project_name: `Confidential project ${letterCount}` })
    .select("id")
    .single()
    .throwOnError();
  const code = `7K2M-9QXT-4HBD-${String(letterCount).padStart(4, "0")}`;
  await service
    .from("attestation_letters")
    .insert({
      ...{ project_id: project.data.id, client_id, code, status, content: { signatory: "Grace Hopper" } },
      ...{ issued_on: "2025-10-06", ended_on: status === "valid" ? null : "2025-11-03" },
      withdrawal_reason: status === "withdrawn" ? "Wrong system" : "",
      sha256: createHash("sha256").update(content).digest("hex"),
    })
    .throwOnError();
  return code;
}

const chooseFile = (page: Page, buffer: Buffer, name = "letter.pdf") =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/pdf", buffer });

const getFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

const isInViewport = (locator: Locator) =>
  locator.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    return top >= 0 && top < window.innerHeight;
  });

describe.each(Object.entries(VIEWPORTS))("on %s", (_, viewport) => {
  test("a visitor verifies a code and the PDF", async () => {
    const code = await insertLetter("valid");
    const session = await portal.openPage({ viewport });
    const { page } = session;
    await page.goto(`${portal.firm.product.url}/verify`);
    expect(await session.accessibilityViolations(), "form").toEqual([]);
    await page.getByLabel("Verification code").fill(code.toLowerCase().replaceAll("-", " "));
    await page.keyboard.press("Enter");
    const result = page.getByRole("region", { name: "Result" });
    await result.getByRole("heading", { name: "This letter is valid" }).waitFor();
    await result.getByText("Oct 6, 2025").waitFor();
    expect(await result.innerText()).not.toContain(portal.firm.clients[0].company);
    expect(await session.accessibilityViolations(), "result").toEqual([]);
    expect(await getFocusedText(page)).toBe("This letter is valid");
    await page.getByRole("heading", { name: "Check the PDF" }).waitFor();
    await chooseFile(page, PDF);
    await result.getByText("letter.pdf is unchanged.").waitFor();
    await page.getByRole("heading", { name: "Check another PDF" }).waitFor();
    expect(await page.getByText("also check the file").isVisible()).toBe(false);
    expect(await session.accessibilityViolations(), "unchanged file").toEqual([]);

    await chooseFile(page, CHANGED_PDF, "copy.pdf");
    await result.getByRole("heading", { name: "This PDF isn't the letter we issued" }).waitFor();
    expect(await getFocusedText(page)).toBe("This PDF isn't the letter we issued");
    expect(await isInViewport(result)).toBe(true);
    await result.getByText("copy.pdf is another document, or it was changed after we issued it.").waitFor();
    await result.getByText(code).waitFor();
    expect(await page.getByText("This letter is valid").isVisible()).toBe(false);
    expect(await session.accessibilityViolations(), "changed file").toEqual([]);

    await chooseFile(page, Buffer.from("PK"));
    await page.getByRole("alert").getByText("letter.pdf isn't a PDF. Choose the PDF").waitFor();
    // A file that can't be checked must not appear below a positive result.
    await result.waitFor({ state: "hidden" });
    expect(await session.accessibilityViolations(), "not a PDF").toEqual([]);
    await chooseFile(page, PDF);
    await result.getByText("letter.pdf is unchanged.").waitFor();
    expect(await page.getByRole("alert").isVisible()).toBe(false);
  });
});

test("a file that can't be checked doesn't hide that a letter was withdrawn", async () => {
  const code = await insertLetter("withdrawn");
  const { page } = await portal.openPage();
  await page.goto(`${portal.firm.product.url}/verify?code=${code}`);
  await page.getByRole("heading", { name: "This letter has been withdrawn" }).waitFor();
  await chooseFile(page, Buffer.from("PK"));
  await page.getByRole("alert").getByText("letter.pdf isn't a PDF.").waitFor();
  await page.getByRole("heading", { name: "This letter has been withdrawn" }).waitFor();
});

test("a file is named as unchanged only by the check itself, not by a reload", async () => {
  const content = Buffer.from("%PDF-1.7\n% reloaded letter\n%%EOF\n");
  await insertLetter("valid", content);
  const { page } = await portal.openPage();
  await page.goto(`${portal.firm.product.url}/verify`);
  const result = page.getByRole("region", { name: "Result" });
  await chooseFile(page, content);
  await result.getByText("letter.pdf is unchanged.").waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "This letter is valid" }).waitFor();
  expect(await result.getByText("is unchanged.").isVisible()).toBe(false);
});

test("the result of the newest file remains when an earlier check ends later", async () => {
  const code = await insertLetter("valid");
  const { page } = await portal.openPage();
  await page.goto(`${portal.firm.product.url}/verify?code=${code}`);
  const result = page.getByRole("region", { name: "Result" });
  await page.getByRole("heading", { name: "This letter is valid" }).waitFor();
  // The first digest waits until the test releases it.
  await page.evaluate(() => {
    const digest = crypto.subtle.digest.bind(crypto.subtle);
    let isFirst = true;
    crypto.subtle.digest = async (...parameters) => {
      const hash = await digest(...parameters);
      if (isFirst) {
        isFirst = false;
        await new Promise((resolve) => window.addEventListener("release", resolve));
        // After the page has continued with the hash.
        setTimeout(() => document.body.setAttribute("data-released", ""), 0);
      }
      return hash;
    };
  });
  await chooseFile(page, CHANGED_PDF, "slow.pdf");
  await page.getByText("Checking slow.pdf…").waitFor();
  await chooseFile(page, PDF);
  await result.getByText("letter.pdf is unchanged.").waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event("release")));
  await page.locator("[data-released]").waitFor();
  expect(await result.getByText("letter.pdf is unchanged.").isVisible()).toBe(true);
  expect(await page.locator("[data-file-mismatch]").isVisible()).toBe(false);
});

test.each([
  ["valid", "This letter is valid", null],
  ["superseded", "This letter has been superseded", "Superseded"],
  ["withdrawn", "This letter has been withdrawn", "Withdrawn"],
] as const)("works without scripts for a %s letter, and reveals nothing else", async (status, title, ended) => {
  const code = await insertLetter(status);
  const { page } = await portal.openPage({ javaScriptEnabled: false });
  await page.goto(`${portal.firm.product.url}/verify`);
  await page.getByLabel("Verification code").fill(code);
  await page.getByRole("button", { name: "Verify code" }).click();
  await page.getByRole("heading", { name: title }).waitFor();
  const result = page.getByRole("region", { name: "Result" });
  const fingerprint = createHash("sha256").update(PDF).digest("hex");
  // The text of a valid letter contains the date.
  const dates = ended ? ["Oct 6, 2025", "Nov 3, 2025"] : [];
  expect(await result.locator("dt").allInnerTexts()).toEqual(
    ended ? ["Code", "Issued", ended, "SHA-256 of the PDF"] : ["Code", "SHA-256 of the PDF"],
  );
  expect(await result.locator("dd").allInnerTexts()).toEqual([code, ...dates, fingerprint]);
  expect(await result.getByText("We issued it on Oct 6, 2025.").isVisible()).toBe(status === "valid");
  const html = await page.content();
  for (const secret of [
    portal.firm.clients[0].company,
    portal.firm.clients[0].id,
    "Confidential project",
    "Grace Hopper",
    "Wrong system",
  ]) {
    expect(html).not.toContain(secret);
  }
  expect(await page.getByLabel("Verification code").inputValue()).toBe(code);
  expect(await page.locator("[data-check-file]").isVisible()).toBe(false);
});

test("the field for the PDF is reached with Tab, shows its focus and checks the chosen file", async () => {
  const code = await insertLetter("valid");
  const { page } = await portal.openPage();
  // Listen early, because Playwright may otherwise intercept file choosers too late.
  const chooser = page.waitForEvent("filechooser", { timeout: 0 });
  await page.goto(`${portal.firm.product.url}/verify?code=${code}`);
  await page.getByRole("heading", { name: "This letter is valid" }).waitFor();
  const input = page.locator("input[type=file]");
  await expect
    .poll(async () => {
      await page.keyboard.press("Tab");
      return await input.evaluate((element) => element === document.activeElement);
    })
    .toBe(true);
  expect(await page.locator("[data-drop-area]").evaluate((area) => getComputedStyle(area).outlineStyle)).toBe(
    "solid",
  );
  await page.keyboard.press("Enter");
  await (await chooser).setFiles({ name: "letter.pdf", mimeType: "application/pdf", buffer: PDF });
  await page.getByRole("region", { name: "Result" }).getByText("letter.pdf is unchanged.").waitFor();
  expect(await getFocusedText(page)).toBe("This letter is valid");
});

test("checks a PDF that is dropped on the page, without uploading it", async () => {
  const code = await insertLetter("valid");
  const { page } = await portal.openPage();
  await page.goto(`${portal.firm.product.url}/verify?code=${code}`);
  await page.getByRole("heading", { name: "This letter is valid" }).waitFor();
  await page.waitForLoadState("networkidle");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "letter.pdf", { type: "application/pdf" }));
    return data;
  }, PDF.toString());
  await page.dispatchEvent("[data-drop-area]", "drop", { dataTransfer: transfer });
  await page.getByRole("region", { name: "Result" }).getByText("letter.pdf is unchanged.").waitFor();
  expect(requests).toEqual([]);
});

test("finds a letter by its PDF and sends only its hash", async () => {
  const content = Buffer.from("%PDF-1.7\n% superseded letter\n%%EOF\n");
  const code = await insertLetter("superseded", content);
  const { page } = await portal.openPage();
  const uploads: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") {
      uploads.push(request.url());
    }
  });
  await page.goto(`${portal.firm.product.url}/verify`);
  await chooseFile(page, content);
  await page.getByRole("heading", { name: "This letter has been superseded" }).waitFor();
  const result = page.getByRole("region", { name: "Result" });
  await result.getByText(code).waitFor();
  await result.getByText("letter.pdf is unchanged.").waitFor();
  await page.getByRole("heading", { name: "Check another PDF" }).waitFor();
  await chooseFile(page, CHANGED_PDF);
  await result.getByRole("heading", { name: "This PDF isn't the letter we issued" }).waitFor();
  expect(uploads).toEqual([]);
});

test("a link with the hash of a PDF does not mean that the visitor's file was checked", async () => {
  const content = Buffer.from("%PDF-1.7\n% linked letter\n%%EOF\n");
  await insertLetter("valid", content);
  const { page } = await portal.openPage();
  const hash = createHash("sha256").update(content).digest("hex");
  await page.goto(`${portal.firm.product.url}/verify?code=${hash}`);
  await page.getByRole("heading", { name: "This letter is valid" }).waitFor();
  await page.getByRole("heading", { name: "Check the PDF" }).waitFor();
  expect(await page.getByRole("region", { name: "Result" }).getByText("is unchanged.").isVisible()).toBe(
    false,
  );
});

test("shows malformed and unknown codes and files, and escapes them", async () => {
  const session = await portal.openPage();
  const { page } = session;
  session.allowConsoleMessage(/status of 40[04]/);
  await page.goto(
    `${portal.firm.product.url}/verify?code=${encodeURIComponent("<img src=x onerror=alert(1)>")}`,
  );
  const result = page.getByRole("region", { name: "Result" });
  await result.getByRole("heading", { name: "This isn't a verification code" }).waitFor();
  await result.getByText("<img src=x onerror=alert(1)>").waitFor();
  await result.getByText("A code has 16 letters and digits").waitFor();
  expect(await session.accessibilityViolations(), "malformed").toEqual([]);
  await page.goto(`${portal.firm.product.url}/verify?code=0000-0000-0000-0000`);
  await result.getByRole("heading", { name: "We didn't find this code" }).waitFor();
  expect(await session.accessibilityViolations(), "unknown").toEqual([]);
  await chooseFile(page, CHANGED_PDF);
  await result.getByRole("heading", { name: "We didn't issue this file" }).waitFor();
  expect(await page.getByLabel("Verification code").inputValue()).toBe("");
  await page.getByRole("heading", { name: "Check another PDF" }).waitFor();
  await result.getByText("letter.pdf isn't one of our documents").waitFor();
});
