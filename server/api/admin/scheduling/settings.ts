import { Hono } from "hono";
import { brand } from "#brand";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { toInstant } from "#domain/dates/instant.ts";
import { parseHours, toMultirange } from "#domain/scheduling/hours.ts";
import {
  DateOverride,
  DateOverridePath,
  SchedulingSettings,
  WeeklyHours,
} from "#domain/scheduling/settings-form.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import { lockSchedule } from "#server/scheduling/reserve-time.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;

/**
 * `GET /api/admin/scheduling` returns everything that determines the free times. `PUT /api/admin/scheduling/settings`,
 * `/hours` and `/overrides/{date}` change it, and `DELETE /api/admin/scheduling/overrides/{date}` restores the weekly hours
 * of a date. Existing consultations keep their times.
 */
export function createSchedulingSettingsRoutes({ database }: Pick<Services, "database">) {
  return new Hono<CallerEnv>()
    .get("/scheduling", async (context) =>
      context.json(await database.asCaller(context.var.caller, readOverview)),
    )
    .put(
      "/scheduling/settings",
      validateJson(SchedulingSettings, { maxBytes: MAX_BODY_BYTES }),
      async (context) => {
        const settings = context.req.valid("json");
        await database.asCaller(context.var.caller, async (query) => {
          await lockSchedule(query);
          await query(
            `update endpoints.scheduling_settings
                set time_zone = $1, duration_minutes = $2, slot_interval_minutes = $3, buffer_before_minutes = $4,
                    buffer_after_minutes = $5, notice_minutes = $6, change_notice_minutes = $7, horizon_days = $8,
                    max_per_day = $9, clients_pick_times = $10`,
            [
              settings.timeZone,
              settings.durationMinutes,
              settings.slotIntervalMinutes,
              settings.bufferBeforeMinutes,
              settings.bufferAfterMinutes,
              settings.noticeMinutes,
              settings.changeNoticeMinutes,
              settings.horizonDays,
              settings.maxPerDay,
              settings.clientsPickTimes,
            ],
          );
        });
        return context.json({ success: true });
      },
    )
    .put("/scheduling/hours", validateJson(WeeklyHours, { maxBytes: MAX_BODY_BYTES }), async (context) => {
      const { days } = context.req.valid("json");
      await database.asCaller(context.var.caller, async (query) => {
        await lockSchedule(query);
        for (const [index, hours] of days.entries()) {
          await query(
            `update endpoints.availability_hours set hours = $2::text::int4multirange
              where weekday = $1 and hours <> $2::text::int4multirange`,
            [index + 1, toMultirange(hours)],
          );
        }
      });
      return context.json({ success: true });
    })
    .put(
      "/scheduling/overrides/:date",
      validateJson(DateOverride, { maxBytes: MAX_BODY_BYTES }),
      validateParams(DateOverridePath, unknownDateError),
      async (context) => {
        const { hours, label } = context.req.valid("json");
        const { date } = context.req.valid("param");
        await database.asCaller(context.var.caller, async (query) => {
          await lockSchedule(query);
          await query(
            `insert into endpoints.availability_overrides (date, hours, label) values ($1, $2::text::int4multirange, $3)
             on conflict (date) do update set hours = excluded.hours, label = excluded.label`,
            [date, toMultirange(hours), label],
          );
        });
        return context.json({ success: true });
      },
    )
    .delete(
      "/scheduling/overrides/:date",
      validateParams(DateOverridePath, unknownDateError),
      async (context) => {
        const { date } = context.req.valid("param");
        const deleted = await database.asCaller(context.var.caller, (query) =>
          query("delete from endpoints.availability_overrides where date = $1 returning date", [date]),
        );
        if (deleted.length === 0) {
          throw unknownDateError();
        }
        return context.json({ success: true });
      },
    );
}

async function readOverview(query: Query) {
  const [settings] = await query("select * from endpoints.scheduling_settings");
  if (!settings) {
    throw new Error("the scheduling settings are missing");
  }
  const weekdays = await query(
    "select weekday, hours::text as hours from endpoints.availability_hours order by weekday",
  );
  const overrides = await query(
    `select date::text as date, hours::text as hours, label from endpoints.availability_overrides
      where date >= current_date - 7 order by date`,
  );
  const hosts = await query(
    `select id, name, email, user_id, meeting_url, phone, is_active from endpoints.consultation_hosts
      order by created_at, id`,
  );
  const feeds = await query(
    `select id, host_id, label, server_name, checked_at, succeeded_at, failing_since, failure, warnings, busy_count
       from endpoints.calendar_feeds order by created_at, id`,
  );
  const blockedTimes = await query(
    `select id, host_id, starts_at, ends_at, reason from endpoints.blocked_times
      where ends_at > now() order by starts_at limit 500`,
  );
  return {
    settings: {
      timeZone: settings.time_zone,
      durationMinutes: settings.duration_minutes,
      slotIntervalMinutes: settings.slot_interval_minutes,
      bufferBeforeMinutes: settings.buffer_before_minutes,
      bufferAfterMinutes: settings.buffer_after_minutes,
      noticeMinutes: settings.notice_minutes,
      changeNoticeMinutes: settings.change_notice_minutes,
      horizonDays: settings.horizon_days,
      maxPerDay: settings.max_per_day,
      clientsPickTimes: settings.clients_pick_times,
    },
    defaultTimeZone: brand.timeZone,
    hours: weekdays.map(({ hours }) => parseHours(hours)),
    overrides: overrides.map(({ date, hours, label }) => ({
      date: calendarDate(date),
      hours: parseHours(hours),
      label,
    })),
    hosts: hosts.map(({ user_id, meeting_url, is_active, ...host }) => ({
      ...host,
      userId: user_id,
      meetingUrl: meeting_url,
      isActive: is_active,
    })),
    feeds: feeds.map((feed) => ({
      id: feed.id,
      hostId: feed.host_id,
      label: feed.label,
      serverName: feed.server_name,
      checkedAt: toInstant(feed.checked_at),
      succeededAt: toInstant(feed.succeeded_at),
      failingSince: toInstant(feed.failing_since),
      failure: feed.failure,
      warnings: feed.warnings,
      busyCount: feed.busy_count,
    })),
    blockedTimes: blockedTimes.map(({ id, host_id, starts_at, ends_at, reason }) => ({
      id,
      hostId: host_id,
      startsAt: toInstant(starts_at),
      endsAt: toInstant(ends_at),
      reason,
    })),
  };
}

function unknownDateError(): ApiError {
  return new ApiError(404, "unknown_date", "This date has no override.");
}
