import { type ConsultationDetails, HOLD_MINUTES } from "#domain/consultations/consultation.ts";
import type { ConsultationRequest } from "#domain/consultations/consultation-request.ts";
import { announceConfirmation, announceHold } from "#server/consultations/announce-consultation.ts";
import { alertWhenLimited } from "#server/consultations/booking-alert.ts";
import {
  enforceHoldLimits,
  enforceUpcomingLimits,
  storeHoldNetwork,
} from "#server/consultations/booking-limits.ts";
import { createConsultationLink } from "#server/consultations/consultation-links.ts";
import {
  findConsultationByForm,
  readConsultation,
  toConsultationDetails,
} from "#server/consultations/find-consultation.ts";
import { resendHold } from "#server/consultations/resend-hold.ts";
import { storeInquiry } from "#server/consultations/store-inquiry.ts";
import type { Query } from "#server/database/database.ts";
import type { RateLimit } from "#server/http/rate-limits.ts";
import { offerAlternatives, type TimeTaken } from "#server/scheduling/offer-alternatives.ts";
import { chooseHost, expireHolds, lockSchedule, rejectOverlap } from "#server/scheduling/reserve-time.ts";
import type { Services } from "#server/services.ts";

export type BookingServices = Pick<Services, "database" | "jobs" | "config" | "now" | "log" | "rateLimits">;

/** Each booking sends two emails. */
const LIMIT_PER_CLIENT: RateLimit = { name: "consultation-client", points: 10, seconds: 3600 };

/** The client of a signed-in user, whose email address needs no confirmation, or the network address of a visitor. */
type Requester = { clientId: string } | { clientId: null; address: string };

/** The outcome of a booking. Clients get a link to manage it. Visitors get the link by email. */
export type BookingResult =
  | { ok: true; consultation: ConsultationDetails; manageUrl: string | null }
  | TimeTaken;

/**
 * Books a consultation. A visitor's time is held until the link in the email is opened, and the email contains nothing that
 * the visitor entered, because the address may be someone else's. A client's time is confirmed immediately. The same form
 * returns the same booking, unless it has expired. A visitor can correct the address of a hold, or request the email again.
 */
export function bookConsultation(
  services: BookingServices,
  request: ConsultationRequest,
  requester: Requester,
  { sendsAgain = false } = {},
): Promise<BookingResult> {
  const { database, now, config } = services;
  const book = () =>
    database.bypassPolicies({ reason: "book a consultation" }, async (query) => {
      await lockSchedule(query);
      await expireHolds(query, now());
      const sent = await findConsultationByForm(query, request.formId);
      // A form that is sent again after its hold has expired is a new attempt.
      const earlier = sent?.status === "expired" ? null : sent;
      if (sent && !earlier) {
        await query("update public.consultations set form_id = gen_random_uuid() where id = $1", [sent.id]);
      }
      if (earlier?.status === "held" && requester.clientId === null) {
        await resendHold(services, query, earlier, { request, address: requester.address, sendsAgain });
      }
      const id = earlier?.id ?? (await insertConsultation(services, query, request, requester));
      const consultation = await readConsultation(query, id);
      if (!earlier) {
        services.log.info({ consultationId: id, status: consultation.status }, "consultation booked");
      }
      const isOwn = requester.clientId !== null && consultation.client_id === requester.clientId;
      return {
        ok: true,
        consultation: await toConsultationDetails(query, consultation, now()),
        manageUrl: isOwn
          ? await createConsultationLink(query, {
              ...{ consultationId: id, publicUrl: config.publicUrl, now: now() },
            })
          : null,
      } as const;
    });
  return alertWhenLimited(services, () => offerAlternatives(services, book));
}

async function insertConsultation(
  services: BookingServices,
  query: Query,
  request: ConsultationRequest,
  requester: Requester,
): Promise<string> {
  const now = services.now();
  const { clientId } = requester;
  if (requester.clientId !== null) {
    await services.rateLimits.take(query, LIMIT_PER_CLIENT, requester.clientId);
    await enforceUpcomingLimits(query, { email: request.email, isClient: true, now });
  } else {
    await enforceHoldLimits(query, { email: request.email, address: requester.address });
  }
  const status = clientId ? "confirmed" : "held";
  const { hostId, startsAt, endsAt } = await chooseHost(query, request.startsAt, now);
  const [row] = await rejectOverlap(startsAt, () =>
    query(
      `insert into public.consultations
         (form_id, host_id, client_id, status, starts_at, ends_at, time_zone, name, email, company, topic, hold_expires_at,
          confirmed_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
      [
        request.formId,
        hostId,
        clientId,
        status,
        new Date(startsAt),
        new Date(endsAt),
        request.timeZone,
        request.name,
        request.email,
        request.company,
        request.topic,
        clientId ? null : new Date(now.getTime() + HOLD_MINUTES * 60_000),
        clientId ? now : null,
        now,
      ],
    ),
  );
  if (!row) {
    throw new Error("the consultation was not stored");
  }
  if (requester.clientId !== null) {
    await storeInquiry(query, row.id, now);
    await announceConfirmation(services, query, row.id);
  } else {
    await storeHoldNetwork(query, row.id, requester.address);
    await announceHold(services, query, row.id);
  }
  return row.id;
}
