import { expect, test } from "vitest";
import { findCopy } from "./find-copy.ts";

const findTexts = (source: string, scope: "all" | "messages" = "all") =>
  findCopy("screen.tsx", source, scope).map(({ text }) => text);

test("finds JSX text with its placeholders, attributes and labels", () => {
  const source = `
    const LABELS = { open: "Open", in_progress: "In progress" };
    export const Screen = ({ count }) => (
      <section className="flex items-center gap-2" aria-label="invoices">
        You have {count} invoices
        <Button icon="plus" hint="Visible to the client.">Create invoice</Button>
      </section>
    );`;
  expect(findTexts(source).sort()).toEqual([
    "Create invoice",
    "In progress",
    "Open",
    "Visible to the client.",
    "You have {count} invoices",
    "invoices",
  ]);
});

test("finds text in templates, calls and HTML", () => {
  const source = `
    toast(\`\${project.name} was deleted\`);
    const page = html\`<h1 class="title">Pay invoice</h1><p>Amount due</p>\`;`;
  expect(findTexts(source)).toEqual(["{name} was deleted", "Pay invoice", "Amount due"]);
});

test("reports the file and line", () => {
  expect(findCopy("a.ts", '\nconst TITLE = "Sign in again";', "all")).toEqual([
    { file: "a.ts", line: 2, text: "Sign in again" },
  ]);
});

test("finds only messages in files without a user interface", () => {
  const source = `
    const sql = "select id from public.clients";
    const note = "Not shown to users.";
    throw new ApiError(404, "not_found", "We couldn't find that invoice.");
    log.info("Started the server");
    z.string().min(1, "Enter a name.");
    console.log("Built the pages.");`;
  expect(findTexts(source, "messages")).toEqual([
    "We couldn't find that invoice.",
    "Enter a name.",
    "Built the pages.",
  ]);
});
