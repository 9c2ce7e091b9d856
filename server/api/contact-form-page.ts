import type { Context } from "hono";
import { html } from "hono/html";
import { brand } from "#brand";
import { SERVICE_INTERESTS } from "#domain/contact-form.ts";
import { type ContactInquiry, inquiryErrors } from "#domain/contact-inquiry.ts";
import type { ApiError } from "#server/errors.ts";
import { type Markup, plainPage } from "#server/plain-page.ts";

type Field = keyof ContactInquiry;
type Values = Partial<Record<Field, string>>;
type Errors = Partial<Record<Field, string>>;

const IN_ORDER = [
  "name",
  "email",
  "company",
  "serviceInterest",
  "message",
] as const satisfies readonly Field[];

/**
 * Answers a form that was sent without scripts and refused: why, and the form again with everything that was typed,
 * each field with what is wrong with it.
 */
export function contactFormPage(context: Context, refusal: ApiError, body: unknown) {
  const values = valuesIn(body);
  const errors = refusal.code === "invalid_input" ? inquiryErrors(values) : {};
  const reason = Object.keys(errors).length > 0 ? "Please mend what is marked below." : refusal.message;
  return plainPage(
    context,
    refusal.status,
    "Your message was not sent",
    [`${reason} What you wrote is still here.`],
    html`${form(values, errors)}
      <p>Or write to <a href="mailto:${brand.contactEmail}">${brand.contactEmail}</a>.</p>`,
  );
}

function form(values: Values, errors: Errors): Markup {
  const first = IN_ORDER.find((field) => errors[field]);
  const attributes = (field: Field) => html`id="${field}" name="${field}" required
    ${errors[field] ? html`aria-invalid="true" aria-describedby="${field}-error"` : ""}
    ${field === first ? "autofocus" : ""}`;
  const line = (field: Field, label: string, type: string, autocomplete: string) =>
    row(
      field,
      label,
      errors,
      html`<input type="${type}" autocomplete="${autocomplete}" value="${values[field] ?? ""}" ${attributes(field)} />`,
    );
  return html`<form method="post" action="/api/contact/send" novalidate>
    ${line("name", "Name", "text", "name")} ${line("email", "Email", "email", "email")}
    ${line("company", "Company", "text", "organization")}
    ${row(
      "serviceInterest",
      "Service Interest",
      errors,
      html`<select ${attributes("serviceInterest")}>
      <option value="">Select a service</option>
      ${SERVICE_INTERESTS.map((interest) => html`<option ${interest === values.serviceInterest ? "selected" : ""}>${interest}</option>`)}
    </select>`,
    )}
    ${row(
      "message",
      "Message",
      errors,
      html`<textarea rows="5" ${attributes("message")}>
${values.message ?? ""}</textarea
    >`,
    )}
    <button>Send Message</button>
  </form>`;
}

function row(field: Field, label: string, errors: Errors, control: Markup): Markup {
  const error = errors[field];
  return html`<div>
    <label for="${field}">${label}</label>
    ${control} ${error ? html`<p class="error" id="${field}-error">${error}</p>` : ""}
  </div>`;
}

function valuesIn(body: unknown): Values {
  const entries = typeof body === "object" && body !== null ? Object.entries(body) : [];
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
}
