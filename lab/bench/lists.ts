// Response times of the admin lists over HTTP with 100 and 10,000 clients, each with 2 projects and 10 invoices, and with
// as many findings in up to 200 projects, inquiries and proposals:
// `npx node lab/bench/lists.ts`.
import { performance } from "node:perf_hooks";
import { Hono } from "hono";
import { createPipelineRoutes } from "#server/api/admin/proposals/pipeline.ts";
import { createAdminGroup } from "#server/api/route-groups.ts";
import { createRouteEnvironment } from "#tests/support/product/api-environment.ts";
import {
  createSignedInUser,
  type HttpServer,
  PUBLISHABLE_KEY,
  startHttpServer,
  type TestBackend,
  withTestBackend,
} from "./fixtures/backend.ts";
import { recordResult } from "./measure/results.ts";

const SIZES = [100, 10_000];
const ROUNDS = 60;
const WARM_UP = 10;
const PAGE = "limit=25&offset=0";
/** Maximum p95 of a first page, measured at the server, and its maximum slowdown at the larger size. */
const MAX_P95_MS = 150;
const MAX_GROWTH = 3;

/** An endpoint instead of a table or view. */
const PIPELINE_PATH = "/api/admin/pipeline";

const FINDING_COLUMNS =
  "id,key,title,severity,state,due_on,published_on,created_at,project_id,client_id,projects(project_name,clients(company))";

/** First-page requests of each screen. The lines of an entry are requested in parallel. */
const FIRST_PAGES: Record<string, string> = {
  clients: `client_list?select=*&status=eq.active&order=company_order.asc,id.asc&${PAGE}`,
  projects: `project_list?select=*&order=status.asc,target_completion_date.asc,id.asc&${PAGE}`,
  // The total number of invoices is stored, so the page is requested without a count and the total in parallel.
  invoices: `invoice_list?select=*&order=urgency_order.asc.nullslast,id.asc&${PAGE}\nfirm_totals?select=invoice_count`,
  subscriptions: `subscription_list?select=*&order=created_at.desc,id.asc&${PAGE}`,
  inbox: `contact_inquiries?select=*&status=in.(new,in_progress)&order=created_at.asc,id.asc&${PAGE}`,
  bookings: `service_bookings?select=*,clients(company)&status=eq.pending&order=created_at.asc,id.asc&${PAGE}`,
  findings: `findings?select=${FINDING_COLUMNS}&state=in.(draft,open,in_progress,ready_for_retest,disputed)&order=severity_rank.asc,due_on.asc,id.asc&${PAGE}`,
  messages: `message_threads?select=*&order=last_message_at.desc,client_id.asc&${PAGE}`,
};
const OTHER_QUERIES: Record<string, string> = {
  "clients by balance": `client_list?select=*&status=eq.active&order=outstanding_balance.desc,id.asc&${PAGE}`,
  "clients searched": `client_list?select=*&or=(company.ilike."*7 Ltd*",contact_person.ilike."*7 Ltd*",email.ilike."*7 Ltd*")&order=company_order.asc,id.asc&${PAGE}`,
  "projects by outstanding": `project_list?select=*&order=outstanding.desc,id.asc&${PAGE}`,
  "invoices by amount": `invoice_list?select=*&order=amount.desc.nullslast,id.asc&${PAGE}`,
  "invoices by open": `invoice_list?select=*&order=open_amount.desc.nullslast,id.asc&${PAGE}`,
  "invoices by open, asc.": `invoice_list?select=*&order=open_amount.asc.nullslast,id.asc&${PAGE}`,
  "invoices overdue": `invoice_list?select=*&status=eq.overdue&order=due_date.desc.nullslast,id.asc&${PAGE}`,
  "invoices by due date": `invoice_list?select=*&order=due_date.desc.nullslast,id.asc&${PAGE}`,
  "findings searched": `findings?select=${FINDING_COLUMNS}&or=(key.ilike."*injection 99*",title.ilike."*injection 99*",affected_asset.ilike."*injection 99*")&order=severity_rank.asc,due_on.asc,id.asc&${PAGE}`,
  "dashboard figures": "firm_totals?select=*",
  pipeline: PIPELINE_PATH,
  "pipeline, show more": `${PIPELINE_PATH}/cards?stage=sent&limit=40`,
};

type Timing = { median: number; p95: number };

/** Prints the times of each list at both sizes. */
export async function measureLists(): Promise<void> {
  const timings: Map<string, Timing>[] = [];
  for (const size of SIZES) {
    await withTestBackend(async (backend) => void timings.push(await measureAtSize(backend, size)));
  }
  const [small, large] = timings;
  console.log(
    `lists          first page, milliseconds at the server   ${SIZES.map((size) => `${size} clients`).join(" | ")}`,
  );
  for (const name of [...Object.keys(FIRST_PAGES), ...Object.keys(OTHER_QUERIES)]) {
    const [smallTiming, largeTiming] = [small?.get(name), large?.get(name)];
    if (!smallTiming || !largeTiming) {
      continue;
    }
    const slowdown = largeTiming.p95 / smallTiming.p95;
    const isFirstPage = name in FIRST_PAGES;
    const isTargetMissed = largeTiming.p95 > MAX_P95_MS || (isFirstPage && slowdown > MAX_GROWTH);
    if (isTargetMissed) {
      process.exitCode = 1;
    }
    recordResult({ name: `${name}: p95`, value: largeTiming.p95, unit: "ms", atMost: MAX_P95_MS });
    if (isFirstPage) {
      recordResult({
        name: `${name}: large compared with small`,
        value: slowdown,
        unit: "×",
        atMost: MAX_GROWTH,
      });
    }
    console.log(
      `${name.padEnd(24)} median ${smallTiming.median.toFixed(1).padStart(6)} | ${largeTiming.median.toFixed(1).padStart(6)}   ` +
        `p95 ${smallTiming.p95.toFixed(1).padStart(6)} | ${largeTiming.p95.toFixed(1).padStart(6)}   ${slowdown.toFixed(1)} ×` +
        `   (target: ${MAX_P95_MS} ms${isFirstPage ? `, ${MAX_GROWTH} ×` : ""})${isTargetMissed ? "   missed" : ""}`,
    );
  }
  console.log();
}

async function measureAtSize(backend: TestBackend, clients: number): Promise<Map<string, Timing>> {
  await insertListData(backend.pool, clients);
  const { token } = await createSignedInUser(backend, "administrator", "admin");
  const server = await startHttpServer(backend.supabase.app.fetch);
  const endpoints = await startEndpoints(backend);
  const measured = new Map<string, Timing>();
  for (const [name, path] of Object.entries({ ...FIRST_PAGES, ...OTHER_QUERIES })) {
    const times: number[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const startedAt = performance.now();
      const paths = path.split("\n");
      const counts: Record<string, string> = paths.length === 1 ? { prefer: "count=exact" } : {};
      await Promise.all(
        paths.map(async (requestPath) => {
          const response = await (requestPath.startsWith("/api/")
            ? fetch(`${endpoints.origin}${requestPath}`, {
                headers: { authorization: "Bearer administrator" },
              })
            : fetch(`${server.origin}/rest/v1/${requestPath}`, {
                headers: { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${token}`, ...counts },
              }));
          const body = await response.text();
          if (!response.ok) {
            throw new Error(`${name} returned ${response.status}: ${body}`);
          }
        }),
      );
      if (round >= WARM_UP) {
        times.push(performance.now() - startedAt);
      }
    }
    times.sort((a, b) => a - b);
    const percentile = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
    measured.set(name, { median: percentile(0.5), p95: percentile(0.95) });
  }
  server.close();
  endpoints.close();
  return measured;
}

/** Serves the endpoints of the pipeline. Their access token is "administrator". */
async function startEndpoints({ pool, connection }: TestBackend): Promise<HttpServer> {
  const { fetch: handle } = await createRouteEnvironment(
    (parts) => new Hono().route("/", createAdminGroup(parts).route("/", createPipelineRoutes(parts))),
    { testDatabase: { pool, connection } },
  );
  return startHttpServer(async (request) => handle(request));
}

/** Inserts two projects and ten invoices per client. One invoice in ten is unpaid. */
export async function insertListData(pool: TestBackend["pool"], clients: number): Promise<void> {
  const statements = [
    `insert into public.clients (company, contact_person, joined_date)
     select 'Company ' || n || ' Ltd', 'Person ' || n, date '2020-01-01' + n % 2000 from generate_series(1, $1::int) n`,
    `insert into public.projects (client_id, project_name, status, target_completion_date)
     select client.id, 'Audit ' || n || ' of ' || client.company,
            (array['open', 'in_progress', 'on_hold', 'completed', 'frozen', 'cancelled'])[1 + (n + hashtext(client.id::text) % 6 + 6) % 6],
            date '2026-01-01' + hashtext(client.id::text || n) % 700
       from public.clients client, generate_series(1, 2) n where $1::int > 0`,
    `insert into public.invoices (client_id, project_id, invoice_number, description, amount, status, issued_date, due_date)
     select project.client_id, project.id, 'INV-' || n || '-' || left(project.id::text, 8), 'Part ' || n, 100 + n * 10.5,
            case when n = 5 then (array['pending', 'overdue'])[1 + abs(hashtext(project.id::text)) % 2] else 'paid' end,
            date '2024-01-01' + abs(hashtext(project.id::text || n)) % 900,
            date '2024-02-01' + abs(hashtext(project.id::text || n)) % 900
       from public.projects project, generate_series(1, 5) n where $1::int > 0`,
    `insert into public.subscription_tiers (tier_name, monthly_price) select 'Guard', 500 where $1::int > 0`,
    `insert into public.client_subscriptions (client_id, tier_id, status, created_at)
     select client.id, tier.id, 'active', now() - make_interval(hours => abs(hashtext(client.id::text)) % 9000)
       from public.clients client, public.subscription_tiers tier where $1::int > 0`,
    `insert into public.service_bookings (client_id, service_type, preferred_start_date, project_description, created_at)
     select id, 'Other', current_date, 'Review our assistant.', now() - make_interval(mins => abs(hashtext(id::text)) % 90000)
       from public.clients where $1::int > 0`,
    `insert into public.messages (client_id, sender_role, body, created_at)
     select id, (array['client', 'admin'])[n], 'Hello', now() - make_interval(mins => abs(hashtext(id::text)) % 90000 + n)
       from public.clients, generate_series(1, 2) n where $1::int > 0`,
    `insert into public.contact_inquiries (reference, name, email, company, service_interest, message, created_at)
     select 'R' || n, 'Grace', 'grace@example.com', 'Fabrikam ' || n, 'Other', 'Please call me back.', now() - make_interval(mins => n)
       from generate_series(1, $1::int) n`,
    `insert into public.proposals (client_id, title, status, value, current_version, valid_until, created_at, first_sent_at, sent_at,
                                   viewed_at, closed_at)
     select row.id, 'Assessment ' || row.n, row.status, 1000 + row.n, case when row.status = 'draft' then 0 else 1 end,
            current_date + 30, row.at, row.sent_at, row.sent_at, case when row.status in ('viewed', 'declined') then row.at end,
            case when row.status in ('declined', 'withdrawn') then row.at end
       from (select client.*, case when client.status <> 'draft' then client.at end as sent_at
               from (select id, row_number() over (order by id) as n,
                            (array['draft', 'sent', 'viewed', 'declined', 'withdrawn'])[1 + abs(hashtext(id::text)) % 5] as status,
                            now() - make_interval(mins => abs(hashtext(id::text)) % 90000) as at
                       from public.clients where $1::int > 0) as client) as row`,
    `insert into public.findings (project_id, client_id, title, severity, description, found_on)
     select project.id, project.client_id, 'Prompt injection ' || n || ' in the assistant of project ' || project.number,
            (array['critical', 'high', 'medium', 'low', 'info'])[1 + (n + project.number) % 5], repeat('Text. ', 200),
            date '2026-01-01' + n % 300
       from (select * from public.projects order by number limit least(200, $1::int / 5)) as project,
            generate_series(1, greatest($1::int / 200, 5)) n`,
    `update public.findings as finding
        set publication_status = 'published', published_on = found_on, number = row.number,
            key = 'WL-' || row.project_number || '-' || 1000 + row.number
       from (select draft.id, 10000 + project.number as project_number,
                    row_number() over (partition by project.id order by draft.id) as number
               from public.findings as draft join public.projects as project on project.id = draft.project_id) as row
      where finding.id = row.id and row.number % 5 <> 0 and $1::int > 0`,
  ];
  for (const statement of statements) {
    await pool.query(statement, [clients]);
  }
  await pool.query("vacuum analyze");
}

if (import.meta.main) {
  await measureLists();
}
