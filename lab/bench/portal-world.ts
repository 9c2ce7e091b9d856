import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#supabase/database.types.ts";
import { aFreePort, aProcess } from "#tests/support/a-process.ts";
import { aFolder } from "#tests/support/browser.ts";

export const CLIENTS = 10;
export const INVOICES_EACH = 500;
const PROJECTS_EACH = 8;
const PASSWORD = "correct horse battery";
const ADMINISTRATOR = { email: "owner@firm.example", password: PASSWORD };

export type BenchPortal = {
  url: string;
  people: { email: string; password: string }[];
  administrator: { email: string; password: string };
  /** Past all policies. */
  rows: SupabaseClient<Database>;
  /** Of the product's process. */
  pid: number;
  stop(): Promise<void>;
};

/** The product in a process of its own, with clients who have many invoices, a third of them paid. */
export async function aFullPortal(): Promise<BenchPortal> {
  const folder = await aFolder();
  const dataDir = join(folder.path, "data");
  const started = aProcess({
    PORT: await aFreePort(),
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    DEMO: "false",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    RATE_LIMIT_SCALE: "1000",
  });
  await started.ready();
  const { secretKey } = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"));
  const rows = createClient<Database>(started.url, secretKey, { auth: { persistSession: false } });
  const people: BenchPortal["people"] = [];
  for (let number = 1; number <= CLIENTS; number++) {
    const person = { email: `client${number}@firm.example`, password: PASSWORD };
    const { data } = await rows.auth.admin.createUser({
      ...person,
      email_confirm: true,
      app_metadata: { role: "client" },
    });
    const { data: client } = await rows
      .from("clients")
      .insert({ user_id: data.user?.id ?? "", company: `Company ${number}`, contact_person: "Ada" })
      .select("id")
      .single()
      .throwOnError();
    await fill(client.id);
    people.push(person);
  }
  return {
    url: started.url,
    people,
    administrator: ADMINISTRATOR,
    rows,
    pid: started.child.pid ?? 0,
    async stop() {
      started.kill("SIGTERM");
      await started.exit();
      await folder.remove();
    },
  };

  async function fill(client_id: string): Promise<void> {
    const { data: projects } = await rows
      .from("projects")
      .insert(
        Array.from({ length: PROJECTS_EACH }, (_, index) => ({
          client_id,
          project_name: `Assessment ${index + 1}`,
          status: "in_progress",
        })),
      )
      .select("id")
      .throwOnError();
    const invoices = Array.from({ length: INVOICES_EACH }, (_, index) => ({
      client_id,
      project_id: projects[index % PROJECTS_EACH]?.id ?? null,
      invoice_number: String(index + 1).padStart(7, "0"),
      description: "Continuous adversarial testing",
      amount: 1000 + index,
      status: ["paid", "pending", "overdue"][index % 3] ?? "paid",
      due_date: `2026-${String((index % 12) + 1).padStart(2, "0")}-15`,
      payment_schedule: ["DEPOSIT", "BALANCE"].map((request_type) => ({
        request_type,
        due_date: "2026-01-15",
        computed_amount_money: { amount: 50_000, currency: "USD" },
        total_completed_amount_money: { amount: 0, currency: "USD" },
      })),
    }));
    await rows.from("invoices").insert(invoices).throwOnError();
  }
}
