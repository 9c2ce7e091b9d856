import { brand } from "#brand";
import { formatDateTime } from "#domain/dates/date-time.ts";
import { formatDeviceName } from "#domain/sign-in/device-name.ts";
import type { Query } from "#server/database/database.ts";
import { newDeviceSignIn } from "#server/email/messages/account-notices.ts";
import { queueEmail } from "#server/email/outbox.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "database" | "jobs"> & { config: Pick<Services["config"], "publicUrl"> };

/** Emails users about sign-ins from a device that they have not used before, except their first sign-in. */
export function createAnnounceSignInsJob({ database, jobs, config }: Dependencies): JobHandler {
  return () =>
    database.bypassPolicies({ reason: "announce sign-ins from new devices" }, async (query) => {
      for (const signIn of await claimNewDevices(query)) {
        await queueEmail(query, jobs, {
          deduplicationKey: signIn.key,
          kind: "account-new-device",
          recipient: signIn.email,
          ...newDeviceSignIn(
            {
              device: formatDeviceName(signIn.user_agent),
              address: signIn.address,
              time: formatDateTime(signIn.created_at, brand.timeZone),
            },
            `${config.publicUrl}${signIn.role === "admin" ? "/admin/settings?section=account" : "/client-portal?section=settings&tab=security"}`,
            { brand, name: signIn.name ?? undefined },
          ),
        });
      }
    });
}

/**
 * Claims successful sign-ins from the last day whose user agent differs from the user's earlier ones. Ignores digits,
 * so that a browser update is not a new device.
 */
function claimNewDevices(query: Query) {
  return query(
    `with unfamiliar as (
       select distinct on (attempt.user_id, regexp_replace(attempt.user_agent, '[0-9]', '', 'g'))
              'new-device:' || attempt.id as key, attempt.user_agent, attempt.address, attempt.created_at, account.email,
              account.role, private.account_name(account.id) as name
         from private.sign_in_attempts as attempt
         join public.users as account on account.id = attempt.user_id and account.email <> ''
         cross join public.email_settings as settings
        where attempt.outcome = 'succeeded'
          and attempt.created_at > greatest(settings.client_news_since, now() - interval '1 day')
          and exists (select from private.sign_in_attempts as earlier
                       where earlier.user_id = attempt.user_id and earlier.outcome = 'succeeded'
                         and earlier.id < attempt.id)
          and not exists (select from private.sign_in_attempts as earlier
                           where earlier.user_id = attempt.user_id and earlier.outcome = 'succeeded'
                             and earlier.id < attempt.id
                             and regexp_replace(earlier.user_agent, '[0-9]', '', 'g')
                                 = regexp_replace(attempt.user_agent, '[0-9]', '', 'g'))
        order by attempt.user_id, regexp_replace(attempt.user_agent, '[0-9]', '', 'g'), attempt.id
        limit 200
     ), claimed as (
       insert into private.announcements (key) select unfamiliar.key from unfamiliar on conflict do nothing returning key
     )
     select unfamiliar.key, unfamiliar.user_agent, unfamiliar.address, unfamiliar.created_at, unfamiliar.email,
            unfamiliar.role, unfamiliar.name
       from unfamiliar join claimed on claimed.key = unfamiliar.key`,
  );
}
