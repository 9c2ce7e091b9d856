import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type ConsultationDetails, consultationPath } from "#domain/consultations/consultation.ts";
import { BOOKING_DETAILS_PATH, BOOKING_PATH, SEND_AGAIN_FIELD } from "#domain/scheduling/booking-pages.ts";
import { describeHosts } from "#domain/scheduling/describe-hosts.ts";
import { parseTimeParameter } from "#domain/scheduling/time-parameter.ts";
import type { BookedTime, ConsultationService } from "#server/consultations/consultation-service.ts";
import { rejectCrossSite } from "#server/http/cross-site.ts";
import { ApiError, createErrorTranslator } from "#server/http/errors.ts";
import { readFormBody } from "#server/http/request-body.ts";
import type { Logger } from "#server/observability/logger.ts";
import {
  sendAlreadySent,
  sendForm,
  sendRejectedForm,
  sendTakenForm,
} from "#server/site/booking/details-page.ts";
import { sendErrorPage } from "#server/site/booking/error-page.ts";
import { sendHeld } from "#server/site/booking/held-page.ts";
import {
  sendCancelForm,
  sendConsultation,
  sendProblem,
  sendRescheduleForm,
  sendReschedulePicker,
  sendUnknownLink,
} from "#server/site/booking/manage-page.ts";
import { type BookingPageOptions, createBookingPage } from "#server/site/booking/page-context.ts";
import { readPickerQuery } from "#server/site/booking/picker-query.ts";
import { renderTimePicker } from "#server/site/booking/time-picker.ts";
import { buildLink } from "#server/site/build-link.ts";

const MAX_BODY_BYTES = 64 * 1024;
const MANAGE_PATH = "/book/manage/:token";
/** The build renders the pages of a consultation for this token. */
export const MANAGE_TEMPLATE_PATH = consultationPath("token");
export const RESCHEDULE_TEMPLATE_PATH = `${MANAGE_TEMPLATE_PATH}/reschedule`;

type Options = BookingPageOptions & { service: ConsultationService; log: Logger };

/** Serves the pages on which visitors book, confirm, reschedule and cancel. They work without scripts. */
export function createBookingPages(options: Options): Hono {
  const app = new Hono();
  const errorPage = createBookingPage(MANAGE_TEMPLATE_PATH, options);
  const translateError = createErrorTranslator(options.log);
  app.onError((error, context) => sendErrorPage(errorPage, context, translateError(error, context)));
  const checkForm = [bodyLimit({ maxSize: MAX_BODY_BYTES }), rejectCrossSite()] as const;
  app.post(BOOKING_DETAILS_PATH, ...checkForm);
  app.post(`${MANAGE_PATH}/*`, ...checkForm);
  addTimePages(app, options);
  addManagePages(app, options);
  return app;
}

function addTimePages(app: Hono, options: Options): void {
  const { service, now, log } = options;
  const translateError = createErrorTranslator(log);
  const timesPage = createBookingPage(BOOKING_PATH, options);
  const detailsPage = createBookingPage(BOOKING_DETAILS_PATH, options);
  app.get(BOOKING_PATH, async (context) => {
    const offer = await service.listCachedTimes(context);
    return timesPage.send(context, {
      ...renderTimePicker(timesPage.template, {
        ...{ offer, query: readPickerQuery(context), now: now() },
        ...{ page: BOOKING_PATH, timePage: BOOKING_DETAILS_PATH },
      }),
      minutes: offer.durationMinutes,
      place: offer.place,
      hosts: describeHosts(offer.hosts),
    });
  });
  app.get(BOOKING_DETAILS_PATH, async (context) => {
    const { start, zone } = context.req.query();
    return start
      ? sendForm(detailsPage, context, await service.listCachedTimes(context))
      : context.redirect(buildLink(BOOKING_PATH, { zone }), 302);
  });
  app.post(BOOKING_DETAILS_PATH, async (context) => {
    const form = await readFormBody(context);
    const sendsAgain = form[SEND_AGAIN_FIELD] === "true";
    let booked: BookedTime;
    try {
      const result = await service.book(form, context, { sendsAgain });
      if (!result.ok) {
        const offer = await service.listCachedTimes(context);
        return await sendTakenForm(detailsPage, context, { offer, form, freeTimes: result.freeTimes });
      }
      if (result.booked.status !== "held") {
        return await sendAlreadySent(detailsPage, context, form);
      }
      booked = result.booked;
    } catch (error) {
      // Keep what was typed, also if the database is not reachable.
      const rejected = translateError(error, context);
      const offer = await service.listCachedTimes(context).catch(() => null);
      return sendRejectedForm(detailsPage, context, { offer, form, error: rejected });
    }
    // The page contains the address. A redirect would need to put it into a URL or a cookie.
    const offer = await service.listCachedTimes(context).catch(() => null);
    return sendHeld(detailsPage, context, { offer, form, booked, sendsAgain, now: now() });
  });
}

function addManagePages(app: Hono, options: Options): void {
  const { service, now } = options;
  const managePage = createBookingPage(MANAGE_TEMPLATE_PATH, options);
  const reschedulePage = createBookingPage(RESCHEDULE_TEMPLATE_PATH, options);

  /** Runs an action on the consultation of a link. Shows why it is not possible. */
  const withConsultation = async (
    context: Context,
    work: (token: string, consultation: ConsultationDetails) => Promise<Response>,
  ): Promise<Response> => {
    const token = context.req.param("token") ?? "";
    let consultation: ConsultationDetails;
    try {
      consultation = await service.find(token, context);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        return sendUnknownLink(managePage, context);
      }
      throw error;
    }
    try {
      return await work(token, consultation);
    } catch (error) {
      const { message, status, code } = requireApiError(error, context);
      const current = await service.find(token, context);
      return sendProblem(managePage, context, {
        ...{ token, consultation: current, now: now(), text: message, status, code },
      });
    }
  };

  app.use(`${MANAGE_PATH}/*`, async (context, next) => {
    await next();
    // The URL contains the token.
    context.header("Referrer-Policy", "no-referrer");
    context.header("X-Robots-Tag", "noindex");
  });
  app.get(MANAGE_PATH, (context) =>
    withConsultation(context, (token, consultation) =>
      sendConsultation(managePage, context, { token, consultation, now: now() }),
    ),
  );
  app.get(`${MANAGE_PATH}/cancel`, (context) =>
    withConsultation(context, async (token, consultation) =>
      consultation.actions.canCancel
        ? sendCancelForm(managePage, context, { token, consultation, now: now() })
        : context.redirect(consultationPath(token), 302),
    ),
  );
  app.get(`${MANAGE_PATH}/reschedule`, (context) =>
    withConsultation(context, async (token, consultation) => {
      if (!consultation.actions.canReschedule) {
        return context.redirect(consultationPath(token), 302);
      }
      const offer = await service.listRescheduleTimes(token);
      const startsAt = parseTimeParameter(context.req.query("start"));
      const options = { token, consultation, offer, now: now() };
      return startsAt && startsAt !== consultation.startsAt
        ? sendRescheduleForm(managePage, context, { ...options, startsAt })
        : sendReschedulePicker(reschedulePage, context, options);
    }),
  );
  app.post(`${MANAGE_PATH}/confirm`, (context) =>
    withConsultation(context, async (token) => {
      const { ok } = await service.confirm(token, context);
      return context.redirect(ok ? consultationPath(token) : takenLink(token), 303);
    }),
  );
  app.post(`${MANAGE_PATH}/reschedule`, (context) =>
    withConsultation(context, async (token) => {
      const { ok } = await service.reschedule(token, await readFormBody(context), context);
      const link = ok ? `${consultationPath(token)}?done=rescheduled` : takenLink(token);
      return context.redirect(link, 303);
    }),
  );
  app.post(`${MANAGE_PATH}/cancel`, (context) =>
    withConsultation(context, async (token) => {
      await service.cancel(token, await readFormBody(context), context);
      return context.redirect(consultationPath(token), 303);
    }),
  );
}

/** The page with other times, because the chosen one was taken. */
function takenLink(token: string): string {
  return `${consultationPath(token)}/reschedule?taken=1`;
}

/** Returns an expected error and sets its headers. @throws all other errors */
function requireApiError(error: unknown, context: Context): ApiError {
  if (!(error instanceof ApiError)) {
    throw error;
  }
  for (const [name, value] of Object.entries(error.headers)) {
    context.header(name, value);
  }
  return error;
}
