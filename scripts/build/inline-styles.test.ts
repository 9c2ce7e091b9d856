import { describe, expect, test } from "vitest";
import { inlineStylesheets } from "./inline-styles.ts";

const LINK = '<link rel="stylesheet" href="/assets/root.css"/>';

function inline(css: string, body: string, script = ""): string {
  return inlineStylesheets(`${LINK}<script type="module" src="/assets/site.js"></script>${body}`, (path) =>
    path === "/assets/root.css" ? css : script,
  );
}

describe("a page that is not hydrated", () => {
  test.each([
    ["a class of the page", ".flex{display:flex}", '<p class="block flex">'],
    ["an escaped class", ".md\\:flex{display:flex}", '<p class="md:flex">'],
    ["a class with entities", ".\\[\\&_svg\\]\\:block svg{display:block}", '<p class="[&amp;_svg]:block">'],
    ["a selector without a class", "[hidden]:where(:not([hidden=until-found])),:focus-visible{top:0}", ""],
    ["a class in :not()", "p:not(.portal){top:0}", "<p>"],
    ["a class in :is()", ":is(.portal,p){top:0}", "<p>"],
    ["a keyframe and a font", "@keyframes a{.5%{top:0}}@font-face{font-family:Geist}", ""],
    ["an empty layer, which sets the order", "@layer base{}@layer utilities{p{top:0}}", ""],
  ])("keeps a rule with %s", (_name, css, body) => {
    expect(inline(css, body)).toContain(`<style>${css}</style>`);
  });

  test("keeps a rule with a class that its script sets", () => {
    expect(inline(".open{top:0}", "", 'menu.classList.add("open")')).toContain("<style>.open{top:0}</style>");
  });

  test("omits the rules of other classes", () => {
    expect(inline(".portal{top:0}.flex .portal{top:0}.flex{top:0}", '<p class="flex">')).toContain(
      "<style>.flex{top:0}</style>",
    );
  });

  test("omits the other selectors of a rule", () => {
    expect(inline(".portal,.flex{top:0}", '<p class="flex">')).toContain("<style>.flex{top:0}</style>");
  });

  test("removes empty media queries", () => {
    expect(inline("@media print{@supports (top:0){.portal{top:0}}}", "")).toContain("<style></style>");
  });

  test("keeps a rule with a class that a script loads later", () => {
    const files: Record<string, string> = {
      "/assets/root.css": ".open{top:0}",
      "/assets/site.js": 'import("./form.js")',
      "/assets/form.js": "form.classList.add('open')",
    };
    const html = `${LINK}<script type="module" src="/assets/site.js"></script>`;
    expect(inlineStylesheets(html, (path) => files[path] ?? "")).toContain("<style>.open{top:0}</style>");
  });

  test("escapes a closing style tag in a stylesheet", () => {
    expect(inline('p:after{content:"</style>"}', "")).toMatch(
      /^<style>p:after\{content:"\\3c \/style>"\}<\/style>/,
    );
  });
});

test("keeps all rules and a disabled link on a hydrated page", () => {
  const html = inline(".portal{top:0}", "<script>window.__reactRouterContext={}</script>");
  expect(html).toContain("<style>.portal{top:0}</style>");
  expect(html).toContain('<link rel="stylesheet" href="/assets/root.css" disabled=""');
});
