/**
 * PostgREST filter for the bookings that await a reply: pending requests, and upcoming meetings for which the client
 * proposed another time (`hasOpenProposal` in domain/bookings/booking.ts).
 */
export function awaitsReplyFilter(now: Date): string {
  const upcomingProposal = `status.eq.approved,proposed_at.not.is.null,scheduled_at.gt.${now.toISOString()}`;
  return `status.eq.pending,and(${upcomingProposal})`;
}
