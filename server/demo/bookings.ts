import type { BookingStatus, Urgency } from "#domain/bookings/booking.ts";
import type { Query } from "#server/database/database.ts";
import { weekdayAfter } from "#server/demo/weekdays.ts";

/** Days and hours are relative to the first start. Days on a weekend are moved to Monday. */
type DemoBooking = {
  client: string;
  kind: "booking" | "quote";
  status: BookingStatus;
  serviceType: string;
  startsInDays: number;
  scope: string;
  description: string;
  urgency: Urgency;
  hoursAgo: number;
  /** The approved meeting takes place at 19:00 UTC on this day, which is within the office hours. */
  meetingInDays?: number;
};

const BOOKINGS: readonly DemoBooking[] = [
  {
    client: "Calder & Finch Capital",
    kind: "booking",
    status: "pending",
    serviceType: "AI Security Assessment",
    startsInDays: 10,
    scope: "One assistant, two back-end tools",
    description:
      "Our research assistant will soon place orders. Please test how it can be manipulated before the pilot opens.",
    urgency: "high",
    hoursAgo: 5,
  },
  {
    client: "Northgate Logistics",
    kind: "quote",
    status: "pending",
    serviceType: "AI Security Governance",
    startsInDays: 38,
    scope: "",
    description:
      "We need a quote for quarterly reviews of our model inventory: ten models today, about thirty next year.",
    urgency: "low",
    hoursAgo: 20,
  },
  {
    client: "Meridian Health Systems",
    kind: "booking",
    status: "approved",
    serviceType: "AI Engineering Acceleration",
    startsInDays: 3,
    scope: "Half a day with the platform team",
    description: "Walk through the first findings with the engineers who will fix them.",
    urgency: "medium",
    hoursAgo: 72,
    meetingInDays: 3,
  },
];

/** Inserts two pending requests and one upcoming meeting, unless there are bookings. */
export async function insertBookings(query: Query, now: Date): Promise<void> {
  const [existing] = await query("select 1 from public.service_bookings limit 1");
  if (existing) {
    return;
  }
  for (const booking of BOOKINGS) {
    await query(
      `insert into public.service_bookings
         (client_id, created_by, kind, status, service_type, preferred_start_date, estimated_scope, project_description,
          urgency, created_at, scheduled_at)
       select client.id, client.user_id, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz - make_interval(hours => $10),
              ($11::date + time '19:00') at time zone 'UTC'
         from public.clients as client where client.company = $1`,
      [
        booking.client,
        booking.kind,
        booking.status,
        booking.serviceType,
        weekdayAfter(now, booking.startsInDays),
        booking.scope,
        booking.description,
        booking.urgency,
        now,
        booking.hoursAgo,
        booking.meetingInDays === undefined ? null : weekdayAfter(now, booking.meetingInDays),
      ],
    );
  }
  // No one is signed in, so the activity log shows the system as the one who made the requests.
  await query(
    `update public.client_activity as entry
        set actor_role = 'client', actor_id = account.id, actor = account.email, at = booking.created_at
       from public.service_bookings as booking
       join public.users as account on account.id = booking.created_by
      where entry.client_id = booking.client_id and entry.subject = booking.service_type
        and entry.action in ('booking-requested', 'quote-requested') and entry.actor_role = 'system'`,
  );
}
