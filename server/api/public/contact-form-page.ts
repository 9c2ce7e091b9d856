import type { Context } from "hono";
import { html } from "hono/html";
import { brand } from "#brand";
import { SERVICE_INTERESTS } from "#domain/inquiries/contact-form.ts";
import { type ContactInquiry, inquiryErrors } from "#domain/inquiries/contact-inquiry.ts";
import type { ApiError } from "#server/http/errors.ts";
import { type Markup, renderPlainPage } from "#server/http/plain-page.ts";

type Field = keyof ContactInquiry;
type Values = Partial<Record<Field, string>>;
type Errors = Partial<Record<Field, string>>;

const FIELD_ORDER = [
  "name",
  "email",
  "company",
  "serviceInterest",
  "message",
] as const satisfies readonly Field[];

/**
 * Renders the response to a rejected form post without JavaScript: the reason, and the form with the submitted values
 * and field errors.
 */
export function renderContactFormPage(context: Context, error: ApiError, body: unknown) {
  const values = readValues(body);
  const errors = error.code === "invalid_input" ? inquiryErrors(values) : {};
  const reason = Object.keys(errors).length > 0 ? "Please fix the fields marked below." : error.message;
  return renderPlainPage(
    context,
    error.status,
    "Your message wasn't sent",
    [`${reason} We've kept what you typed.`],
    html`${renderForm(values, errors)}
      <p>You can also email us at <a href="mailto:${brand.contactEmail}">${brand.contactEmail}</a>.</p>`,
  );
}

function renderForm(values: Values, errors: Errors): Markup {
  const firstInvalidField = FIELD_ORDER.find((field) => errors[field]);
  const attributes = (field: Field) => html`id="${field}" name="${field}" required
    ${errors[field] ? html`aria-invalid="true" aria-describedby="${field}-error"` : ""}
    ${field === firstInvalidField ? "autofocus" : ""}`;
  const renderInput = (field: Field, label: string, type: string, autocomplete: string) =>
    renderField(
      field,
      label,
      errors,
      html`<input type="${type}" autocomplete="${autocomplete}" value="${values[field] ?? ""}" ${attributes(field)} />`,
    );
  return html`<form method="post" action="/api/contact/send" novalidate>
    ${renderInput("name", "Name", "text", "name")} ${renderInput("email", "Email", "email", "email")}
    ${renderInput("company", "Company", "text", "organization")}
    ${renderField(
      "serviceInterest",
      "Service Interest",
      errors,
      html`<select ${attributes("serviceInterest")}>
      <option value="">Select a service</option>
      ${SERVICE_INTERESTS.map((interest) => html`<option ${interest === values.serviceInterest ? "selected" : ""}>${interest}</option>`)}
    </select>`,
    )}
    ${renderField(
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

function renderField(field: Field, label: string, errors: Errors, control: Markup): Markup {
  const error = errors[field];
  return html`<div>
    <label for="${field}">${label}</label>
    ${control} ${error ? html`<p class="error" id="${field}-error">${error}</p>` : ""}
  </div>`;
}

function readValues(body: unknown): Values {
  const entries = typeof body === "object" && body !== null ? Object.entries(body) : [];
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
}
