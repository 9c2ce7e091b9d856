import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Markdown } from "#app/components/findings/markdown.tsx";
import { anyCharacter } from "#tests/support/any-character.ts";

/** Much more than a parse takes, also on a busy machine. Without limits, the worst of these texts take 25 s. */
const MAX_MS = 4000;

const ALLOWED_ELEMENTS = new Set(
  "div p h3 h4 ul ol li blockquote pre code table thead tbody tr th td hr br em strong a span wbr".split(" "),
);
const ALLOWED_ATTRIBUTES = new Set("class data-wraps href rel scope start target".split(" "));
const TAG = /<\/?([a-z]\w*)((?: [^\s=<>"]+="[^"<>]*")*)\/?>/gi;

/** The HTML without the container and the classes. */
function render(text: string): string {
  const html = renderMarkup(text).replaceAll(/ class="[^"]*"/g, "");
  return html.slice("<div>".length, -"</div>".length);
}

function renderMarkup(text: string): string {
  return renderToStaticMarkup(createElement(Markdown, { text }));
}

/** What the HTML contains that Markdown must never produce. */
function findUnsafeParts(html: string): string[] {
  const parts = [...html.matchAll(TAG)].flatMap(([tag, element = "", attributes = ""]) => {
    const unsafeAttributes = [...attributes.matchAll(/ ([^\s=]+)="([^"]*)"/g)].filter(
      ([, name = "", value = ""]) =>
        !ALLOWED_ATTRIBUTES.has(name) || (name === "href" && !/^(?:https:\/\/|mailto:)/i.test(value)),
    );
    return ALLOWED_ELEMENTS.has(element) && unsafeAttributes.length === 0 ? [] : [tag];
  });
  return /[<>]/.test(html.replaceAll(TAG, "")) ? [...parts, html] : parts;
}

test("breaks code without spaces after punctuation", () => {
  expect(render('```\n{"tool":"a b","n":1}, x\n```')).toBe(
    "<pre><code>{<wbr/>&quot;tool&quot;:<wbr/>&quot;a b&quot;,<wbr/>&quot;n&quot;:<wbr/>1}, x</code></pre>",
  );
});

test("wraps long lines of code", () => {
  expect(renderMarkup("```\na\n```")).toMatch(/<pre class="[^"]*wrap-anywhere whitespace-break-spaces/);
});

const LINK_ATTRIBUTES = 'target="_blank" rel="noreferrer nofollow"';

describe("formatting", () => {
  test.each([
    ["", ""],
    ["Text", "<p>Text</p>"],
    ["a\n\nb", "<p>a</p><p>b</p>"],
    ["*a* **b** ***c***", "<p><em>a</em> <strong>b</strong> <em><strong>c</strong></em></p>"],
    ["a  \nb\\\nc", "<p>a<br/>b<br/>c</p>"],
    ["# a\n## b\n### c\n###### d", "<h3>a</h3><h3>b</h3><h4>c</h4><h4>d</h4>"],
    ["> a\n>\n> > b", "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>"],
    ["a\n\n---\n\nb", "<p>a</p><hr/><p>b</p>"],
    ["- a\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"],
    ["1. a\n2. b", "<ol><li><p>a</p></li><li><p>b</p></li></ol>"],
    ["3. a\n4. b", '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
    ["0. a", '<ol start="0"><li><p>a</p></li></ol>'],
    [
      "- a\n  1. b\n     - c\n- d",
      "<ul><li><p>a</p><ol><li><p>b</p><ul><li><p>c</p></li></ul></li></ol></li><li><p>d</p></li></ul>",
    ],
    ["~~a~~", "<p>~~a~~</p>"],
    ["Tom & Jerry \"'", "<p>Tom &amp; Jerry &quot;&#x27;</p>"],
  ])("renders %j", (text, html) => {
    expect(render(text)).toBe(html);
  });
});

describe("code", () => {
  test.each([
    ["`a`", "<p><code>a</code></p>"],
    ["`` a`b ``", "<p><code>a`b</code></p>"],
    ["`` ` ``", "<p><code>`</code></p>"],
    ["`<b>&amp;`", "<p><code>&lt;b&gt;&amp;amp;</code></p>"],
    ["```\na\n\nb\n```", "<pre><code>a\n\nb</code></pre>"],
    ["````\n```\na\n```\n````", "<pre><code>```\na\n```</code></pre>"],
    ["~~~js onload=x\n`a`\n~~~", "<pre><code>`a`</code></pre>"],
    ["```\n<script>alert(1)</script>", "<pre><code>&lt;script&gt;alert(1)&lt;/script&gt;</code></pre>"],
    ["    a\n      b", "<pre><code>a\n  b</code></pre>"],
    ["`[a](https://example.com)`", "<p><code>[a](https://example.com)</code></p>"],
  ])("renders %j", (text, html) => {
    expect(render(text)).toBe(html);
  });
});

describe("tables", () => {
  test("have a header and rows", () => {
    expect(render("| a | b |\n| - | - |\n| **c** | `d` |\n| e | |")).toBe(
      '<table data-wraps=""><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
        "<tbody><tr><td><strong>c</strong></td><td><code>d</code></td></tr>" +
        "<tr><td>e</td><td></td></tr></tbody></table>",
    );
  });

  test("can consist of a header", () => {
    expect(render("|a|\n|-|")).toBe(
      '<table data-wraps=""><thead><tr><th scope="col">a</th></tr></thead><tbody></tbody></table>',
    );
  });

  test("align their columns", () => {
    const cells = renderMarkup("|a|b|c|d|\n|:-|:-:|-:|-|\n|1|2|3|4|").matchAll(/<t[hd][^>]*class="([^"]*)"/g);
    const alignments = [...cells].map(([, classes = ""]) => /text-(?:left|center|right)/.exec(classes)?.[0]);
    const row = ["text-left", "text-center", "text-right", "text-left"];
    expect(alignments).toEqual([...row, ...row]);
  });

  test("can contain escaped pipes", () => {
    expect(render("|a|\n|-|\n|b\\|c|")).toContain("<td>b|c</td>");
  });

  test.each([
    "|a|\n|-|\n|<img src=x onerror=alert(1)>|",
    "|a|\n|-|\n|[b](javascript:alert(1))|",
    "|a|\n|-|\n|![b](https://example.com/c.png)|",
  ])("are as safe as other text: %j", (text) => {
    const html = renderMarkup(text);
    expect(findUnsafeParts(html)).toEqual([]);
    expect(html).not.toMatch(/<a |<img/);
  });
});

describe("raw HTML", () => {
  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<IMG SRC=x>",
    "<svg onload=alert(1)>",
    "<iframe src='https://example.com'></iframe>",
    "<a href='https://example.com'>a</a>",
    "<style>body { display: none }</style>",
    "<!-- hidden instructions -->",
    "<!DOCTYPE html>",
    "<?php echo 1; ?>",
    "<![CDATA[a]]>",
    "<x-y>",
    "</div>",
  ])("is shown as text: %j", (source) => {
    for (const text of [source, `before ${source} after`, `- ${source}`, `> ${source}`]) {
      const html = renderMarkup(text);
      expect(findUnsafeParts(html)).toEqual([]);
      expect(html).not.toContain("<a ");
      expect(decode(html)).toContain(source);
    }
  });

  test("in several lines is shown as text", () => {
    expect(render("<div\nonclick=alert(1)>")).toBe("<p>&lt;div\nonclick=alert(1)&gt;</p>");
    expect(render("a <b\nonclick=alert(1)>")).toBe("<p>a &lt;b\nonclick=alert(1)&gt;</p>");
  });

  test("that is written with character references is shown as text", () => {
    expect(render("&lt;script&gt;&#60;b&#x3e;")).toBe("<p>&lt;script&gt;&lt;b&gt;</p>");
  });
});

/** The visible text of HTML that React rendered. */
function decode(html: string): string {
  return html
    .replaceAll(TAG, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

describe("links", () => {
  test.each([
    ["[a](https://example.com/b?c=d&e)", "https://example.com/b?c=d&amp;e", "a"],
    ["[a](https://example.com 'title')", "https://example.com", "a"],
    ["[**a** `b`](https://example.com)", "https://example.com", "<strong>a</strong> <code>b</code>"],
    ["<https://example.com>", "https://example.com", "https://example.com"],
    ["[a](mailto:ada@acme.example)", "mailto:ada@acme.example", "a"],
    ["<ada@acme.example>", "mailto:ada@acme.example", "ada@acme.example"],
    ["[a](HTTPS://example.com)", "HTTPS://example.com", "a"],
    ['[a](https://example.com/"onclick="x)', "https://example.com/&quot;onclick=&quot;x", "a"],
  ])("renders %j", (text, href, content) => {
    expect(render(text)).toBe(`<p><a href="${href}" ${LINK_ATTRIBUTES}>${content}</a></p>`);
  });

  test.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "&#106;avascript:alert(1)",
    "java&#x0a;script:alert(1)",
    "java&Tab;script:alert(1)",
    "&#1;javascript:alert(1)",
    "javascript&colon;alert(1)",
    "\\javascript:alert(1)",
    "data:text/html;base64,PHNjcmlwdD4=",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "http://example.com",
    "ftp://example.com",
    "//example.com",
    "/admin",
    "admin",
    "../admin",
    "#a",
    "?a",
    "",
  ])("are only text with the URL %j", (url) => {
    expect(render(`[a](${url})`)).toBe("<p>a</p>");
    expect(render(`[a](<${url}>)`)).toBe("<p>a</p>");
    expect(render(`[*a*](${url})`)).toBe("<p><em>a</em></p>");
    expect(renderMarkup(`<${url}>`)).not.toContain("<a ");
  });

  test.each([
    "[a][b]\n\n[b]: https://example.com",
    "[a][]\n\n[a]: https://example.com",
    "[a]\n\n[a]: https://example.com",
    "[a]\n\n[a]: javascript:alert(1)",
    "[b]: data:text/html,x 'title'\n\n[a][b]",
  ])("are only text when they are references: %j", (text) => {
    expect(render(text)).toBe("<p>a</p>");
  });

  test.each([
    "https://example.com",
    "www.example.com",
    "ada@acme.example",
    "javascript:alert(1)",
  ])("are not created from the text %s", (text) => {
    expect(render(text)).toBe(`<p>${text}</p>`);
  });

  test("can contain an image's description", () => {
    expect(render("[![a](https://example.com/b.png)](https://example.com)")).toBe(
      `<p><a href="https://example.com" ${LINK_ATTRIBUTES}><span>[Image: a]</span></a></p>`,
    );
  });
});

describe("images", () => {
  test.each([
    ["![a](https://example.com/b.png)", "[Image: a]"],
    ["![a](http://example.com/b.png 'title')", "[Image: a]"],
    ["![a](data:image/png;base64,AAAA)", "[Image: a]"],
    ["![a](javascript:alert(1))", "[Image: a]"],
    ["![a](/b.png)", "[Image: a]"],
    ["![](https://example.com/b.png)", "[Image]"],
    ["![a][b]\n\n[b]: https://example.com/b.png", "[Image: a]"],
    ["![a][]\n\n[a]: https://example.com/b.png", "[Image: a]"],
    ["![a]\n\n[a]: data:image/png;base64,AAAA", "[Image: a]"],
    ["![<img src=x>](b.png)", "[Image: &lt;img src=x&gt;]"],
    ['![" onerror="alert(1)](b.png)', "[Image: &quot; onerror=&quot;alert(1)]"],
  ])("are shown as their description: %j", (text, content) => {
    expect(render(text)).toBe(`<p><span>${content}</span></p>`);
  });
});

describe("hidden characters", () => {
  test.each([
    ["a right-to-left override", "\u202e"],
    ["a left-to-right isolate", "\u2066"],
    ["an Arabic letter mark", "\u061c"],
    ["a Unicode tag", "\u{e0041}"],
  ])("%s is shown as �", (_name, character) => {
    expect(render(`a${character}b`)).toBe("<p>a\ufffdb</p>");
    expect(render(`\`a${character}b\``)).toBe("<p><code>a\ufffdb</code></p>");
    expect(render(`![a${character}b](c)`)).toBe("<p><span>[Image: a\ufffdb]</span></p>");
    expect(render(`<b>${character}`)).toBe("<p>&lt;b&gt;\ufffd</p>");
    expect(render(`    a${character}b`)).toBe("<pre><code>a\ufffdb</code></pre>");
  });

  test.each([
    "&#x202e;",
    "&#8238;",
    "&rlm;",
    "&#xE0041;",
  ])("the character reference %s is shown as �", (reference) => {
    expect(render(`a${reference}b`)).toBe("<p>a\ufffdb</p>");
  });
});

describe("hostile text", () => {
  const fragments = fc.constantFrom(
    ..."<script> </script> <img <svg/onload= onerror= <!-- --> <![CDATA[ ]]> <? <a".split(" "),
    ...["](javascript:", "](https://example.com)", "![](http", "![", "[", "](", ")", "<https://e.example>"],
    ...["<javascript:alert(1)>", "data:text/html,", "&#106;avascript:", "&lt;", "&#x202e;", '"', "'", "="],
    ...["[x]", "[x]: javascript:alert(1)\n", "\n[x]: https://example.com\n", "`", "```\n", "*", "**", "_"],
    ...[
      "\n",
      "\n\n",
      "  \n",
      "    ",
      "\t",
      "> ",
      "- ",
      "1. ",
      "# ",
      "---\n",
      "|a|b|\n|-|-|\n",
      "|",
      "\\",
      "\0",
    ],
  );

  test("the check finds unsafe parts", () => {
    expect(findUnsafeParts('<div><script>alert(1)</script><p onclick="x">a</p></div>')).toHaveLength(3);
    expect(findUnsafeParts('<a href="javascript:alert(1)">a</a>')).toHaveLength(1);
    expect(findUnsafeParts('<img src="https://example.com"/>')).toHaveLength(1);
    expect(findUnsafeParts("<p>a</p><!-- b -->")).toHaveLength(1);
    expect(findUnsafeParts('<p class="a">b<br/></p><a href="https://example.com">c</a>')).toEqual([]);
  });

  test("of any characters is rendered safely", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        expect(findUnsafeParts(renderMarkup(text))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test("of HTML, URLs and Markdown is rendered safely", () => {
    const part = fc.oneof(
      { weight: 4, arbitrary: fragments },
      fc.string({ unit: anyCharacter, maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        expect(findUnsafeParts(renderMarkup(parts.join("")))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  /** All texts are shorter than the maximum length of a section. */
  test.each([
    ["quotes", `${">".repeat(2000)}a`],
    ["quotes, far beyond any real text,", `${">".repeat(5000)}a`],
    ["quotes in many lines", "> a\n".repeat(5000)],
    ["brackets", "[".repeat(2000)],
    ["images", "![".repeat(2000)],
    ["links", `${"[".repeat(1000)}a${"](https://e.example)".repeat(900)}`],
    ["lists", `${"- ".repeat(2000)}a`],
    ["emphasis", `${"*a **b ".repeat(1200)} ${"c** d*".repeat(1200)}`],
  ])("with deeply nested %s is rendered in reasonable time", (_name, text) => {
    const startedAt = performance.now();
    expect(findUnsafeParts(renderMarkup(text))).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(MAX_MS);
  });
});
