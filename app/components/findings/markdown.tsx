import type { AlignType, PhrasingContent, RootContent, Table, TableCell } from "mdast";
import { Fragment, type ReactNode, useMemo } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { isSafeUrl, parseMarkdown } from "#domain/findings/markdown.ts";

/**
 * Renders Markdown as React elements. HTML appears as text, links lead only to https and email addresses, and images appear
 * as their description, because a remote image would reveal who reads the text.
 */
export function Markdown({ text }: { text: string }) {
  const { children } = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div className="grid max-w-[75ch] grid-cols-1 gap-3 text-14 wrap-anywhere">{renderBlocks(children)}</div>
  );
}

function renderBlocks(nodes: readonly RootContent[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the nodes have no ids, and a changed text renders all of them again.
  return nodes.map((node, index) => <Fragment key={index}>{renderBlock(node)}</Fragment>);
}

function renderBlock(node: RootContent): ReactNode {
  switch (node.type) {
    case "heading":
      // The page has headings of levels 1 and 2.
      return node.depth <= 2 ? (
        <h3 className="mt-2 font-medium text-16">{renderInline(node.children)}</h3>
      ) : (
        <h4 className="mt-1 font-medium">{renderInline(node.children)}</h4>
      );
    case "paragraph":
      return <p>{renderInline(node.children)}</p>;
    case "list": {
      const List = node.ordered ? "ol" : "ul";
      return (
        <List
          start={node.ordered && node.start !== null && node.start !== 1 ? node.start : undefined}
          className={classNames("grid gap-1 pl-5", node.ordered ? "list-decimal" : "list-disc")}
        >
          {node.children.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items have no ids.
            <li key={index} className="marker:text-muted *:mt-1 *:first:mt-0">
              {renderBlocks(item.children)}
            </li>
          ))}
        </List>
      );
    }
    case "blockquote":
      return (
        <blockquote className="grid gap-2 border-line border-l-2 pl-4 text-muted">
          {renderBlocks(node.children)}
        </blockquote>
      );
    case "code":
      return (
        <pre className="wrap-anywhere whitespace-break-spaces rounded-medium border border-line bg-page p-3 font-mono text-13">
          <code>{breakAfterPunctuation(node.value)}</code>
        </pre>
      );
    case "table":
      return <MarkdownTable table={node} />;
    case "thematicBreak":
      return <hr className="border-line" />;
    case "html":
      return <p className="whitespace-pre-wrap">{node.value}</p>;
    // Only references use definitions, which appear as text.
    case "definition":
      return null;
    default:
      return isInline(node) ? <p>{renderInline([node])}</p> : null;
  }
}

/** Code without spaces, such as JSON, breaks between its values rather than inside of words. */
function breakAfterPunctuation(code: string): ReactNode {
  return code.split(/(?<=[,;:&?={[])(?=\S)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no ids, and a changed text renders all of them again.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

function isInline(node: RootContent): node is PhrasingContent {
  return ["text", "emphasis", "strong", "inlineCode", "link", "break"].includes(node.type);
}

function renderInline(nodes: readonly PhrasingContent[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the nodes have no ids, and a changed text renders all of them again.
  return nodes.map((node, index) => <Fragment key={index}>{renderPhrase(node)}</Fragment>);
}

function renderPhrase(node: PhrasingContent): ReactNode {
  switch (node.type) {
    case "text":
      return node.value;
    case "html":
      return node.value;
    case "emphasis":
      return <em>{renderInline(node.children)}</em>;
    case "strong":
      return <strong className="font-semibold">{renderInline(node.children)}</strong>;
    case "inlineCode":
      return <code className="rounded-small bg-page px-1 py-0.5 font-mono text-13">{node.value}</code>;
    case "break":
      return <br />;
    case "link":
      return isSafeUrl(node.url) ? (
        <a
          href={node.url}
          target="_blank"
          rel="noreferrer nofollow"
          className="text-accent underline hover:no-underline"
        >
          {renderInline(node.children)}
        </a>
      ) : (
        renderInline(node.children)
      );
    case "image":
    case "imageReference":
      return <span className="text-muted">[Image{node.alt ? `: ${node.alt}` : ""}]</span>;
    case "linkReference":
      return renderInline(node.children);
    default:
      return null;
  }
}

function MarkdownTable({ table }: { table: Table }) {
  const [header, ...rows] = table.children;
  const align = table.align ?? [];
  return (
    <table data-wraps="" className="w-full text-13">
      <thead>
        <tr>
          {header?.children.map((cell, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells have no ids.
            <Cell key={index} as="th" cell={cell} align={align[index]} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, rowIndex) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no ids.
          <tr key={rowIndex}>
            {row.children.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells have no ids.
              <Cell key={index} as="td" cell={cell} align={align[index]} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({
  as: Element,
  cell,
  align,
}: {
  as: "th" | "td";
  cell: TableCell;
  align: AlignType | undefined;
}) {
  return (
    <Element
      scope={Element === "th" ? "col" : undefined}
      className={classNames(
        "border-line border-b px-2 py-1.5",
        align === "right" ? "text-right" : align === "center" ? "text-center" : "text-left",
        Element === "th" && "font-medium text-muted",
        // Narrow columns must not split short words. Long words still wrap, so that the table fits on a phone.
        !hasLongWord(cell) && "min-[360px]:wrap-break-word",
      )}
    >
      {renderInline(cell.children)}
    </Element>
  );
}

const MAX_UNSPLIT_WORD_LENGTH = 12;

function hasLongWord(cell: TableCell): boolean {
  return cell.children.some(
    (child) =>
      !("value" in child) || child.value.split(/\s/).some((word) => word.length > MAX_UNSPLIT_WORD_LENGTH),
  );
}
