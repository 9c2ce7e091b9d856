import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import {
  type ConsultationActions,
  type ConsultationDetails,
  consultationPath,
  HOLD_MINUTES,
  isTimeToJoin,
} from "#domain/consultations/consultation.ts";
import { type Instant, toInstant } from "#domain/dates/instant.ts";
import { BOOKING_PATH } from "#domain/scheduling/booking-pages.ts";
import { formatEnd } from "#domain/scheduling/time-labels.ts";
import { phoneUrl } from "#domain/text/phone-url.ts";
import type { BookableTimes } from "#server/scheduling/free-times.ts";
import type { BookingPage } from "#server/site/booking/page-context.ts";
import { readPickerQuery } from "#server/site/booking/picker-query.ts";
import { formatSummary } from "#server/site/booking/summary.ts";
import { parseZone, renderTimePicker } from "#server/site/booking/time-picker.ts";
import { buildLink } from "#server/site/build-link.ts";
import type { Html, PageTemplate, TemplateValues } from "#server/site/page-template.ts";

/** From this number, the page shows how often the visitor can still reschedule. */
const SHOWN_CHANGES_LEFT = 2;

type ManageOptions = { token: string; consultation: ConsultationDetails; now: Date };

/** The status of a consultation, and what the visitor can do. */
export function sendConsultation(
  page: BookingPage,
  context: Context,
  options: ManageOptions,
): Promise<Response> {
  const { template } = page;
  const { consultation } = options;
  const { heading, message } = describeStatus(template, options, context.req.query("done"));
  return page.send(context, {
    ...{ title: heading, heading, back: "", message },
    summary: renderSummary(template, consultation),
    content: renderActions(template, options),
  });
}

/** Asks whether to cancel. */
export function sendCancelForm(
  page: BookingPage,
  context: Context,
  options: ManageOptions,
): Promise<Response> {
  const { template } = page;
  const { token, consultation } = options;
  const heading = "Cancel your consultation?";
  return page.send(context, {
    ...{ title: heading, heading, message: "" },
    back: template.fragment("back", { link: consultationPath(token) }),
    summary: renderSummary(template, consultation),
    content: template.fragment("cancelForm", {
      action: `${consultationPath(token)}/cancel`,
      keepLink: consultationPath(token),
    }),
  });
}

/** Other times for a consultation. */
export function sendReschedulePicker(
  page: BookingPage,
  context: Context,
  { token, consultation, offer, now }: ManageOptions & { offer: BookableTimes },
): Promise<Response> {
  const path = `${consultationPath(token)}/reschedule`;
  const query = readPickerQuery(context);
  return page.send(context, {
    ...renderTimePicker(page.template, {
      ...{ offer, now, page: path, timePage: path, booked: consultation.startsAt },
      query: { ...query, zone: query.zone ?? consultation.timeZone },
    }),
    manageLink: consultationPath(token),
    message: context.req.query("taken") ? page.template.fragment("taken") : "",
    summary: renderSummary(page.template, consultation),
  });
}

/** Asks whether to move the consultation to the chosen time. */
export function sendRescheduleForm(
  page: BookingPage,
  context: Context,
  { token, consultation, offer, startsAt }: ManageOptions & { offer: BookableTimes; startsAt: Instant },
): Promise<Response> {
  const { template } = page;
  const zone = parseZone(context.req.query("zone"), consultation.timeZone);
  const heading = "Reschedule to this time?";
  const path = `${consultationPath(token)}/reschedule`;
  return page.send(context, {
    ...{ title: heading, heading, message: "" },
    back: template.fragment("back", { link: consultationPath(token) }),
    summary: template.fragment(
      "summary",
      formatSummary({
        ...{ startsAt, endsAt: toInstant(new Date(Date.parse(startsAt) + offer.durationMinutes * 60_000)) },
        ...{ timeZone: zone, firmTimeZone: offer.timeZone },
        place: renderPlace(template, consultation, offer.place),
      }),
    ),
    content: template.fragment("rescheduleForm", {
      action: path,
      startsAt,
      zone,
      oldTime: formatMeetingTime(new Date(consultation.startsAt), zone),
      otherTimesLink: buildLink(path, { zone }),
    }),
  });
}

/** The link is unknown or has expired. */
export function sendUnknownLink(page: BookingPage, context: Context): Promise<Response> {
  const { template } = page;
  const heading = "Your consultation";
  return page.send(
    context,
    {
      ...{ title: heading, heading, back: "", summary: "" },
      message: template.fragment("unknown"),
      content: template.fragment("bookAgain", { link: BOOKING_PATH, label: "Book a consultation" }),
    },
    404,
  );
}

/** An action that is not possible, such as a cancellation after the notice period. */
export function sendProblem(
  page: BookingPage,
  context: Context,
  {
    text,
    status,
    code,
    ...options
  }: ManageOptions & {
    text: string;
    status: ContentfulStatusCode;
    code: string;
  },
): Promise<Response> {
  const { template } = page;
  const { consultation } = options;
  const heading = "Your consultation";
  // Confirming again would fail in the same way.
  const isLimited = code === "too_many_consultations";
  return page.send(
    context,
    {
      ...{ title: heading, heading, back: "" },
      message: template.fragment("problem", { text }),
      summary: isLimited
        ? renderSummary(template, consultation, "Not booked")
        : renderSummary(template, consultation),
      content: isLimited ? template.fragment("limitReached") : renderActions(template, options),
    },
    status,
  );
}

function describeStatus(
  template: PageTemplate,
  { consultation: { status, actions, cancelledBy } }: ManageOptions,
  done: string | undefined,
): { heading: string; message: Html | "" } {
  switch (status) {
    case "held":
      return { heading: "Confirm your consultation", message: "" };
    case "expired":
      return {
        heading: "Confirm your consultation",
        message: template.fragment("expired", { holdMinutes: HOLD_MINUTES }),
      };
    case "cancelled":
      return {
        heading: "Your consultation",
        message: template.fragment("canceled", {
          text: cancelledBy === "firm" ? "We canceled this consultation" : "This consultation is canceled",
        }),
      };
    default: {
      const name = done === "rescheduled" && actions.canCancel ? "rescheduled" : "confirmed";
      return { heading: "Your consultation", message: template.fragment(name) };
    }
  }
}

function renderActions(template: PageTemplate, options: ManageOptions): Html | Html[] {
  const { token, consultation } = options;
  const { status, actions, startsAt, timeZone } = consultation;
  const path = consultationPath(token);
  // Without the zone, the picker would use the zone of the visitor's device.
  const rescheduleLink = buildLink(`${path}/reschedule`, { zone: timeZone });
  const again = (label: string) =>
    template.fragment("bookAgain", { link: buildLink(BOOKING_PATH, { zone: timeZone }), label });
  if (status === "cancelled") {
    return again("Book another time");
  }
  if (status === "held" || status === "expired") {
    return actions.canConfirm
      ? template.fragment("confirmForm", {
          action: `${path}/confirm`,
          note: formatHold(options),
          rescheduleLink,
        })
      : again("Book another time");
  }
  return [
    template.fragment("actions", {
      ...renderJoinAndCalendar(template, options),
      changes: actions.canReschedule ? template.fragment("changes", { rescheduleLink }) : "",
      cancel: actions.canCancel ? template.fragment("cancelLink", { link: `${path}/cancel` }) : "",
    }),
    ...(Date.parse(startsAt) > options.now.getTime() ? renderLimits(template, actions) : []),
  ];
}

/** Joining is the first action shortly before the start. Until then, it is adding the consultation to a calendar. */
function renderJoinAndCalendar(
  template: PageTemplate,
  { token, consultation: { startsAt, meetingUrl }, now }: ManageOptions,
): TemplateValues {
  const calendar = { link: `/api/consultations/${token}/calendar.ics` };
  if (meetingUrl && isTimeToJoin(startsAt, now)) {
    return {
      first: template.fragment("joinPrimary", { link: meetingUrl }),
      second: template.fragment("calendarSecondary", calendar),
    };
  }
  return {
    first: template.fragment("calendarPrimary", calendar),
    second: meetingUrl ? template.fragment("joinSecondary", { link: meetingUrl }) : "",
  };
}

/** Explains what is not possible, or soon will not be. */
function renderLimits(template: PageTemplate, { canCancel, changesLeft }: ConsultationActions): Html[] {
  if (!canCancel) {
    return [template.fragment("tooLate")];
  }
  if (changesLeft === 0) {
    return [template.fragment("noChangesLeft")];
  }
  return changesLeft <= SHOWN_CHANGES_LEFT
    ? [
        template.fragment("changesLeft", {
          text: `You can reschedule it ${changesLeft === 1 ? "one more time" : `${changesLeft} more times`}.`,
        }),
      ]
    : [];
}

function formatHold({ consultation: { status, holdExpiresAt, timeZone }, now }: ManageOptions): string {
  return status === "held" && holdExpiresAt
    ? `We're holding this time for you until ${formatEnd(holdExpiresAt, timeZone, now)}.`
    : "If the time is still available, it's yours.";
}

function renderSummary(
  template: PageTemplate,
  consultation: ConsultationDetails,
  unconfirmedPlace = "We'll send you the details when you confirm",
): Html {
  const place = renderPlace(template, consultation, unconfirmedPlace);
  return template.fragment("summary", formatSummary({ ...consultation, place }));
}

function renderPlace(
  template: PageTemplate,
  { status, host, meetingUrl, phone }: ConsultationDetails,
  otherwise: string,
): string | Html {
  if (status === "cancelled") {
    return `With ${host}`;
  }
  if (phone) {
    return template.fragment("phonePlace", { host, phone, link: phoneUrl(phone) });
  }
  // The link to the call is a button.
  return meetingUrl ? `Video call with ${host}` : otherwise;
}
