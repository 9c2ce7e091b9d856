import { Hono } from "hono";
import { html } from "hono/html";
import { expect, test } from "vitest";
import { brand } from "#brand";
import { renderPlainPage } from "./plain-page.ts";

type PageOptions = { title?: string; paragraphs?: string[]; content?: Parameters<typeof renderPlainPage>[4] };

async function renderPage({ title = "Thank you", paragraphs = [], content }: PageOptions) {
  const app = new Hono().get("/", (context) => renderPlainPage(context, 400, title, paragraphs, content));
  const response = await app.request("/");
  return { response, page: await response.text() };
}

test("renders a titled page with a link home", async () => {
  const { response, page } = await renderPage({ paragraphs: ["First.", "Second."] });
  expect(response.status).toBe(400);
  expect(response.headers.get("content-type")).toBe("text/html; charset=UTF-8");
  expect(page).toContain(`<title>Thank you – ${brand.name}</title>`);
  expect(page).toContain("<h1>Thank you</h1>");
  expect(page).toContain("<p>First.</p><p>Second.</p>");
  expect(page).toContain('<a href="/">Back to Home</a>');
  expect(page).toContain('<a href="/privacy-policy">Privacy Policy</a>');
});

test("is not cached or indexed, because it may contain the visitor's input", async () => {
  const { response, page } = await renderPage({});
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(page).toContain('<meta name="robots" content="noindex" />');
});

test("escapes titles, paragraphs and values in its content", async () => {
  const hostileText = `"><script>alert('1')</script>`;
  const { page } = await renderPage({
    title: hostileText,
    paragraphs: [hostileText],
    content: html`<input value="${hostileText}" />`,
  });
  expect(page).not.toContain("<script");
  expect(page.match(/&lt;script&gt;/g)).toHaveLength(4);
  expect(page).toContain('<input value="&quot;&gt;&lt;script&gt;');
});

test("contains no inline scripts or styles, which the content security policy would block", async () => {
  const { page } = await renderPage({ content: html`<form method="post"></form>` });
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
});
