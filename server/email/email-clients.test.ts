import { expect, test } from "vitest";
import { brand } from "#brand";
import { EMAIL_COLORS } from "./email-styles.ts";
import { createEmailExamples } from "./examples.ts";
import { renderHtml } from "./render-html.ts";

const PUBLIC_URL = "https://portal.firm.example";
const SENDER = { name: brand.name, publicUrl: PUBLIC_URL };
const allExamples = Object.entries(createEmailExamples(brand, PUBLIC_URL));

/** Gmail clips longer emails, and ignores a style sheet that is longer than 8,192 characters. */
const MAX_BYTES = 102 * 1024;
const MAX_STYLE_LENGTH = 8192;

/** The properties that Outlook for Windows, Gmail, Yahoo and Apple Mail support, or ignore without harm. */
const SUPPORTED_PROPERTIES = new Set([
  ...["margin", "padding", "width", "height", "max-width", "max-height", "display", "overflow"],
  ...["background-color", "color", "border", "border-top", "border-bottom", "border-left", "border-radius"],
  ...["font-family", "font-size", "font-weight", "line-height", "text-align", "font-variant-numeric"],
  ...["text-decoration", "vertical-align", "white-space", "overflow-wrap", "word-break", "mso-padding-alt"],
]);
const ALLOWED_ELEMENTS = new Set(
  "!doctype html head meta title style body div table tr th td h1 p a br wbr span".split(" "),
);

const listTags = (page: string) => [...page.matchAll(/<(!?[a-z0-9]+)\b([^>]*)>/gi)];
const listStyles = (page: string) => [...page.matchAll(/ style="([^"]*)"/g)].map(([, style = ""]) => style);

test.each(allExamples)("%s uses only what common email clients support", async (_, example) => {
  const page = await renderHtml(example, SENDER);
  expect(Buffer.byteLength(page)).toBeLessThan(MAX_BYTES);
  const [, styleSheet = "", ...others] = page.split(/<\/?style>/);
  expect(others).toHaveLength(1);
  expect(styleSheet.length).toBeLessThan(MAX_STYLE_LENGTH);
  // No image, script or style sheet is loaded.
  expect(page).not.toMatch(/url\(|@import|@font-face|\bsrc=|data:|javascript:/);
  for (const [tag, name = "", attributes = ""] of listTags(page)) {
    expect(ALLOWED_ELEMENTS, tag).toContain(name.toLowerCase());
    if (name === "table" && !attributes.includes('class="line"')) {
      expect(tag).toContain('role="presentation"');
    }
    if (name === "table") {
      expect(tag).toMatch(/cellpadding="0" cellspacing="0" border="0"/);
    }
    if (["h1", "p", "a", "th"].includes(name)) {
      expect(tag).toMatch(/ style="[^"]*color:#/);
    }
  }
  for (const style of listStyles(page)) {
    for (const declaration of style.split(";")) {
      expect(SUPPORTED_PROPERTIES, style).toContain(declaration.split(":")[0]);
    }
  }
});

test("every element with a color has a class with a dark color", async () => {
  for (const [, example] of allExamples) {
    const page = await renderHtml(example, SENDER);
    const darkClasses = new Set(
      [...page.matchAll(/^(?:@media[^{]*\{)?\.([\w-]+)\{/gm)].map(([, name]) => name),
    );
    for (const [tag, name, attributes = ""] of listTags(page)) {
      if (/(?<!-)color:#/.test(attributes) && name !== "div") {
        expect(darkClasses, tag).toContain(/class="([\w-]+)"/.exec(attributes)?.[1]);
      }
    }
  }
});

test.each(
  Object.entries(EMAIL_COLORS),
)("text has a contrast of at least 4.5:1 in the %s variant", (_, colors) => {
  const pairs = [
    [colors.text, colors.sheet],
    [colors.text, colors.canvas],
    [colors.muted, colors.sheet],
    [colors.muted, colors.canvas],
    [colors.link, colors.sheet],
    [colors.link, colors.canvas],
    [colors.onAccent, colors.accent],
  ] as const;
  for (const [text, background] of pairs) {
    expect(getContrast(text, background), `${text} on ${background}`).toBeGreaterThanOrEqual(4.5);
  }
});

/** Contrast ratio of two hex colors (WCAG 2.2). */
function getContrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[0-9a-f]{2}/gi) ?? []).map((hex) => {
    const value = Number.parseInt(hex, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
