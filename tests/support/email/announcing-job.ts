import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { createDatabase } from "#server/database/database.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import type { Services } from "#server/services.ts";
import { createTestClient, type TestClient } from "../records/test-client.ts";

export const PORTAL_URL = "https://firm.example/client-portal";

type QueuedEmail = { kind: string; recipient: string; subject: string; body_text: string };
type Dependencies = Pick<Services, "database" | "jobs" | "now"> & { config: Services["config"] };

/** A job that emails clients about events, in an installation that has announced events for a year. */
export type AnnouncingJob = {
  database: TestDatabase;
  client: TestClient;
  run: JobHandler;
  /** Runs the job twice and lists all queued emails, so that a duplicate email for the same event is detected. */
  runAndListEmails(): Promise<QueuedEmail[]>;
  /** Turns an email topic on or off for the client. */
  setPreference(topic: string, isOn: boolean): Promise<void>;
};

export async function createAnnouncingJob(
  createJob: (services: Dependencies) => JobHandler,
  now: () => Date = () => new Date(),
): Promise<AnnouncingJob> {
  const database = await createTestDatabase();
  const client = await createTestClient(database, { company: "Contoso", contact_person: "Ada Moreno" });
  await database.pool.query("update public.email_settings set client_news_since = now() - interval '1 year'");
  await database.pool.query("insert into private.provider_connections (merchant_id) values ('M1')");
  await database.pool.query("update private.provider_connections set last_synced_at = now()");
  await database.pool.query(
    "update private.provider_connections set first_synced_at = now() - interval '1 year'",
  );
  const run = createJob({
    database: createDatabase(database.pool),
    jobs,
    now,
    config: { publicUrl: "https://firm.example", email: { contactTo: "desk@firm.example" } } as never,
  });
  return {
    database,
    client,
    run,
    async runAndListEmails() {
      await run({});
      await run({});
      const { rows } = await database.pool.query<QueuedEmail>(
        "select kind, recipient, subject, body_text from private.email_outbox order by created_at, kind",
      );
      return rows;
    },
    async setPreference(topic, isOn) {
      await database.pool.query(`update public.email_preferences set ${topic} = $2 where user_id = $1`, [
        client.userId,
        isOn,
      ]);
    },
  };
}
