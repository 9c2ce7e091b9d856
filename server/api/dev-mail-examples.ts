import { Hono } from "hono";
import { html } from "hono/html";
import { brand } from "#brand";
import { examples } from "#server/email/examples.ts";
import { htmlOf } from "#server/email/html.ts";
import { type Markup, plainPage } from "#server/plain-page.ts";

const PATH = "/dev/mail/examples";

/**
 * `/dev/mail/examples/{template}`: a kind of message with invented values, as its reader would see it, and
 * `/dev/mail/examples/{template}/text` its text. Each says that it is an example.
 */
export function devMailExamples(publicUrl: string): Hono {
  const every = new Map(Object.entries(examples(brand, publicUrl)));
  const app = new Hono();
  app.get(`${PATH}/:name`, async (context) => {
    const example = every.get(context.req.param("name"));
    if (!example) return plainPage(context, 404, "No such message", ["There is no message of that name."]);
    const page = await htmlOf(example, { name: brand.name, publicUrl });
    const note = html`<table class="sheet" role="presentation"><tr><td class="foot">
      Example with invented values, sent to nobody. To: ${example.to}.
      <a href="${PATH}/${context.req.param("name")}/text">As text</a>, <a href="/dev/mail">all mail</a>
    </td></tr></table>`;
    return context.html(page.replace(/<body[^>]*>/, (body) => `${body}${note}`));
  });
  app.get(`${PATH}/:name/text`, (context) => {
    const example = every.get(context.req.param("name"));
    if (!example) return plainPage(context, 404, "No such message", ["There is no message of that name."]);
    const { to, subject, text } = example;
    return context.text(
      `[Example with invented values, sent to nobody]\n\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`,
    );
  });
  return app;
}

/** The list of them. */
export function exampleList(publicUrl: string): Markup {
  return html`<h2>Every kind of message</h2>
    <p>Examples with invented values, made by the same templates as real mail. They were sent to nobody.</p>
    <table>
      <thead>
        <tr><th scope="col">Kind</th><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Text</th></tr>
      </thead>
      <tbody>
        ${Object.entries(examples(brand, publicUrl)).map(
          ([name, { to, subject }]) =>
            html`<tr>
              <td><a href="${PATH}/${name}">${titleOf(name)}</a></td>
              <td>${subject}</td>
              <td>${to}</td>
              <td><a href="${PATH}/${name}/text" aria-label="Text of ${titleOf(name)}">text</a></td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** "passwordReset" as "Password reset". */
function titleOf(template: string): string {
  const words = template.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
