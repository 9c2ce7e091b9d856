import { randomUUID } from "node:crypto";
import type { ConsultationStatus } from "#domain/consultations/consultation.ts";
import { storeInquiry } from "#server/consultations/store-inquiry.ts";
import type { Query } from "#server/database/database.ts";
import { weekdayAfter } from "#server/demo/weekdays.ts";

const HOSTS = [
  { name: "Maya Okafor", email: "maya@wardline.example", meetingUrl: "https://meet.wardline.example/maya" },
  {
    name: "Daniel Reyes",
    email: "daniel@wardline.example",
    meetingUrl: "https://meet.wardline.example/daniel",
  },
] as const;
/** 9 to 12 and 1 to 5 o'clock, in minutes after midnight. */
const OFFICE_HOURS = "{[540,720),[780,1020)}";

/**
 * Days are relative to the first start, and those on a weekend are moved to Monday. The consultations start on the hour,
 * UTC, within the office hours.
 */
type DemoConsultation = {
  host: (typeof HOSTS)[number]["name"];
  status: Extract<ConsultationStatus, "confirmed" | "no_show" | "cancelled">;
  inDays: number;
  hour: number;
  timeZone: string;
  name: string;
  email: string;
  company: string;
  topic: string;
  reason?: string;
};

const CONSULTATIONS: readonly DemoConsultation[] = [
  {
    host: "Maya Okafor",
    status: "confirmed",
    inDays: 2,
    hour: 18,
    timeZone: "America/Chicago",
    name: "Priya Raman",
    email: "priya.raman@lakeshore-insurance.example",
    company: "Lakeshore Insurance",
    topic:
      "We put a claims assistant into production in spring. What should we test before the audit in March?",
  },
  {
    host: "Daniel Reyes",
    status: "confirmed",
    inDays: 6,
    hour: 15,
    timeZone: "Europe/Berlin",
    name: "Tobias Lindner",
    email: "tobias.lindner@rheinwerk-robotics.example",
    company: "Rheinwerk Robotics",
    topic: "An agent plans maintenance for our customers' machines. Can injected sensor data mislead it?",
  },
  {
    host: "Maya Okafor",
    status: "cancelled",
    inDays: 4,
    hour: 15,
    timeZone: "America/New_York",
    name: "Elena Marsh",
    email: "elena.marsh@harbor-credit.example",
    company: "Harbor Credit Union",
    topic: "Governance for a chatbot that answers questions about loans.",
    reason: "We'll come back after the budget review.",
  },
  {
    host: "Daniel Reyes",
    status: "no_show",
    inDays: -8,
    hour: 15,
    timeZone: "America/Los_Angeles",
    name: "Chris Delgado",
    email: "chris@brightlane.example",
    company: "Brightlane",
    topic: "Pricing of a red team for a support bot.",
  },
];

/** Inserts hosts, office hours and consultations, unless there are hosts. */
export async function insertScheduling(query: Query, now: Date): Promise<void> {
  const [existing] = await query("select 1 from public.consultation_hosts limit 1");
  if (existing) {
    return;
  }
  for (const { name, email, meetingUrl } of HOSTS) {
    await query("insert into public.consultation_hosts (name, email, meeting_url) values ($1, $2, $3)", [
      name,
      email,
      meetingUrl,
    ]);
  }
  // The first host is the demo's administrator, who also writes the messages.
  await query(
    `update public.consultation_hosts
        set user_id = (select id from public.users where role = 'admin' order by created_at limit 1)
      where name = $1`,
    [HOSTS[0].name],
  );
  await query(
    `update public.service_bookings as booking set host_id = host.id, meeting_url = host.meeting_url
       from public.consultation_hosts as host where host.name = $1 and booking.scheduled_at is not null`,
    [HOSTS[1].name],
  );
  await query("update public.availability_hours set hours = $1::text::int4multirange where weekday <= 5", [
    OFFICE_HOURS,
  ]);
  await query(
    `insert into public.availability_overrides (date, label)
     values ($1, 'Team day')`,
    [weekdayAfter(now, 29)],
  );
  for (const consultation of CONSULTATIONS) {
    await insertConsultation(query, consultation, now);
  }
}

async function insertConsultation(query: Query, consultation: DemoConsultation, now: Date): Promise<void> {
  const { status, inDays, hour, reason = "" } = consultation;
  const startsAt = new Date(weekdayAfter(now, inDays));
  startsAt.setUTCHours(hour);
  const isCancelled = status === "cancelled";
  const [row] = await query(
    `insert into public.consultations
       (form_id, host_id, status, starts_at, ends_at, time_zone, name, email, company, topic, confirmed_at, cancelled_at,
        cancelled_by, cancel_reason, created_at)
     select $2, host.id, $3, $4, $4::timestamptz + interval '30 minutes', $5, $6, $7, $8, $9, $10, $11, $12, $13, $10
       from public.consultation_hosts as host where host.name = $1
     returning id`,
    [
      consultation.host,
      randomUUID(),
      status,
      startsAt,
      consultation.timeZone,
      consultation.name,
      consultation.email,
      consultation.company,
      consultation.topic,
      new Date(Math.min(now.getTime(), startsAt.getTime()) - 3 * 86_400_000),
      isCancelled ? now : null,
      isCancelled ? "visitor" : null,
      reason,
    ],
  );
  if (row && !isCancelled) {
    await storeInquiry(query, row.id, now);
  }
}
