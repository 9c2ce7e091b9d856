import { describe, expect, test } from "vitest";
import { createPdfWriter, type PdfWriter } from "#server/pdf/pdf-writer.ts";
import { readLinks, readPages, readTaggedPages, readText } from "#server/pdf/test-support/read-pdf.ts";

const CREATED_AT = new Date("2026-03-02T12:00:00Z");

function render(write: (pdf: PdfWriter) => void, title = "Statement"): Promise<Buffer> {
  const pdf = createPdfWriter(title, CREATED_AT);
  write(pdf);
  return pdf.finish();
}

/** The roles and texts of the first page, without the letterhead. */
async function readElements(write: (pdf: PdfWriter) => void) {
  const [page] = await readTaggedPages(await render(write));
  return (page?.elements ?? []).slice(3).map(({ role, text }) => [role, text]);
}

describe("tags", () => {
  test("headings, paragraphs and lists have tags in reading order", async () => {
    const elements = await readElements((pdf) => {
      pdf.heading("Findings", { level: 1 });
      pdf.text("All of them.");
      pdf.list([() => pdf.text("First"), () => pdf.text("Second")], { start: 3 });
      pdf.code("ls -la");
    });
    expect(elements).toEqual([
      ["H1", "Findings"],
      ["P", "All of them."],
      ["L", "3. First 4. Second"],
      ["LI", "3. First"],
      ["Lbl", "3."],
      ["LBody", "First"],
      ["P", "First"],
      ["LI", "4. Second"],
      ["Lbl", "4."],
      ["LBody", "Second"],
      ["P", "Second"],
      ["P", "ls -la"],
      ["Code", "ls -la"],
    ]);
  });

  test("the title is the first heading", async () => {
    const elements = await readElements((pdf) => pdf.text("Statement of account", { size: 14 }));
    expect(elements).toEqual([["H1", "Statement of account"]]);
  });

  test("tables have header cells for columns and rows", async () => {
    const columns = [
      { title: "Key", share: 1, isHeader: true },
      { title: "Result", share: 1 },
    ];
    const elements = await readElements((pdf) => pdf.table(columns, [{ cells: ["WL-1", "Fixed"] }]));
    expect(elements.slice(1)).toEqual([
      ["TR", "Key Result"],
      ["TH", "Key"],
      ["TH", "Result"],
      ["TR", "WL-1 Fixed"],
      ["TH", "WL-1"],
      ["TD", "Fixed"],
    ]);
  });

  test("page numbers and repeated titles are artifacts", async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({ cells: [`Row ${index}`] }));
    const pages = await readTaggedPages(
      await render((pdf) => pdf.table([{ title: "Line", share: 1 }], rows)),
    );
    expect(pages).toHaveLength(3);
    const headers = pages.flatMap(({ elements }) => elements.filter(({ role }) => role === "TH"));
    expect(headers.map(({ text }) => text).filter(Boolean)).toEqual(["Line"]);
    expect(pages.map(({ artifacts }) => artifacts)).toEqual([
      "Statement Page 1 of 3",
      "Line Statement Page 2 of 3",
      "Line Statement Page 3 of 3",
    ]);
  });

  test("a chart is a figure with a description", async () => {
    const series = [{ label: "Open", color: "#000000", textColor: "#ffffff" }];
    const bars = [{ label: "High", values: [3] }];
    const pdf = await render((writer) => writer.barChart({ series, bars, alt: "3 high findings" }));
    const [page] = await readTaggedPages(pdf);
    const figures = page?.elements.filter(({ role }) => role === "Figure");
    expect(figures?.map(({ alt }) => alt)).toEqual(["3 high findings"]);
  });

  test("a paragraph on two pages is one element with all of its text", async () => {
    const words = Array.from({ length: 1500 }, (_, index) => `word${index}`).join(" ");
    const pages = await readTaggedPages(await render((pdf) => pdf.text(words)));
    const texts = pages.map(({ elements }) => elements.at(-1));
    expect(texts.map((element) => element?.role)).toEqual(["P", "P", "P"].slice(0, pages.length));
    expect(texts.map((element) => element?.text).join(" ") === words).toBe(true);
  });
});

describe("links", () => {
  test("link to web addresses and to headings", async () => {
    const pdf = await render((writer) => {
      writer.text([{ text: "Go", link: { destination: "part" } }]);
      writer.text([{ text: "Site", link: { url: "https://example.com/ä?q=1" } }]);
      writer.heading("Part", { destination: "part" });
    });
    expect(await readLinks(pdf)).toEqual({
      urls: ["https://example.com/%C3%A4?q=1"],
      destinations: ["part"],
    });
    const [page] = await readTaggedPages(pdf);
    const links = page?.elements.filter(({ role }) => role === "Link");
    expect(links?.map(({ text }) => text)).toEqual(["Go", "Site"]);
  });

  test("the contents show the pages of their headings", async () => {
    const pages = await readPages(
      await render((pdf) => {
        pdf.contents([{ title: "Method", destination: "method" }]);
        pdf.startPage();
        pdf.startPage();
        pdf.heading("Method", { destination: "method" });
      }),
    );
    expect(pages[0]).toMatch(/Method\s+3/);
  });
});

describe("long content", () => {
  const columns = [
    { title: "Short", share: 1 },
    { title: "Long", share: 1 },
  ];

  test("a row that is taller than a page continues on the next pages", async () => {
    const long = Array.from({ length: 2000 }, (_, index) => `word${index}`).join(" ");
    const pages = await readTaggedPages(
      await render((pdf) => pdf.table(columns, [{ cells: ["a", long] }, { cells: ["b", "end"] }])),
    );
    const cells = pages.flatMap(({ elements }) => elements.filter(({ role }) => role === "TD"));
    const text = cells.flatMap((cell) => cell.text || []).join(" ");
    expect(text.includes(`${long} b end`)).toBe(true);
    expect(pages.length).toBeGreaterThan(3);
  });

  test("titles that are taller than a page are not repeated", async () => {
    const title = "title ".repeat(3000);
    const rows = Array.from({ length: 30 }, () => ({ cells: ["row"] }));
    const pages = await readPages(await render((pdf) => pdf.table([{ title, share: 1 }], rows)));
    expect(pages.length).toBeLessThan(8);
  });

  test("wide tables, long words and long lines of code stay on the page", async () => {
    const wide = Array.from({ length: 12 }, (_, index) => ({ title: `Column${index}`, share: 1 }));
    const pdf = await render((writer) => {
      writer.table(wide, [{ cells: wide.map(() => "ø".repeat(300)) }]);
      writer.text("y".repeat(5000));
      writer.code("z".repeat(20_000));
    });
    const text = (await readText(pdf)).replace(/ /g, "");
    expect(text.split("ø")).toHaveLength(12 * 300 + 1);
    expect(text.split("z")).toHaveLength(20_001);
    expect(await findTextOutsideMargins(pdf)).toEqual([]);
  });

  test("deeply nested lists keep a readable width", async () => {
    const writeNested = (pdf: PdfWriter, depth: number): void =>
      depth === 0 ? pdf.text("deepest") : pdf.list([() => writeNested(pdf, depth - 1)]);
    const pdf = await render((writer) => writeNested(writer, 60));
    expect(await readText(pdf)).toContain("deepest");
    expect(await findTextOutsideMargins(pdf)).toEqual([]);
  });
});

test("escapes the title in the metadata, and shows it", async () => {
  const pdf = await render((writer) => writer.text("Text"), "A & B <c>\u202e");
  const source = pdf.toString("latin1");
  expect(source).toContain("A &amp; B &lt;c&gt;</rdf:li>");
  expect(source).toContain("<pdfuaid:part>1</pdfuaid:part>");
  expect(source).toContain("/DisplayDocTitle true");
});

test("the same content results in the same bytes", async () => {
  const write = (pdf: PdfWriter) => {
    pdf.heading("Part", { destination: "part" });
    pdf.text("Text → 你好");
    pdf.code("code");
  };
  expect(await render(write)).toEqual(await render(write));
});

/** Text whose position is left or right of the margins. */
async function findTextOutsideMargins(pdf: Uint8Array): Promise<string[]> {
  const { extractTextItems } = await import("unpdf");
  const { items } = await extractTextItems(new Uint8Array(pdf));
  return items
    .flat()
    .filter(({ x, width, str }) => str.trim() !== "" && (x < 53 || x + width > 612 - 53))
    .map(({ str }) => str);
}
