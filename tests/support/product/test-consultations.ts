import type { ConsultationDetails } from "#domain/consultations/consultation.ts";
import { instant } from "#domain/dates/instant.ts";
import type { ConsultationService } from "#server/consultations/consultation-service.ts";
import { ApiError } from "#server/http/errors.ts";

export const FREE_TIMES = [
  "2026-12-01T17:00:00.000Z",
  "2026-12-01T17:30:00.000Z",
  "2026-12-21T17:00:00.000Z",
].map(instant);

/** The details of a confirmed consultation. */
export function aConsultation(changes: Partial<ConsultationDetails> = {}): ConsultationDetails {
  return {
    status: "confirmed",
    startsAt: instant("2026-12-01T17:00:00.000Z"),
    endsAt: instant("2026-12-01T17:30:00.000Z"),
    timeZone: "America/Los_Angeles",
    firmTimeZone: "America/New_York",
    name: "Ada Byron",
    email: "ada@visitor.example",
    company: "Engines Ltd",
    topic: "What would you look at first?",
    host: "Maya Okafor",
    meetingUrl: "https://meet.firm.example/maya",
    phone: null,
    holdExpiresAt: null,
    cancelReason: "",
    cancelledBy: null,
    actions: { canConfirm: false, canReschedule: true, canCancel: true, changesLeft: 5 },
    ...changes,
  };
}

/** A service without a database, for tests of the pages. Every function that a test does not replace is rejected. */
export function createTestConsultations(replaced: Partial<ConsultationService> = {}): ConsultationService {
  const reject = async () => {
    throw new ApiError(404, "unknown_link", "This link is no longer valid. Book a new time.");
  };
  const listTimes = async () => ({
    times: FREE_TIMES,
    ...{ timeZone: "America/New_York", durationMinutes: 30, isAvailable: true },
    ...{ place: "Video call", hosts: ["Maya Okafor"] },
  });
  return {
    ...{ listTimes, listCachedTimes: listTimes, listRescheduleTimes: listTimes },
    ...{
      listDays: reject,
      book: reject,
      find: reject,
      formatFile: reject,
      confirm: reject,
      reschedule: reject,
      cancel: reject,
    },
    ...replaced,
  };
}
