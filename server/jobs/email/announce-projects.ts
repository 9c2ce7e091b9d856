import { brand } from "#brand";
import type { Query } from "#server/database/database.ts";
import { listClientRecipients, queueClientEmails } from "#server/email/client-email.ts";
import { projectStatusChanged } from "#server/email/messages/project.ts";
import { queueEmail } from "#server/email/outbox.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "database" | "jobs"> & { config: Pick<Services["config"], "publicUrl"> };

/** Emails clients when the status of a project changes. */
export function createAnnounceProjectsJob({ database, jobs, config }: Dependencies): JobHandler {
  return () =>
    database.bypassPolicies({ reason: "announce project status changes" }, async (query) => {
      for (const change of await claimStatusChanges(query)) {
        await queueClientEmails(
          await listClientRecipients(query, change.client_id, "projects"),
          ({ name }) => ({
            deduplicationKey: change.key,
            kind: "project-status",
            ...projectStatusChanged(
              {
                contactPerson: name,
                projectId: change.project_id,
                project: change.project_name,
                from: change.from_status,
                to: change.to_status,
              },
              config.publicUrl,
              brand,
            ),
          }),
          (email) => queueEmail(query, jobs, email),
        );
      }
    });
}

/** Claims the newest status change of each project once it is 2 minutes old, so that corrections send one email. */
function claimStatusChanges(query: Query) {
  return query(
    `with changed as (
       select 'project-status:' || change.id as key, change.from_status, change.to_status, change.project_id,
              project.project_name, project.client_id
         from public.project_status_changes as change
         join public.projects as project on project.id = change.project_id
         join public.clients as client on client.id = project.client_id and client.status = 'active'
         cross join public.email_settings as settings
        where change.from_status is not null
          and change.changed_at > greatest(settings.client_news_since, now() - interval '2 days')
          and change.changed_at < now() - interval '2 minutes'
          and not exists (select from public.project_status_changes as newer
                           where newer.project_id = change.project_id and newer.id > change.id)
          and not exists (select from private.announcements as announced
                           where announced.key = 'project-status:' || change.id)
        order by change.id
        limit 200
     ), claimed as (
       insert into private.announcements (key) select changed.key from changed on conflict do nothing returning key
     )
     select changed.key, changed.from_status, changed.to_status, changed.project_id, changed.project_name,
            changed.client_id
       from changed join claimed on claimed.key = changed.key`,
  );
}
