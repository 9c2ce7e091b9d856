import { createHash } from "node:crypto";
import type { Context } from "hono";
import type * as z from "zod/mini";
import {
  type ConsultationDetails,
  type ConsultationStatus,
  HOLD_MINUTES,
} from "#domain/consultations/consultation.ts";
import {
  CancelConsultation,
  ConsultationRequest,
  RescheduleConsultation,
} from "#domain/consultations/consultation-request.ts";
import { type Instant, toInstant } from "#domain/dates/instant.ts";
import { type BookingServices, bookConsultation } from "#server/consultations/book-consultation.ts";
import { readMailbox } from "#server/consultations/booking-limits.ts";
import { formatConsultationFile } from "#server/consultations/calendar-event.ts";
import {
  cancelConsultation,
  confirmConsultation,
  type LinkUse,
  rescheduleConsultation,
} from "#server/consultations/change-consultation.ts";
import {
  type ChangeResult,
  findConsultationByForm,
  requireConsultation,
  type StoredConsultation,
  toConsultationDetails,
} from "#server/consultations/find-consultation.ts";
import type { Query } from "#server/database/database.ts";
import { getSender } from "#server/email/sender.ts";
import { toNetworkPrefix } from "#server/http/client-address.ts";
import { ApiError } from "#server/http/errors.ts";
import { createFormProtection, type FormProtectionServices } from "#server/http/form-protection.ts";
import type { RateLimit } from "#server/http/rate-limits.ts";
import {
  type BookableTimes,
  type FreeTimes,
  type FreeTimesRequest,
  listBookableTimes,
  pickFreeTimes,
} from "#server/scheduling/free-times.ts";
import type { TimeTaken } from "#server/scheduling/offer-alternatives.ts";
import { createTtlCache } from "#server/scheduling/ttl-cache.ts";

/** Each hold sends an email to an address that may be someone else's. */
const LIMIT_PER_EMAIL: RateLimit = { name: "consultation-email", points: 5, seconds: 3600 };
/** People open a link a few times. Guessing one takes more than 10^70 attempts. */
const LIMIT_PER_LINK_USER: RateLimit = { name: "consultation-link", points: 100, seconds: 600 };

/** Visitors usually open the pages of a few weeks. */
const LIMIT_PER_READER: RateLimit = { name: "consultation-slots", points: 300, seconds: 600 };

/** Computing the free times can take a second. Booking a time checks that it is still free. */
const TIMES_MAX_AGE_MS = 5_000;

/** The response to the form. The same for every address, so that it does not reveal who is a client. */
export type BookedTime = {
  status: ConsultationStatus;
  startsAt: Instant;
  holdExpiresAt: Instant | null;
  /** The name of the assigned host. Null for a form that a bot filled in. */
  host: string | null;
};

/** Actions of visitors on consultations, used by the endpoints and the pages. All functions throw `ApiError`. */
export type ConsultationService = {
  /** Lists all free times. Each call computes them. */
  listTimes(): Promise<BookableTimes>;
  /** Lists all free times for a visitor, at most 5 s old. */
  listCachedTimes(context: Context): Promise<BookableTimes>;
  /** Lists the times to which a consultation can be moved. Call `find` first, which counts the request. */
  listRescheduleTimes(token: string): Promise<BookableTimes>;
  /** Lists the free times of some dates, at most 5 s old. */
  listDays(request: FreeTimesRequest, context: Context): Promise<FreeTimes>;
  /** Validates the form and holds the time. `sendsAgain` repeats the email if the time is held. */
  book(
    form: unknown,
    context: Context,
    options?: { sendsAgain: boolean },
  ): Promise<{ ok: true; booked: BookedTime } | TimeTaken>;
  find(token: string, context: Context): Promise<ConsultationDetails>;
  /** Returns the calendar file of a confirmed or canceled consultation. */
  formatFile(token: string, context: Context): Promise<string>;
  confirm(token: string, context: Context): Promise<ChangeResult>;
  reschedule(token: string, form: unknown, context: Context): Promise<ChangeResult>;
  cancel(token: string, form: unknown, context: Context): Promise<ChangeResult>;
};

export function createConsultationService(
  services: BookingServices & FormProtectionServices,
): ConsultationService {
  const { database, rateLimits, clientAddress, config, now } = services;
  const protection = createFormProtection(services, "consultation");

  // Count in a separate transaction, so that rejected requests are counted too.
  const count = (limit: RateLimit, key: string) =>
    database.bypassPolicies({ reason: "count a use of a consultation" }, (query) =>
      rateLimits.take(query, limit, key),
    );
  const countNetwork = (limit: RateLimit, context: Context) =>
    count(limit, toNetworkPrefix(clientAddress(context)));
  const countLinkUse = async (context: Context, token: string): Promise<LinkUse> => {
    await countNetwork(LIMIT_PER_LINK_USER, context);
    return { token, address: clientAddress(context) };
  };
  const read = <Result>(work: (query: Query) => Promise<Result>) =>
    database.bypassPolicies({ reason: "show free times or a consultation" }, work);
  const listTimes = () => read((query) => listBookableTimes(query, now()));
  const times = createTtlCache(listTimes, { maxAgeMs: TIMES_MAX_AGE_MS, now });
  /** Runs work that may change the free times. Also clears the cache after a `time_taken` response, which means it is outdated. */
  const change = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    times.clear();
    return result;
  };

  return {
    listTimes,
    async listCachedTimes(context) {
      await countNetwork(LIMIT_PER_READER, context);
      return times.read();
    },
    listRescheduleTimes: (token) =>
      read(async (query) => {
        const consultation = await requireConsultation(query, token, now());
        const offer = await listBookableTimes(query, now(), { consultationId: consultation.id });
        return withoutCurrentTime(offer, consultation);
      }),
    async listDays(request, context) {
      await countNetwork(LIMIT_PER_READER, context);
      return pickFreeTimes(await times.read(), request, now());
    },
    async book(form, context, options) {
      await protection.count(context);
      const request = parseForm(ConsultationRequest, form);
      const held: BookedTime = {
        status: "held",
        startsAt: request.startsAt,
        holdExpiresAt: toInstant(new Date(now().getTime() + HOLD_MINUTES * 60_000)),
        host: null,
      };
      if (protection.isFromBot(form)) {
        return { ok: true, booked: held };
      }
      const { isHeld, mailbox } = await read(async (query) => ({
        isHeld: await hasHold(query, request.formId, now()),
        mailbox: await readMailbox(query, request.email),
      }));
      // The visitor solved the CAPTCHA when the time was held. `resendHold` limits the emails of a hold.
      if (!isHeld) {
        await protection.requireHuman(context, form);
      }
      await count(LIMIT_PER_EMAIL, createHash("sha256").update(mailbox).digest("hex"));
      const requester = { clientId: null, address: clientAddress(context) };
      const result = await change(bookConsultation(services, request, requester, options));
      if (!result.ok) {
        return result;
      }
      const { status, startsAt, holdExpiresAt, host } = result.consultation;
      return { ok: true, booked: { status, startsAt, holdExpiresAt, host } };
    },
    async find(token, context) {
      await countLinkUse(context, token);
      return read(async (query) =>
        toConsultationDetails(query, await requireConsultation(query, token, now()), now()),
      );
    },
    async formatFile(token, context) {
      await countLinkUse(context, token);
      const consultation = await read((query) => requireConsultation(query, token, now()));
      if (consultation.confirmed_at === null) {
        throw new ApiError(409, "not_confirmed", "Confirm this consultation first.");
      }
      return formatConsultationFile(consultation, getSender(config), now());
    },
    async confirm(token, context) {
      return change(confirmConsultation(services, await countLinkUse(context, token)));
    },
    async reschedule(token, form, context) {
      const use = await countLinkUse(context, token);
      return change(rescheduleConsultation(services, use, parseForm(RescheduleConsultation, form)));
    },
    async cancel(token, form, context) {
      await countLinkUse(context, token);
      return change(cancelConsultation(services, token, parseForm(CancelConsultation, form)));
    },
  };
}

/** Whether the form holds a time. */
async function hasHold(query: Query, formId: string, now: Date): Promise<boolean> {
  const sent = await findConsultationByForm(query, formId);
  return sent?.status === "held" && sent.hold_expires_at !== null && sent.hold_expires_at > now;
}

/** A consultation cannot be moved to the time it has. A hold that has expired has no time. */
function withoutCurrentTime(offer: BookableTimes, { status, starts_at }: StoredConsultation): BookableTimes {
  const current = status === "expired" ? null : toInstant(starts_at);
  return { ...offer, times: offer.times.filter((time) => time !== current) };
}

/** @throws {ApiError} 400 with the first validation message */
function parseForm<Form>(schema: z.ZodMiniType<Form>, form: unknown): Form {
  const parsed = schema.safeParse(form);
  if (!parsed.success) {
    throw new ApiError(400, "invalid_input", parsed.error.issues[0]?.message ?? "Fill out the form");
  }
  return parsed.data;
}
