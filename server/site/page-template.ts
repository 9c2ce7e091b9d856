/** Escaped HTML. */
export type Html = { readonly html: string };

/** The values of placeholders. Text is escaped. */
export type TemplateValues = Readonly<Record<string, string | number | Html | readonly Html[]>>;

/** A prerendered page whose `{{name}}` placeholders the server fills in. */
export type PageTemplate = {
  /** Fills in the page. */
  page: (values: TemplateValues) => string;
  /** Fills in the content of `<template data-fragment="name">`. The page itself does not contain the fragments. */
  fragment: (name: string, values?: TemplateValues) => Html;
};

const FRAGMENT_PATTERN = /<template data-fragment="([\w-]+)">([\s\S]*?)<\/template>/g;
const PLACEHOLDER_PATTERN = /\{\{(\w+)\}\}/;

/** Reads a prerendered page. Its components define the markup, so that the server contains no styling. */
export function readPageTemplate(html: string): PageTemplate {
  const fragments = new Map(
    Array.from(html.matchAll(FRAGMENT_PATTERN), ([, name = "", content = ""]) => [name, compile(content)]),
  );
  return {
    page: compile(html.replaceAll(FRAGMENT_PATTERN, "")),
    fragment(name, values = {}) {
      const fillIn = fragments.get(name);
      if (!fillIn) {
        throw new Error(`The page has no fragment ${name}`);
      }
      return { html: fillIn(values) };
    },
  };
}

/** Returns a function that fills in placeholders. It throws when one has no value. */
function compile(template: string): (values: TemplateValues) => string {
  // Every second part is the name of a placeholder.
  const parts = template.split(PLACEHOLDER_PATTERN);
  return (values) =>
    parts.map((part, index) => (index % 2 === 0 ? part : toHtml(findValue(values, part)))).join("");
}

function findValue(values: TemplateValues, name: string): TemplateValues[string] {
  const value = values[name];
  if (value === undefined) {
    throw new Error(`The placeholder ${name} has no value`);
  }
  return value;
}

function toHtml(value: TemplateValues[string]): string {
  if (typeof value === "string" || typeof value === "number") {
    return escapeHtml(String(value));
  }
  return "html" in value ? value.html : value.map(({ html }) => html).join("");
}

/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
