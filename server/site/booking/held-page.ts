import type { Context } from "hono";
import { brand } from "#brand";
import { countMinutesLeft } from "#domain/consultations/consultation.ts";
import { CAPTCHA_FIELD, CAPTCHA_UNAVAILABLE } from "#domain/inquiries/contact-form.ts";
import { BOOKING_PATH, SEND_AGAIN_FIELD } from "#domain/scheduling/booking-pages.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import type { BookedTime } from "#server/consultations/consultation-service.ts";
import type { BookableTimes } from "#server/scheduling/free-times.ts";
import { buildFormAction } from "#server/site/booking/form-action.ts";
import type { BookingPage } from "#server/site/booking/page-context.ts";
import { renderSummary } from "#server/site/booking/summary.ts";
import { parseZone } from "#server/site/booking/time-picker.ts";
import { buildLink } from "#server/site/build-link.ts";

/** The fields that both forms of the page repeat. */
const KEPT_FIELDS = ["formId", "startsAt", "timeZone", "name", "company", "topic"] as const;

type HeldOptions = {
  /** Null if the free times could not be read. The summary of the time is then missing. */
  offer: BookableTimes | null;
  form: Record<string, string>;
  booked: BookedTime;
  /** Whether the email was sent again. */
  sendsAgain: boolean;
  now: Date;
};

/**
 * Explains how to confirm the time and how to correct the address. The page depends only on what the visitor sent, so it
 * does not reveal whether the address is known.
 */
export function sendHeld(
  page: BookingPage,
  context: Context,
  { offer, form, booked, sendsAgain, now }: HeldOptions,
): Promise<Response> {
  const { template } = page;
  const { startsAt, holdExpiresAt, host } = booked;
  const zone = parseZone(form.timeZone, offer?.timeZone ?? brand.timeZone);
  const email = form.email?.trim() ?? "";
  const keep = (name: string, value: string) => template.fragment("keptField", { name, value });
  const keptFields = [
    ...KEPT_FIELDS.map((name) => keep(name, form[name] ?? "")),
    keep(CAPTCHA_FIELD, CAPTCHA_UNAVAILABLE),
  ];
  const action = buildFormAction(startsAt, zone);
  return page.send(context, {
    ...{ title: "Confirm your consultation", heading: "Check your email" },
    allTimes: buildLink(BOOKING_PATH, { zone }),
    message: template.fragment(sendsAgain ? "sentAgain" : "held", {
      ...{ email, timeLeft: formatCount(countMinutesLeft(holdExpiresAt, now), "minute") },
    }),
    summary: offer ? renderSummary(template, { offer, zone, startsAt, host }) : "",
    content: template.fragment("noEmail", {
      sendAgain: template.fragment("sendAgainForm", {
        action,
        fields: [...keptFields, keep("email", email), keep(SEND_AGAIN_FIELD, "true")],
      }),
      changeAddress: template.fragment("changeAddressForm", { action, fields: keptFields, email }),
    }),
  });
}
