import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { brand } from "#brand";
import { consultationErrors } from "#domain/consultations/consultation-request.ts";
import { type Instant, isInstant, toInstant } from "#domain/dates/instant.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { CAPTCHA_UNAVAILABLE } from "#domain/inquiries/contact-form.ts";
import { BOOKING_DETAILS_PATH, BOOKING_PATH } from "#domain/scheduling/booking-pages.ts";
import { groupByDate } from "#domain/scheduling/free-days.ts";
import { formatTimeLabel, formatWeekday } from "#domain/scheduling/time-labels.ts";
import { parseTimeParameter } from "#domain/scheduling/time-parameter.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import type { ApiError } from "#server/http/errors.ts";
import type { BookableTimes } from "#server/scheduling/free-times.ts";
import { buildFormAction } from "#server/site/booking/form-action.ts";
import type { BookingPage } from "#server/site/booking/page-context.ts";
import { renderSummary } from "#server/site/booking/summary.ts";
import { parseZone, renderDays } from "#server/site/booking/time-picker.ts";
import { buildLink } from "#server/site/build-link.ts";
import type { Html, PageTemplate, TemplateValues } from "#server/site/page-template.ts";

const TITLE = "Book a free consultation";
/** How many other times a page offers. */
const ALTERNATIVE_COUNT = 6;
const FIELDS = ["name", "email", "company", "topic"] as const;

type Form = Record<string, string>;

/** The form for a chosen time or, if it is not free, the next free times. */
export function sendForm(page: BookingPage, context: Context, offer: BookableTimes): Promise<Response> {
  const zone = parseZone(context.req.query("zone"), offer.timeZone);
  const startsAt = parseTimeParameter(context.req.query("start"));
  if (!startsAt || !isFree(offer, startsAt)) {
    return page.send(context, renderUnavailable(page.template, offer, zone));
  }
  return page.send(
    context,
    renderForm(page.template, { offer, zone, startsAt, form: {}, errors: {}, message: "" }),
  );
}

/** The form with the typed values and what prevents the booking. */
export function sendRejectedForm(
  page: BookingPage,
  context: Context,
  { offer, form, error }: { offer: BookableTimes | null; form: Form; error: ApiError },
): Promise<Response> {
  const zone = parseZone(form.timeZone, offer?.timeZone ?? brand.timeZone);
  const errors = error.code === "invalid_input" ? consultationErrors(form) : {};
  const message =
    Object.keys(errors).length > 0
      ? renderErrorSummary(page.template, errors)
      : page.template.fragment("failed", { text: error.message });
  const startsAt = form.startsAt && isInstant(form.startsAt) ? form.startsAt : null;
  return page.send(
    context,
    renderForm(page.template, {
      ...{ offer, zone, startsAt, form, errors, message },
      alternatives: offer?.times ?? [],
    }),
    error.status,
  );
}

/** The form with the typed values and other times, because the chosen one was taken. */
export function sendTakenForm(
  page: BookingPage,
  context: Context,
  { offer, form, freeTimes }: { offer: BookableTimes; form: Form; freeTimes: readonly Instant[] },
): Promise<Response> {
  const zone = parseZone(form.timeZone, offer.timeZone);
  const message = page.template.fragment("taken");
  return page.send(
    context,
    renderForm(page.template, {
      ...{ offer, zone, startsAt: null, form, errors: {}, message, alternatives: freeTimes },
    }),
    409,
  );
}

/** The form was sent before, and its booking has been confirmed or canceled since. */
export function sendAlreadySent(page: BookingPage, context: Context, form: Form): Promise<Response> {
  const allTimes = buildLink(BOOKING_PATH, { zone: form.timeZone });
  return page.send(
    context,
    {
      ...{ title: TITLE, heading: TITLE, allTimes, summary: "", content: "" },
      message: page.template.fragment("alreadySent", { allTimes }),
    },
    409,
  );
}

function isFree({ times }: BookableTimes, time: Instant): boolean {
  return times.includes(toInstant(new Date(time)));
}

function renderUnavailable(template: PageTemplate, offer: BookableTimes, zone: string): TemplateValues {
  const days = groupByDate(offer.times.slice(0, ALTERNATIVE_COUNT), zone);
  return {
    title: TITLE,
    heading: TITLE,
    allTimes: buildLink(BOOKING_PATH, { zone }),
    message: template.fragment("unavailable"),
    summary: "",
    content: template.fragment("nextTimes", {
      zoneLabel: formatTimeZone(zone),
      days: renderDays(template, days, { zone, firmZone: offer.timeZone, timePage: BOOKING_DETAILS_PATH }),
    }),
  };
}

type FormOptions = {
  /** Null if the database is not reachable. The summary of the time is then missing. */
  offer: BookableTimes | null;
  zone: string;
  /** Null if the visitor must choose among the alternatives. */
  startsAt: Instant | null;
  form: Form;
  errors: Partial<Record<string, string>>;
  message: Html | "";
  alternatives?: readonly Instant[];
};

function renderForm(template: PageTemplate, options: FormOptions): TemplateValues {
  const { offer, zone, startsAt, form, errors, message } = options;
  const hasErrors = Object.keys(errors).length > 0;
  const fields = FIELDS.map((name) => {
    const error = errors[name];
    const value = form[name] ?? "";
    return [
      name,
      error ? template.fragment(`${name}-invalid`, { value, error }) : template.fragment(name, { value }),
    ] as const;
  });
  return {
    title: hasErrors ? `Error: ${TITLE}` : TITLE,
    heading: TITLE,
    allTimes: buildLink(BOOKING_PATH, { zone }),
    message,
    summary: startsAt && offer ? renderSummary(template, { offer, zone, startsAt }) : "",
    content: template.fragment("form", {
      action: buildFormAction(startsAt, zone),
      formId: form.formId ?? randomUUID(),
      zone,
      captcha: CAPTCHA_UNAVAILABLE,
      timeChoice: startsAt
        ? template.fragment("chosenTime", { startsAt })
        : renderTimeChoice(template, options),
      ...Object.fromEntries(fields),
    }),
  };
}

function renderTimeChoice(
  template: PageTemplate,
  { offer, zone, errors, alternatives = [] }: FormOptions,
): Html {
  const days = groupByDate(alternatives.slice(0, ALTERNATIVE_COUNT), zone);
  return template.fragment("timeChoice", {
    zoneLabel: formatTimeZone(zone),
    error: errors.startsAt ? template.fragment("timeChoiceError") : "",
    times: days.flatMap(({ date, times }) =>
      times.map((startsAt) => {
        const { label } = formatTimeLabel(startsAt, zone, offer?.timeZone ?? zone);
        return template.fragment("timeOption", {
          startsAt,
          label: `${formatWeekday(date)}, ${label}`,
          details: `, ${formatTimeZone(zone)}`,
        });
      }),
    ),
  });
}

function renderErrorSummary(template: PageTemplate, errors: Partial<Record<string, string>>): Html {
  // In form order.
  const entries = ["startsAt", ...FIELDS].flatMap((name) => {
    const text = errors[name];
    return text ? [{ name, text }] : [];
  });
  return template.fragment("invalid", {
    title:
      entries.length === 1 ? "Fix the error below" : `Fix the ${formatCount(entries.length, "error")} below`,
    errors: entries.map(({ name, text }) =>
      template.fragment("errorLink", { link: `#booking-${name}`, text }),
    ),
  });
}
