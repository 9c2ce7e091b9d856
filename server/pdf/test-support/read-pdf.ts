import { extractText, getDocumentProxy } from "unpdf";
import { z } from "zod";

/** A structure element with its text on one page. */
type TaggedElement = { role: string; text: string; alt: string; children: TaggedElement[] };

/** `elements` are those of the page in reading order, including nested ones. `artifacts` is the text that is not tagged. */
type TaggedPage = { elements: TaggedElement[]; artifacts: string };

type StructureNode = { role?: string; alt?: string; type?: string; id?: string; children?: StructureNode[] };
const StructureNodeSchema: z.ZodType<StructureNode> = z.object({
  role: z.string().optional(),
  alt: z.string().optional(),
  type: z.string().optional(),
  id: z.string().optional(),
  get children() {
    return z.array(StructureNodeSchema).optional();
  },
});

/** The text of each page, without the tags. */
export async function readPages(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(pdf));
  return text;
}

/** The text of the document, with single spaces. */
export async function readText(pdf: Uint8Array): Promise<string> {
  return (await readPages(pdf)).join(" ").replace(/\s+/g, " ");
}

/** Reads the structure tree of each page as assistive technology does. */
export async function readTaggedPages(pdf: Uint8Array): Promise<TaggedPage[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages: TaggedPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const { texts, artifacts } = groupByContent(items);
    const tree = StructureNodeSchema.nullable().parse(await page.getStructTree());
    pages.push({ elements: tree ? listElements(tree, texts) : [], artifacts });
  }
  return pages;
}

/** The links to web addresses and to destinations in the document. */
export async function readLinks(pdf: Uint8Array): Promise<{ urls: string[]; destinations: string[] }> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const links: { urls: string[]; destinations: string[] } = { urls: [], destinations: [] };
  for (let number = 1; number <= document.numPages; number += 1) {
    for (const annotation of await (await document.getPage(number)).getAnnotations()) {
      if (typeof annotation.url === "string") {
        links.urls.push(annotation.url);
      }
      if (typeof annotation.dest === "string") {
        links.destinations.push(annotation.dest);
      }
    }
  }
  return links;
}

type ContentItem = { type: string; id?: string; tag?: string } | { str: string; hasEOL: boolean };

function groupByContent(items: readonly ContentItem[]): { texts: Map<string, string>; artifacts: string } {
  const texts = new Map<string, string>();
  const open: string[] = [];
  let artifacts = "";
  for (const item of items) {
    if ("str" in item) {
      const id = open.findLast((candidate) => candidate !== "");
      const text = item.str + (item.hasEOL ? "\n" : "");
      if (id === undefined) {
        artifacts += text;
      } else {
        texts.set(id, (texts.get(id) ?? "") + text);
      }
    } else if (item.type === "endMarkedContent") {
      open.pop();
    } else {
      open.push(item.id ?? "");
    }
  }
  return { texts, artifacts: toSingleSpaces(artifacts) };
}

function listElements(node: StructureNode, texts: ReadonlyMap<string, string>): TaggedElement[] {
  const children = (node.children ?? []).flatMap((child) => listElements(child, texts));
  if (node.role === undefined || node.role === "Root") {
    return children;
  }
  const text = toSingleSpaces(readNodeText(node, texts));
  return [{ role: node.role, text, alt: node.alt ?? "", children }, ...children];
}

function readNodeText(node: StructureNode, texts: ReadonlyMap<string, string>): string {
  if (node.type === "content") {
    return texts.get(node.id ?? "") ?? "";
  }
  return (node.children ?? []).map((child) => readNodeText(child, texts)).join("");
}

function toSingleSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
