import { describe, expect, test } from "vitest";
import { inlineStylesheets } from "./inline-styles.ts";

const LINK = '<link rel="stylesheet" href="/assets/root.css"/>';

function inline(css: string, body: string, script = ""): string {
  return inlineStylesheets(`${LINK}<script type="module" src="/assets/site.js"></script>${body}`, (path) =>
    path === "/assets/root.css" ? css : script,
  );
}

describe("a page without React", () => {
  test.each([
    ["a class of the page", ".flex{display:flex}", '<p class="block flex">'],
    ["an escaped class", ".md\\:flex{display:flex}", '<p class="md:flex">'],
    ["a class with entities", ".\\[\\&_svg\\]\\:block svg{display:block}", '<p class="[&amp;_svg]:block">'],
    ["a selector without a class", "[hidden]:where(:not([hidden=until-found])),:focus-visible{top:0}", ""],
    ["a class that must be absent", "p:not(.portal){top:0}", "<p>"],
    ["an alternative", ":is(.portal,p){top:0}", "<p>"],
    ["a keyframe and a font", "@keyframes a{0%{top:0}}@font-face{font-family:Geist}", ""],
  ])("keeps the rule of %s", (_name, css, body) => {
    expect(inline(css, body)).toContain(`<style>${css}</style>`);
  });

  test("keeps the rule of a class that its script sets", () => {
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

  test("omits a media query that is empty", () => {
    expect(inline("@media print{.portal{top:0}}", "")).toContain("<style></style>");
  });

  test("cannot be left by the content of a stylesheet", () => {
    expect(inline('p:after{content:"</style>"}', "")).not.toContain('</style>"');
  });
});

test("a page with React gets all rules, and the link for its hydration", () => {
  const html = inline(".portal{top:0}", "<script>window.__reactRouterContext={}</script>");
  expect(html).toContain("<style>.portal{top:0}</style>");
  expect(html).toContain('<link rel="stylesheet" href="/assets/root.css" disabled=""');
});
