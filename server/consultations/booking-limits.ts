import { MAX_CHANGES, MAX_UPCOMING_PER_EMAIL } from "#domain/consultations/consultation.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";

/** @throws {ApiError} 409 if the address has the maximum number of consultations. Only its owner can find out. */
export async function requireFewUpcoming(query: Query, email: string, now: Date): Promise<void> {
  const [row] = await query(
    `select count(*)::integer as upcoming from public.consultations
      where status = 'confirmed' and lower(email) = lower($1) and starts_at > $2`,
    [email, now],
  );
  if ((row?.upcoming ?? 0) >= MAX_UPCOMING_PER_EMAIL) {
    throw new ApiError(
      409,
      "too_many_consultations",
      `You already have ${MAX_UPCOMING_PER_EMAIL} consultations. Reschedule or cancel one with the link in its email.`,
    );
  }
}

/** Each change sends two emails. @throws {ApiError} 409 if the consultation was moved as often as it can be */
export async function requireFewChanges(query: Query, consultationId: string): Promise<void> {
  const [row] = await query(
    "select cardinality(previous_starts) as changes from public.consultations where id = $1",
    [consultationId],
  );
  if ((row?.changes ?? 0) >= MAX_CHANGES) {
    throw new ApiError(
      409,
      "too_many_changes",
      `You've moved this consultation ${MAX_CHANGES} times. Email us to move it again.`,
    );
  }
}
