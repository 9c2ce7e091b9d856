import type { Brand } from "#brand";
import type { Meeting } from "#domain/bookings/meeting.ts";
import type { CalendarEvent, CalendarPerson } from "#domain/calendar/calendar-file.ts";
import { firstName } from "#domain/text/first-name.ts";
import { shortenName } from "#domain/text/shorten-name.ts";

/**
 * A label and its value in a details block. With a URL, the value links to it. Pass only https URLs that the firm entered,
 * such as that of a meeting, and never text from a client or visitor.
 */
export type Detail = readonly [label: string, value: string, url?: string];

/** An amount and what it is for. With a URL, the label links to it. The note, such as a due date, may be empty. */
export type AmountRow = { label: string; url?: string; note: string; amount: string };

type StoredMeeting = Pick<Meeting, "id" | "service_type" | "scheduled_at"> & Partial<Meeting>;

/**
 * A part of an email. Renderers escape all text and never interpret it as markup or links. Only a button whose URL is
 * on this server or that the firm entered, a text link to this server, the firm's address, and a detail with a URL become
 * links.
 */
export type EmailBlock =
  /** Replaces the subject as the heading of the email, because subjects contain shortened names. */
  | { type: "heading"; text: string }
  | { type: "greeting"; name: string | null }
  | { type: "paragraph"; text: string }
  | { type: "details"; rows: readonly Detail[] }
  /** The amounts that a total consists of, in a column. URLs must lead to this server. */
  | { type: "amounts"; rows: readonly AmountRow[] }
  /**
   * With `showsUrl`, the URL is also below the button, for mail apps that break or rewrite links. With `isFirmUrl`, the
   * button may lead to an https URL that the firm entered.
   */
  | { type: "button"; label: string; url: string; showsUrl?: true; isFirmUrl?: true }
  /** A text link for a secondary action. */
  | { type: "link"; label: string; url: string }
  /** The amount to pay, with the amounts that it is part of. */
  | { type: "amount"; label: string; amount: string; note: string }
  /** A sentence that ends with the firm's address. The address must come from the configuration. */
  | { type: "contact"; text: string; address: string }
  /** Renders the email as a plain letter, without a heading or frame. */
  | { type: "personal" }
  /** A code that the recipient enters in the portal. */
  | { type: "code"; code: string }
  /** Text that another user wrote, shown as a quotation. */
  | { type: "quote"; text: string }
  /** The sender's name at the end of the text. */
  | { type: "signature"; text: string }
  /** A link to the settings where the recipient chooses which emails to receive. */
  | { type: "preferences"; url: string }
  /** A meeting that is attached as a calendar file. Stored emails of earlier versions contain fewer fields. */
  | { type: "calendar"; meeting: StoredMeeting; isCancelled?: boolean }
  /** An event that calendars add, update or remove. */
  | { type: "invitation"; method: InvitationMethod; event: CalendarEvent; attendee: CalendarPerson }
  /** A stored document that is attached. Its text, if any, is in another block. */
  | { type: "document"; documentId: string }
  /** Small print at the end of the email. */
  | { type: "footnote"; text: string };

type InvitationMethod = "REQUEST" | "CANCEL";

/** An email before it is rendered to HTML and plain text. */
export type EmailContent = { subject: string; blocks: readonly EmailBlock[] };

/** Returns a name as it is shown in a subject or in a heading. */
export type FormatName = (name: string) => string;

/**
 * Creates an email whose subject contains shortened names and whose heading contains the full names.
 * @param formatTitle Returns the title. It passes every name to `shorten`, which returns the full name for the heading.
 */
export function withTitle(
  formatTitle: (shorten: FormatName) => string,
  blocks: readonly EmailBlock[],
): EmailContent {
  const subject = formatTitle(shortenName);
  const text = formatTitle((name) => name);
  return { subject, blocks: text === subject ? blocks : [{ type: "heading", text }, ...blocks] };
}

/** @param fullName If omitted, the greeting has no name. */
export function greeting(fullName?: string): EmailBlock {
  return { type: "greeting", name: fullName ? firstName(fullName) : null };
}

export function paragraph(text: string): EmailBlock {
  return { type: "paragraph", text };
}

export function details(...rows: readonly Detail[]): EmailBlock {
  return { type: "details", rows };
}

export function amounts(rows: readonly AmountRow[]): EmailBlock {
  return { type: "amounts", rows };
}

export function button(label: string, url: string): EmailBlock {
  return { type: "button", label, url };
}

/** Creates a button that opens a meeting. The firm entered its URL. */
export function joinButton(meetingUrl: string): EmailBlock {
  return { type: "button", label: "Join the call", url: meetingUrl, isFirmUrl: true };
}

export function textLink(label: string, url: string): EmailBlock {
  return { type: "link", label, url };
}

/** @param note The total that the amount is part of, what was paid, and what remains. May be empty. */
export function amountDue(amount: string, note: string): EmailBlock {
  return { type: "amount", label: "Amount due", amount, note };
}

/** Adds the firm's address for questions, after an optional sentence. */
export function contact({ contactEmail }: { contactEmail: string }, intro?: string): EmailBlock {
  return contactSentence(`${intro ? `${intro} ` : ""}Questions? Email`, { contactEmail });
}

/** Adds a sentence that ends with the firm's address. Pass its text before the address. */
export function contactSentence(text: string, { contactEmail }: { contactEmail: string }): EmailBlock {
  return { type: "contact", text: `${text} `, address: contactEmail };
}

/** Creates a button for a link that the recipient cannot reach in another way, such as one to set a password. */
export function linkButton(label: string, url: string): EmailBlock {
  return { type: "button", label, url, showsUrl: true };
}

export function personal(): EmailBlock {
  return { type: "personal" };
}

export function code(value: string): EmailBlock {
  return { type: "code", code: value };
}

export function quote(text: string): EmailBlock {
  return { type: "quote", text };
}

/** Signs an email with the sender's name, or on behalf of the team. */
export function signature(firm: { name: string }, person?: string): EmailBlock {
  return { type: "signature", text: person ? `${person}, ${firm.name}` : `The ${firm.name} team` };
}

/** Signs an email to a client with the account manager, or on behalf of the team. */
export function clientSignature(brand: Pick<Brand, "name" | "accountManager">): EmailBlock {
  return signature(brand, brand.accountManager?.name);
}

/** Links to the email settings in the client portal. Belongs in every email that clients can turn off. */
export function preferences(publicUrl: string): EmailBlock {
  return { type: "preferences", url: `${publicUrl}/client-portal?section=settings#emails` };
}

/** Attaches a calendar file that adds the meeting to the calendar, or removes it. */
export function calendarFile(meeting: Meeting, { isCancelled = false } = {}): EmailBlock {
  const { id, service_type, scheduled_at, meeting_minutes, meeting_url, calendar_sequence } = meeting;
  return {
    type: "calendar",
    meeting: { id, service_type, scheduled_at, meeting_minutes, meeting_url, calendar_sequence },
    ...(isCancelled ? { isCancelled } : {}),
  };
}

/** Invites the recipient to an event, updates it or cancels it. Use at most one per email. */
export function invitation(
  method: InvitationMethod,
  event: CalendarEvent,
  attendee: CalendarPerson,
): EmailBlock {
  return { type: "invitation", method, event, attendee };
}

/**
 * Attaches a stored document. The recipients must be allowed to read it, and its size must be attachable.
 * @see isAttachable
 */
export function documentFile(documentId: string): EmailBlock {
  return { type: "document", documentId };
}

/** Creates a footnote with the reason why the recipient got the email. */
export function reasonFootnote(text: string): EmailBlock {
  return { type: "footnote", text: `Why you got this: ${text}` };
}
