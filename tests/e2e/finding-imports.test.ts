import type { Page } from "playwright-core";
import { expect, test } from "vitest";
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

/** The texts in code blocks. Fails if the page contains anything that a payload could have added. */
async function readEvidence(page: Page): Promise<string[]> {
  const content = page.getByRole("main");
  expect(await content.locator(ACTIVE_CONTENT).count()).toBe(0);
  return await content.locator("pre").allTextContents();
}

test.each([
  ["sarif", "results.sarif", createSarif()],
  ["csv", "results.csv", createCsv()],
  ["garak", "hits.jsonl", createGarak()],
  ["promptfoo", "results.json", createPromptfoo()],
])("hostile texts of a %s file run nothing and load nothing, for the firm and for the client", async (format, name, file) => {
  const [client] = portal.firm.clients;
  const service = portal.serviceClient();
  const { data: project } = await service
    .from("projects")
    .insert({ client_id: client.id, project_name: `Import of ${format}` })
    .select("id")
    .single()
    .throwOnError();
  const { page } = await portal.openPage();
  const attacks = recordAttacks(page);
  const { product, administrator } = portal.firm;
  await page.goto(`${product.url}/admin/findings?project=${project.id}`);
  await page.getByLabel("Email").fill(administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(administrator.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Import results" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Format").selectOption(format);
  await dialog
    .getByLabel("File")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(file) });
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText(`${PAYLOADS.length} new, 0 to update`, { exact: false }).waitFor();
  await dialog.getByText("Taxonomy mappings", { exact: true }).click();
  await dialog.getByRole("list", { name: "Taxonomy mappings" }).waitFor();
  expect(await dialog.locator(ACTIVE_CONTENT).count()).toBe(0);
  await dialog.getByRole("button", { name: "Import drafts" }).click();
  await page.getByText(`${PAYLOADS.length} drafts created, 0 updated`).waitFor();
  await page.getByRole("button", { name: /^Publish \d+ drafts?$/ }).click();
  await dialog.getByRole("button", { name: `Publish ${PAYLOADS.length} findings` }).click();
  await page.getByText(`${PAYLOADS.length} findings published`).waitFor();

  const { data: findings } = await service
    .from("findings")
    .select("id, title")
    .eq("project_id", project.id)
    .throwOnError();
  expect(findings).toHaveLength(PAYLOADS.length);
  const customer = await portal.openPage();
  const clientAttacks = recordAttacks(customer.page);
  await portal.signIn(customer.page, client, `findings&project=${project.id}`);
  await customer.page.getByRole("heading", { level: 1, name: "Findings" }).waitFor();
  const shown: string[] = [];
  for (const { id, title } of findings) {
    await customer.page.goto(`${product.url}/client-portal?section=findings&finding=${id}`);
    await customer.page.getByRole("heading", { level: 1, name: title }).waitFor();
    await customer.waitForIdle();
    shown.push(...(await readEvidence(customer.page)));
    await page.goto(`${product.url}/admin/findings/${id}`);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    shown.push(...(await readEvidence(page)));
  }
  for (const payload of PAYLOADS) {
    expect(shown.filter((text) => text.includes(payload)).length, payload).toBeGreaterThanOrEqual(2);
  }
  expect([...attacks, ...clientAttacks]).toEqual([]);
});
