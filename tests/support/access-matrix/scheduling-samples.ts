import { randomBytes, randomUUID } from "node:crypto";
import type { Samples } from "./sample.ts";

/** The views that administrators change availability with. They have the samples of their tables. */
export const SCHEDULING_VIEWS = [
  "endpoints.consultation_hosts",
  "endpoints.availability_overrides",
  "endpoints.blocked_times",
  "endpoints.calendar_feeds",
];

/** Tables whose rows are created by migrations and triggers. */
export const SCHEDULING_TABLES_WITH_ROWS = [
  "public.scheduling_settings",
  "public.availability_hours",
  "private.host_reservations",
];

/** Consultations of one host must not overlap, so each sample has another day. */
export function buildSchedulingSamples(): Record<string, Samples> {
  const host = randomUUID();
  const feed = randomUUID();
  const consultations: string[] = [];
  const buildHost = () => ({
    name: "Ada Moreno",
    email: `${randomUUID()}@firm.example`,
    user_id: null,
    meeting_url: "https://meet.firm.example/ada",
    phone: null,
    is_active: true,
  });
  const buildOverride = () => ({ date: buildDay(), hours: "{}", label: "Holiday" });
  const buildBlockedTime = () => ({
    host_id: host,
    starts_at: "2031-01-01T10:00:00Z",
    ends_at: "2031-01-01T11:00:00Z",
    reason: "Travel",
  });
  const buildFeed = () => ({
    id: randomUUID(),
    host_id: host,
    label: "Work",
    url_encrypted: randomBytes(40),
    encryption_key_id: "key",
    server_name: "calendar.example.com",
  });
  return {
    // Created by the migration. Inserting another row tests who has permission.
    "public.scheduling_settings": { firmOwned: () => ({ id: false }) },
    "public.availability_hours": { firmOwned: () => ({ weekday: 8 }) },
    "public.consultation_hosts": { firmOwned: () => ({ id: host, ...buildHost() }) },
    "public.availability_overrides": { firmOwned: buildOverride },
    "public.blocked_times": { firmOwned: buildBlockedTime },
    "private.calendar_feeds": { firmOwned: () => ({ ...buildFeed(), id: feed }) },
    "private.feed_busy_times": {
      firmOwned: () => ({
        feed_id: feed,
        starts_at: `${buildDay()}T10:00:00Z`,
        ends_at: "2100-01-01T00:00:00Z",
      }),
    },
    "public.consultations": {
      perClient: (client_id) => {
        const id = randomUUID();
        const day = buildDay();
        consultations.push(id);
        return {
          id,
          client_id,
          form_id: randomUUID(),
          host_id: host,
          status: "confirmed",
          starts_at: `${day}T10:00:00Z`,
          ends_at: `${day}T10:30:00Z`,
          time_zone: "Europe/Berlin",
          name: "Grace",
          email: "grace@example.com",
          company: "Fabrikam",
          topic: "Please review our assistant.",
          confirmed_at: "2025-01-01",
        };
      },
    },
    "private.consultation_tokens": {
      firmOwned: () => ({
        token_hash: randomBytes(32),
        consultation_id: consultations[0],
        created_at: "2025-01-01",
      }),
    },
    // Created by a trigger with each consultation. Inserting another row tests who has permission.
    "private.host_reservations": {
      firmOwned: () => ({
        host_id: host,
        booking_id: randomUUID(),
        starts_at: "2031-01-01T10:00:00Z",
        blocked: "[2031-01-01T10:00:00Z,2031-01-01T11:00:00Z)",
      }),
    },
    "private.hold_networks": {
      firmOwned: () => ({ consultation_id: consultations[0], network: "198.51.100.0/24" }),
    },
    "private.reached_limits": { firmOwned: () => ({ name: "holds", reached_at: "2025-01-01" }) },
    "endpoints.consultation_hosts": { firmOwned: buildHost },
    "endpoints.availability_overrides": { firmOwned: buildOverride },
    "endpoints.blocked_times": { firmOwned: buildBlockedTime },
    "endpoints.calendar_feeds": { firmOwned: buildFeed },
  };
}

function buildDay(): string {
  const days = Math.floor(Math.random() * 20_000);
  return new Date(Date.UTC(2031, 0, 1 + days)).toISOString().slice(0, 10);
}
