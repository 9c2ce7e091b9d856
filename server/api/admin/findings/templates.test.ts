import { beforeEach, expect, test } from "vitest";
import { TEMPLATE_CATEGORY_LABELS } from "#domain/findings/template.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";
import { createTemplateRoutes } from "./templates.ts";

const TEMPLATE = {
  ...{ title: "Tool calls without confirmation", severity: "high", category: "agent" },
  ...{
    description: "The agent sends emails without asking.",
    impact: "",
    reproductionSteps: "",
    recommendation: "",
  },
  ...{ tags: ["agent", "agent"], mappings: [{ taxonomy: "owasp-llm", version: "2025", id: "LLM06:2025" }] },
};

let environment: ApiEnvironment;
beforeEach(async () => {
  environment = await createApiEnvironment(createTemplateRoutes);
});

const add = (template: object) =>
  environment.call("administrator", "POST", "/api/admin/finding-templates", template);
const remove = (id: unknown) =>
  environment.call("administrator", "DELETE", `/api/admin/finding-templates/${id}`);

test("adds a template with its mappings, and deletes it", async () => {
  const { status, body } = await add(TEMPLATE);
  expect(status).toBe(201);
  const { rows } = await environment.sql.query(
    `select title, severity, category, tags, is_builtin,
            array(select entry_id from public.finding_template_mappings where template_id = template.id) as entries
       from public.finding_templates as template where id = $1`,
    [body.id],
  );
  expect(rows).toEqual([
    {
      ...{ title: TEMPLATE.title, severity: "high", category: "agent" },
      ...{ tags: ["agent"], is_builtin: false, entries: ["LLM06:2025"] },
    },
  ]);
  expect((await remove(body.id)).status).toBe(200);
  const again = await remove(body.id);
  expect([again.status, again.body.code]).toEqual([404, "unknown_template"]);
});

test("rejects a title that the library has already, ignoring case", async () => {
  await add(TEMPLATE);
  const response = await add({ ...TEMPLATE, title: TEMPLATE.title.toUpperCase() });
  expect([response.status, response.body.code]).toEqual([409, "title_taken"]);
});

test.each([
  ["no title", { title: " " }],
  ["an unknown category", { category: "web" }],
  ["an unknown severity", { severity: "urgent" }],
])("rejects %s", async (_, change) => {
  expect((await add({ ...TEMPLATE, ...change })).status).toBe(400);
});

test("deletes a template that comes with the product", async () => {
  const { rows } = await environment.sql.query(
    "select id from public.finding_templates where is_builtin limit 1",
  );
  expect((await remove(rows[0].id)).status).toBe(200);
});

test("the library has complete templates for each category, which can be added under another title", async () => {
  const { rows } = await environment.sql.query(
    `select template.title, template.severity, template.category, template.description, template.impact,
            template.reproduction_steps as "reproductionSteps", template.recommendation, template.tags,
            (select jsonb_agg(jsonb_build_object('taxonomy', mapping.taxonomy, 'version', mapping.version, 'id', mapping.entry_id))
               from public.finding_template_mappings as mapping where mapping.template_id = template.id) as mappings
       from public.finding_templates as template where template.is_builtin`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(25);
  expect(new Set(rows.map(({ category }) => category))).toEqual(
    new Set(Object.keys(TEMPLATE_CATEGORY_LABELS)),
  );
  const isIncomplete = (row: Record<string, unknown>) =>
    [row.description, row.impact, row.reproductionSteps, row.recommendation].some(
      (text) => String(text).trim().length < 80,
    ) || !Array.isArray(row.mappings);
  expect(rows.filter(isIncomplete).map(({ title }) => title)).toEqual([]);
  for (const row of rows) {
    expect((await add({ ...row, title: `${row.title} (copy)` })).status, row.title).toBe(201);
  }
});
