import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import * as z from "zod/mini";
import { FeedForm } from "#domain/scheduling/settings-form.ts";
import { unknownHostError } from "#server/api/admin/scheduling/hosts.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import { callerJobs } from "#server/jobs/queue/queue.ts";
import { getScheduleJobOptions, SCHEDULES } from "#server/jobs/queue/schedules.ts";
import { feedBinding } from "#server/scheduling/feeds/read-feed.ts";
import { createSecretCipher } from "#server/secret-cipher.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;
const FeedPath = z.object({ id: z.guid() });
const MAX_FEEDS = 20;

/**
 * `POST /api/admin/scheduling/feeds` adds a private calendar address, `DELETE /api/admin/scheduling/feeds/{id}` removes one
 * with its busy times, and `POST /api/admin/scheduling/feeds/read` reads all calendars now. Addresses are never returned.
 */
export function createFeedRoutes({ database, keys }: Pick<Services, "database" | "keys">) {
  const cipher = createSecretCipher(keys.encryptionKey, keys.previousEncryptionKey);
  return new Hono<CallerEnv>()
    .post("/scheduling/feeds", validateJson(FeedForm, { maxBytes: MAX_BODY_BYTES }), async (context) => {
      const { hostId, label, url } = context.req.valid("json");
      const id = randomUUID();
      const serverName = new URL(url.replace(/^webcal:/i, "https:")).hostname;
      await database.asCaller(context.var.caller, async (query) => {
        const [host] = await query("select 1 from endpoints.consultation_hosts where id = $1", [hostId]);
        if (!host) {
          throw unknownHostError();
        }
        const [row] = await query("select count(*)::integer as feeds from endpoints.calendar_feeds");
        if ((row?.feeds ?? 0) >= MAX_FEEDS) {
          throw new ApiError(409, "too_many_feeds", `You can add up to ${MAX_FEEDS} calendars.`);
        }
        await query(
          `insert into endpoints.calendar_feeds (id, host_id, label, url_encrypted, encryption_key_id, server_name)
           values ($1, $2, $3, $4, $5, $6)`,
          [id, hostId, label, cipher.encrypt(url, feedBinding(id)), cipher.keyId, serverName],
        );
        await queueRead(query);
      });
      return context.json({ success: true, id }, 201);
    })
    .post("/scheduling/feeds/read", async (context) => {
      await database.asCaller(context.var.caller, queueRead);
      return context.json({ success: true }, 202);
    })
    .delete("/scheduling/feeds/:id", validateParams(FeedPath, unknownFeedError), async (context) => {
      const { id } = context.req.valid("param");
      const deleted = await database.asCaller(context.var.caller, (query) =>
        query("delete from endpoints.calendar_feeds where id = $1 returning id", [id]),
      );
      if (deleted.length === 0) {
        throw unknownFeedError();
      }
      return context.json({ success: true });
    });
}

/** Queues the scheduled job now, instead of its next run. */
async function queueRead(query: Query): Promise<void> {
  const schedule = SCHEDULES.find(({ name }) => name === "read-calendar-feeds");
  await callerJobs.add(query, "read-calendar-feeds", {}, schedule && getScheduleJobOptions(schedule));
}

function unknownFeedError(): ApiError {
  return new ApiError(404, "unknown_feed", "This calendar no longer exists.");
}
