import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectFocus } from "#tests/support/browser/focus.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";

// Imports hostile files, publishes the findings and opens them as the client, under the content security policy.

const portal = setUpPortal();

const PAYLOADS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "[click](javascript:alert(1))",
  "![pixel](https://attacker.example/log)",
  '"><svg/onload=alert(1)>',
  "```\n</code><script>alert(1)</script>\n```",
];

function createSarif(): string {
  const results = PAYLOADS.map((payload, index) => ({
    ruleId: `R${index}`,
    level: "error",
    message: { text: payload },
    locations: [{ physicalLocation: { artifactLocation: { uri: `src/${index}.py` } } }],
  }));
  const rules = PAYLOADS.map((payload, index) => ({
    ...{ id: `R${index}`, name: payload, shortDescription: { text: `Rule ${index} ${payload}` } },
    ...{ fullDescription: { text: payload }, help: { text: payload, markdown: payload } },
  }));
  return JSON.stringify({
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "Scanner", rules } }, results }],
  });
}

function createCsv(): string {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return [
    "title,severity,asset,description,impact,evidence,recommendation,tags",
    ...PAYLOADS.map((payload, index) =>
      [
        `Row ${index} ${payload.replaceAll("\n", " ")}`,
        "high",
        payload.replaceAll("\n", " "),
        payload,
        payload,
        payload,
        payload,
        "a",
      ]
        .map(quote)
        .join(","),
    ),
  ].join("\n");
}

/** A hit log. The fingerprint consists of the probe, the detector and the generator. */
function createGarak(): string {
  const turn = (text: string) => ({ turns: [{ role: "user", content: { text } }] });
  return PAYLOADS.map((payload, index) =>
    JSON.stringify({
      ...{ probe: `dan.P${index} ${payload}`, detector: payload, generator: `test ${payload}` },
      ...{ goal: payload, prompt: turn(payload), output: { text: payload }, score: 1 },
    }),
  ).join("\n");
}

function createPromptfoo(): string {
  const results = PAYLOADS.map((payload, index) => ({
    ...{ success: false, failureReason: 1, prompt: { raw: payload }, response: { output: payload } },
    ...{ provider: { id: "http", label: payload }, gradingResult: { pass: false, reason: payload } },
    metadata: {
      pluginId: `policy:${index} ${payload}`,
      strategyId: payload,
      severity: "high",
      goal: payload,
    },
  }));
  return JSON.stringify({ results: { version: 3, results }, metadata: { promptfooVersion: PAYLOADS[0] } });
}

/** Records alerts and requests to other origins. */
function recordAttacks(page: Page): string[] {
  const attacks: string[] = [];
  page.on("dialog", (dialog) => {
    attacks.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(portal.firm.product.url)) {
      attacks.push(request.url());
    }
  });
  return attacks;
}

const ACTIVE_CONTENT = "img, script, iframe, [onerror], [onload], a[href^='javascript']";

/** Changes the page without loading the document again, like Back and Forward. */
async function showPage(page: Page, path: string): Promise<void> {
  await page.evaluate((newPath) => {
    history.pushState(null, "", newPath);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

const countActiveContent = (region: Locator) => region.locator(ACTIVE_CONTENT).count();

/** The texts in code blocks. Fails if the page contains anything that a payload could have added. */
async function readEvidence(page: Page, reader: string): Promise<string[]> {
  const content = page.getByRole("main");
  expect(await countActiveContent(content), `active elements on a finding's page (${reader})`).toBe(0);
  return await content.locator("pre").allTextContents();
}

type ImportFile = { format: string; name: string; content: string };

const FILES: ImportFile[] = [
  { format: "sarif", name: "results.sarif", content: createSarif() },
  { format: "csv", name: "results.csv", content: createCsv() },
  { format: "garak", name: "hits.jsonl", content: createGarak() },
  { format: "promptfoo", name: "results.json", content: createPromptfoo() },
];

async function createProject(format: string): Promise<string> {
  const { data } = await portal
    .serviceClient()
    .from("projects")
    .insert({ client_id: portal.firm.clients[0].id, project_name: `Import of ${format}` })
    .select("id")
    .single()
    .throwOnError();
  return data.id;
}

/** Imports a file into the project whose findings are listed. Returns the number of active elements in the dialog. */
async function importFile(page: Page, { format, name, content }: ImportFile): Promise<number> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Import results" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Format").selectOption(format);
  await dialog
    .getByLabel("File")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText(`${PAYLOADS.length} new, 0 to update`, { exact: false }).waitFor();
  await dialog.getByText("Taxonomy mappings", { exact: true }).click();
  await dialog.getByRole("list", { name: "Taxonomy mappings" }).waitFor();
  const activeElements = await countActiveContent(dialog);
  await dialog.getByRole("button", { name: "Import drafts" }).click();
  await page.getByText(`${PAYLOADS.length} drafts created, 0 updated`).waitFor();
  return activeElements;
}

async function publishDrafts(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Publish \d+ drafts?$/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Publish ${PAYLOADS.length} findings` })
    .click();
  await page.getByText(`${PAYLOADS.length} findings published`).waitFor();
}

test("hostile texts of an imported file run nothing and load nothing, for the firm and for the client", async () => {
  const [client] = portal.firm.clients;
  const { url } = portal.firm.product;
  const firm = await portal.openPage();
  const { page } = firm;
  const attacks = recordAttacks(page);
  const { administrator } = portal.firm;
  await page.goto(`${url}/admin/findings`);
  await page.getByLabel("Email").fill(administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(administrator.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("heading", { level: 1, name: "Findings" }).waitFor();
  const customer = await portal.openPage();
  const clientAttacks = recordAttacks(customer.page);
  await portal.signIn(customer.page, client, "findings");
  await customer.page.getByRole("heading", { level: 1, name: "Findings" }).waitFor();

  for (const file of FILES) {
    const { format } = file;
    const projectId = await createProject(format);
    await page.goto(`${url}/admin/findings?project=${projectId}`);
    expect(await importFile(page, file), `active elements in the ${format} preview`).toBe(0);
    await publishDrafts(page);
    const { data: findings } = await portal
      .serviceClient()
      .from("findings")
      .select("id, title")
      .eq("project_id", projectId)
      .throwOnError();
    expect(findings, `findings of the ${format} file`).toHaveLength(PAYLOADS.length);
    const shown: string[] = [];
    for (const { id, title } of findings) {
      await showPage(customer.page, `/client-portal?section=findings&finding=${id}`);
      await customer.page.getByRole("heading", { level: 1, name: title }).waitFor();
      await customer.waitForIdle();
      shown.push(...(await readEvidence(customer.page, `${format}, client`)));
      await showPage(page, `/admin/findings/${id}`);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await firm.waitForIdle();
      shown.push(...(await readEvidence(page, `${format}, firm`)));
    }
    for (const payload of PAYLOADS) {
      expect(
        shown.filter((text) => text.includes(payload)).length,
        `${format}: ${payload}`,
      ).toBeGreaterThanOrEqual(2);
    }
    expect({ firm: attacks, client: clientAttacks }, `attacks by the ${format} file`).toEqual({
      firm: [],
      client: [],
    });
  }
});

test("errors in a CSV file are shown at its field, and the rows without errors can be imported", async () => {
  const { url } = portal.firm.product;
  const { page, allowConsoleMessage } = await portal.openPage();
  allowConsoleMessage(/Failed to load resource|Request failed: 422/);
  const { administrator } = portal.firm;
  const projectId = await createProject("an invalid file");
  await page.goto(`${url}/admin/findings?project=${projectId}`);
  await page.getByLabel("Email").fill(administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(administrator.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Import results" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Format").selectOption("csv");
  await dialog.getByText("Required: title, severity.", { exact: false }).waitFor();
  const file = dialog.getByLabel("File");
  const preview = async (content: string, message: string) => {
    await file.setInputFiles({ name: "results.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText(message).waitFor();
    expect(await file.getAttribute("aria-invalid")).toBe("true");
    await expectFocus(file);
    expect(await dialog.getByRole("alert").count()).toBe(0);
  };
  await preview("title\nA", 'The first row has no column named "severity".');
  await preview("title,severity\n,low", "The only row has errors.");
  expect(await dialog.getByRole("button", { name: "Import drafts" }).isDisabled()).toBe(true);
  await preview("title,severity\nA,low\n,low\nB,urgent\nC,high\nD,info", "2 of 5 rows have errors.");
  const rows = dialog.getByRole("region", { name: "Rows with errors" }).getByRole("listitem");
  expect(await rows.allTextContents()).toEqual([
    "Row 3 has no title.",
    'Row 4 has the unknown severity "urgent".',
  ]);
  await dialog.getByRole("button", { name: "Import the other 3" }).click();
  await page.getByText("3 drafts created, 0 updated. Skipped: 2 rows with errors").waitFor();
  const { data } = await portal
    .serviceClient()
    .from("findings")
    .select("title")
    .eq("project_id", projectId)
    .order("title")
    .throwOnError();
  expect(data.map(({ title }) => title)).toEqual(["A", "C", "D"]);
});
