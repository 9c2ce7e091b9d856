import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { ProjectStatus } from "#domain/projects/project.ts";
import type { Query } from "#server/database/database.ts";
import { DEMO_CLIENTS } from "#server/demo/seed-data.ts";

type DemoProject = {
  /** Index in DEMO_CLIENTS. */
  client: number;
  name: string;
  description: string;
  status: ProjectStatus;
  startedDaysAgo: number;
  /** Days from the first start to the target date, or null if there is none. */
  dueInDays: number | null;
  /**
   * Number of invoices to link: paid invoices first for a completed project, open invoices first for other projects.
   */
  invoices: number;
};

const PROJECTS: readonly DemoProject[] = [
  {
    client: 0,
    name: "Clinical assistant red team",
    description: "Adversarial testing of the triage assistant before launch.",
    status: "in_progress",
    startedDaysAgo: 62,
    dueInDays: 34,
    invoices: 5,
  },
  {
    client: 0,
    name: "Model inventory and risk register",
    description: "Every model in use with its owner, data and risks, maintained by its team.",
    status: "completed",
    startedDaysAgo: 240,
    dueInDays: -58,
    invoices: 4,
  },
  {
    client: 0,
    name: "Vendor model review",
    description: "Contract and security review of three external model providers.",
    status: "on_hold",
    startedDaysAgo: 21,
    dueInDays: null,
    invoices: 1,
  },
  {
    client: 1,
    name: "ISO 42001 readiness",
    description: "Gap analysis, policies and evidence for an AI management system.",
    status: "in_progress",
    startedDaysAgo: 90,
    dueInDays: 75,
    invoices: 3,
  },
  {
    client: 2,
    name: "Guardrails in the delivery pipeline",
    description: "Evaluation gates and review rules for the routing models.",
    status: "open",
    startedDaysAgo: 4,
    dueInDays: 120,
    invoices: 2,
  },
];

/** Inserts projects and links synced invoices to them. Skips existing projects. */
export async function insertProjects(query: Query, now: Date): Promise<void> {
  for (const project of PROJECTS) {
    const [inserted] = await query(
      `insert into public.projects (client_id, project_name, description, status, start_date, target_completion_date)
       select client.id, $2, $3, $4, $5::date - $6::integer, $5::date + $7::integer
         from public.clients as client join public.users as account on account.id = client.user_id
        where account.email = $1
          and not exists (select from public.projects where client_id = client.id and project_name = $2)
       returning id, client_id`,
      [
        DEMO_CLIENTS[project.client]?.email ?? null,
        project.name,
        project.description,
        project.status,
        dateInTimeZone(now, "UTC"),
        project.startedDaysAgo,
        project.dueInDays,
      ],
    );
    if (!inserted) {
      continue;
    }
    await query(
      `update public.invoices set project_id = $1
        where id in (select id from public.invoices
                      where client_id = $2 and project_id is null and square_subscription_id is null
                      order by (status = 'paid') = $4 desc, due_date desc nulls last, id limit $3)`,
      [inserted.id, inserted.client_id, project.invoices, project.status === "completed"],
    );
  }
}
