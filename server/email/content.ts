/** One row of a details list. */
export type Detail = readonly [label: string, value: string];

/**
 * A part of an email. Texts are shown as written: renderers escape them and never interpret them as markup, details or
 * links. Only a button with a URL of this installation becomes a link.
 */
export type EmailBlock =
  | { type: "greeting"; name: string | null }
  | { type: "paragraph"; text: string }
  | { type: "details"; rows: readonly Detail[] }
  | { type: "button"; label: string; url: string }
  /** A code that the recipient enters in the portal. */
  | { type: "code"; code: string }
  /** Text that another user wrote, shown as a quotation. */
  | { type: "quote"; text: string }
  /** Small print below the email. */
  | { type: "footnote"; text: string };

/** An email before it is rendered to HTML and plain text. */
export type EmailContent = { subject: string; blocks: readonly EmailBlock[] };

/** @param fullName greets without a name when omitted. */
export function greeting(fullName?: string): EmailBlock {
  return { type: "greeting", name: fullName ? firstName(fullName) : null };
}

export function paragraph(text: string): EmailBlock {
  return { type: "paragraph", text };
}

export function details(...rows: readonly Detail[]): EmailBlock {
  return { type: "details", rows };
}

export function button(label: string, url: string): EmailBlock {
  return { type: "button", label, url };
}

export function code(value: string): EmailBlock {
  return { type: "code", code: value };
}

export function quote(text: string): EmailBlock {
  return { type: "quote", text };
}

/** The footnote that says why the recipient got the email. */
export function reason(text: string): EmailBlock {
  return { type: "footnote", text: `Why you got this: ${text}` };
}

const TITLE = /^(?:(?:dr|mr|mrs|ms|mx|prof)\.?\s+)+/i;

/** The first word of a name without its title. Names in another form, such as "Byron, Ada", are returned unchanged. */
function firstName(fullName: string): string {
  const name = fullName.trim();
  const [first = ""] = name.replace(TITLE, "").split(/\s+/);
  return /^\p{L}[\p{L}'’-]+$/u.test(first) ? first : name;
}
