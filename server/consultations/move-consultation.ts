import { brand } from "#brand";
import type { MoveConsultation } from "#domain/consultations/consultation-request.ts";
import { toInstant } from "#domain/dates/instant.ts";
import { announceNewTime } from "#server/consultations/announce-consultation.ts";
import { createToken, formatConsultationLink } from "#server/consultations/consultation-links.ts";
import { readConsultation, type StoredConsultation } from "#server/consultations/find-consultation.ts";
import type { CallerClaims } from "#server/database/database.ts";
import { queueCallerEmail } from "#server/email/outbox.ts";
import { ApiError } from "#server/http/errors.ts";
import { assignHost, takenError } from "#server/scheduling/assign-host.ts";
import { readSchedulingSettings } from "#server/scheduling/read-availability.ts";
import { isOverlap, lockSchedule } from "#server/scheduling/reserve-time.ts";
import type { Services } from "#server/services.ts";

/**
 * Moves a confirmed consultation as an administrator, and emails the visitor and the host an updated invitation. It does not
 * count as a change of the visitor, and the notice and the horizon do not apply.
 * @throws {ApiError} 404 for an unknown consultation, 409 if it cannot be moved to this time
 */
export async function moveConsultation(
  services: Pick<Services, "database" | "config" | "now">,
  caller: CallerClaims,
  id: string,
  move: MoveConsultation,
): Promise<void> {
  const { database, config, now } = services;
  const previous = await database.asCaller(caller, async (query) => {
    const [existing] = await query("select 1 from endpoints.consultations where id = $1", [id]);
    return existing ? readConsultation(query, id) : null;
  });
  requireMove(previous, move, now());
  const startsAt = new Date(move.startsAt);
  const durationMinutes = (previous.ends_at.getTime() - previous.starts_at.getTime()) / 60_000;
  const endsAt = new Date(startsAt.getTime() + durationMinutes * 60_000);
  const hostId = await assignHost(services, {
    moved: { consultationId: id, durationMinutes },
    ...{ startsAt: move.startsAt, durationMinutes },
    ...{ hostId: move.hostId, checksAvailability: move.checksAvailability },
  });
  await database.asCaller(caller, async (query) => {
    await lockSchedule(query);
    // The sequence changes with each change, so this fails if the visitor changed the consultation in the meantime.
    const [moved] = await query(
      `update endpoints.consultations
          set host_id = coalesce($2, host_id), starts_at = $3, ends_at = $4, previous_starts = previous_starts || starts_at,
              calendar_sequence = calendar_sequence + 1
        where id = $1 and status = 'confirmed' and calendar_sequence = $5 returning id`,
      [id, hostId, startsAt, endsAt, previous.calendar_sequence],
    ).catch((error) => {
      throw isOverlap(error) ? takenError() : error;
    });
    if (!moved) {
      throw new ApiError(409, "changed", "This consultation just changed. Reload the page and try again.");
    }
    const { token, hash } = createToken();
    await query("select endpoints.add_consultation_link($1, $2, $3)", [id, hash, now()]);
    const { time_zone: firmTimeZone } = await readSchedulingSettings(query);
    await announceNewTime(
      { previous, consultation: await readConsultation(query, id), movedByFirm: { reason: move.reason } },
      {
        url: formatConsultationLink(config.publicUrl, token),
        publicUrl: config.publicUrl,
        firmTimeZone: firmTimeZone ?? brand.timeZone,
        queue: (email) => queueCallerEmail(query, email),
      },
    );
  });
}

function requireMove(
  consultation: StoredConsultation | null,
  { startsAt, hostId }: MoveConsultation,
  now: Date,
): asserts consultation is StoredConsultation {
  if (!consultation) {
    throw new ApiError(404, "unknown_consultation", "This consultation no longer exists.");
  }
  if (consultation.status !== "confirmed" || consultation.starts_at <= now) {
    throw new ApiError(
      409,
      "not_upcoming",
      "Only a confirmed consultation that hasn't started can be rescheduled.",
    );
  }
  if (new Date(startsAt) <= now) {
    throw new ApiError(409, "in_past", "Choose a time in the future.");
  }
  const isSameHost = hostId === null || hostId === consultation.host_id;
  if (startsAt === toInstant(consultation.starts_at) && isSameHost) {
    throw new ApiError(409, "same_time", "The consultation is already at this time. Choose another one.");
  }
}
