import type { Services } from "#server/services.ts";

/**
 * Lists the ids of confirmed consultations at whose time the host is busy according to a calendar, or because an
 * administrator blocked it afterwards. The caller must have authorized an administrator.
 */
export async function listClashes({ database, now }: Pick<Services, "database" | "now">): Promise<string[]> {
  const rows = await database.bypassPolicies({ reason: "list clashes of consultations" }, (query) =>
    query(
      `select consultation.id
       from public.consultations as consultation
      where consultation.status = 'confirmed' and consultation.starts_at > $1
        and (exists (select from public.blocked_times as blocked
                      where (blocked.host_id = consultation.host_id or blocked.host_id is null)
                        and tstzrange(blocked.starts_at, blocked.ends_at) && tstzrange(consultation.starts_at, consultation.ends_at))
             or exists (select from private.feed_busy_times as event
                          join private.calendar_feeds as feed on feed.id = event.feed_id
                         where feed.host_id = consultation.host_id
                           and tstzrange(event.starts_at, event.ends_at) && tstzrange(consultation.starts_at, consultation.ends_at)))
      order by consultation.starts_at limit 200`,
      [now()],
    ),
  );
  return rows.map(({ id }) => id);
}
