import { Hono } from "hono";
import { html } from "hono/html";
import { brand } from "#brand";
import { INLINE } from "#server/email/email-styles.ts";
import { createEmailExamples } from "#server/email/examples.ts";
import { renderHtml } from "#server/email/render-html.ts";
import { addSignature, renderText } from "#server/email/render-text.ts";
import { type Markup, renderPlainPage } from "#server/http/plain-page.ts";

const PATH = "/dev/mail/examples";

/**
 * `/dev/mail/examples/{template}` renders an email template with sample data, and `/dev/mail/examples/{template}/text`
 * renders its text version. Both are marked as examples.
 */
export function createDevMailExampleRoutes(publicUrl: string): Hono {
  const examplesByName = new Map(Object.entries(createEmailExamples(brand, publicUrl)));
  const app = new Hono();
  app.get(`${PATH}/:name`, async (context) => {
    const example = examplesByName.get(context.req.param("name"));
    if (!example) {
      return renderPlainPage(context, 404, "Email not found", ["There is no email template with this name."]);
    }
    const emailHtml = await renderHtml(example, { name: brand.name, publicUrl });
    const banner = html`<p class="muted" style="${INLINE.foot};text-align:center">
      Sample data. Not sent. To: ${example.to}.
      <a class="link" href="${PATH}/${context.req.param("name")}/text" style="${INLINE.link}">View as text</a>,
      <a class="link" href="/dev/mail" style="${INLINE.link}">all emails</a>
    </p>`;
    return context.html(emailHtml.replace(/<body[^>]*>/, (body) => `${body}${banner}`));
  });
  app.get(`${PATH}/:name/text`, (context) => {
    const example = examplesByName.get(context.req.param("name"));
    if (!example) {
      return renderPlainPage(context, 404, "Email not found", ["There is no email template with this name."]);
    }
    const { to, subject, blocks } = example;
    const text = addSignature(renderText(blocks), { name: brand.name, publicUrl });
    return context.text(`[Sample data. Not sent.]\n\nTo: ${to}\nSubject: ${subject}\n\n${text}`);
  });
  return app;
}

export function renderExampleList(publicUrl: string): Markup {
  return html`<h2>Email templates</h2>
    <p>Examples with sample data, rendered by the same templates as real emails. They were never sent.</p>
    <table>
      <thead>
        <tr><th scope="col">Template</th><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Text</th></tr>
      </thead>
      <tbody>
        ${Object.entries(createEmailExamples(brand, publicUrl)).map(
          ([name, { to, subject }]) =>
            html`<tr>
              <td><a href="${PATH}/${name}">${formatTemplateName(name)}</a></td>
              <td>${subject}</td>
              <td>${to}</td>
              <td><a href="${PATH}/${name}/text" aria-label="View text of ${formatTemplateName(name)}">View text</a></td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** Formats "passwordReset" as "Password reset". */
function formatTemplateName(template: string): string {
  const words = template.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
