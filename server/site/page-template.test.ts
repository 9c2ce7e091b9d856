import { expect, test } from "vitest";
import { readPageTemplate } from "#server/site/page-template.ts";

const PAGE = `<h1 title="{{title}}">{{title}}</h1>{{days}}
<template data-fragment="day"><li>{{date}}</li></template>
<template data-cell=""><td></td></template>`;

test("fills in fragments and the page, and escapes text", () => {
  const template = readPageTemplate(PAGE);
  const days = ["Monday", "<b>"].map((date) => template.fragment("day", { date }));
  expect(template.page({ title: '"A" & B', days })).toBe(
    `<h1 title="&quot;A&quot; &amp; B">&quot;A&quot; &amp; B</h1><li>Monday</li><li>&lt;b&gt;</li>

<template data-cell=""><td></td></template>`,
  );
});

test("does not fill in placeholders or patterns in a value", () => {
  const { page } = readPageTemplate(PAGE);
  expect(page({ title: "{{days}} $& $1", days: [] })).toContain(">{{days}} $&amp; $1<");
});

test("rejects a missing value and a missing fragment", () => {
  const template = readPageTemplate(PAGE);
  expect(() => template.page({ title: "Times" })).toThrow("The placeholder days has no value");
  expect(() => template.fragment("week")).toThrow("The page has no fragment week");
});
