import { SESSION_KEYS } from "#app/api/client/area.ts";

/** Books the time as the client. Returns the URL of the page to show, or null if the form must be submitted as usual. */
type BookAsClient = () => Promise<string | null>;

/**
 * Prepares the form on the booking page for a client who is signed in to the portal. Returns null without a stored session, so
 * that visitors load no code for sessions.
 */
export function prepareClientBooking(form: HTMLFormElement): Promise<BookAsClient> | null {
  const note = form.querySelector("[data-confirm-note]");
  const field = form.querySelector<HTMLInputElement>("input[name=email]");
  return note && field && localStorage.getItem(SESSION_KEYS.client) !== null
    ? prepare(form, field, note)
    : null;
}

/** The account's email address needs no confirmation. With any other address, or after an error, the form is submitted as usual. */
async function prepare(form: HTMLFormElement, field: HTMLInputElement, note: Element): Promise<BookAsClient> {
  const { bookOwnConsultation, getSignedInClient } = await import("#app/api/portal/consultations.ts");
  const client = await getSignedInClient();
  if (!client) {
    return async () => null;
  }
  const { email, company } = client;
  field.value ||= email;
  const companyField = form.querySelector<HTMLInputElement>("input[name=company]");
  const visitorNote = note.textContent;
  const isOwnAddress = () => field.value.trim().toLowerCase() === email.toLowerCase();
  const adaptToAddress = () => {
    const isOwn = isOwnAddress();
    note.textContent = isOwn
      ? "You're signed in to the client portal, so we'll confirm the time immediately."
      : visitorNote;
    if (companyField && company) {
      // The booking uses the account's company.
      companyField.readOnly = isOwn;
      if (isOwn) {
        companyField.value = company;
      }
    }
  };
  field.addEventListener("input", adaptToAddress);
  adaptToAddress();
  return async () => {
    if (!isOwnAddress()) {
      return null;
    }
    const values = new FormData(form);
    const read = (name: string) => String(values.get(name) ?? "");
    try {
      return await bookOwnConsultation({
        formId: read("formId"),
        startsAt: read("startsAt"),
        timeZone: read("timeZone"),
        name: read("name"),
        topic: read("topic"),
      });
    } catch {
      // The server's page explains what prevents the booking.
      return null;
    }
  };
}
