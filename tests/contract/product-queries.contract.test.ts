import type { SupabaseClient } from "@supabase/supabase-js";
import {
  CONTRACT_TARGETS,
  createTestUser,
  signInAs,
  startTestBackend,
  type TestBackend,
  type TestUser,
} from "@wardline/embedded-supabase/test-support/test-backend";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { awaitsReplyFilter } from "#app/api/admin/awaits-reply.ts";

// Runs the queries of the portal and the admin area against the product's tables.
describe.each(CONTRACT_TARGETS)("product queries on $name", (target) => {
  let backend: TestBackend;
  let person: TestUser;
  let client: SupabaseClient;
  let administrator: SupabaseClient;
  let clientId: string;
  let projectId: string;

  beforeAll(async () => {
    backend = await startTestBackend(await target.database());
    person = await createTestUser(backend);
    client = await signInAs(backend, person);
    administrator = await signInAs(backend, await createTestUser(backend, { role: "admin" }));
    const service = backend.serviceClient();
    const created = await service
      .from("clients")
      .insert({ company: "Acme", contact_person: "Ada", user_id: person.id })
      .select("id")
      .single();
    clientId = created.data?.id;
    const project = await administrator
      .from("projects")
      .insert({ client_id: clientId, project_name: "Assessment" })
      .select("id")
      .single();
    projectId = project.data?.id;
    const invoice = { client_id: clientId, project_id: projectId, amount: "1200.50", status: "overdue" };
    const { error } = await service.from("invoices").insert([invoice, { ...invoice, project_id: null }]);
    expect([created.error, project.error, error]).toEqual([null, null, null]);
  });
  afterAll(() => backend.close());

  const expectRows = async (query: PromiseLike<{ data: unknown; error: unknown }>) => {
    const { data, error } = await query;
    expect(error).toBeNull();
    return data;
  };

  test("the portal reads the rows of its client", async () => {
    expect(
      await expectRows(
        client.from("users").select("id").eq("email", person.email).eq("role", "client").single(),
      ),
    ).toEqual({
      id: person.id,
    });
    expect(
      await expectRows(client.from("clients").select("*").eq("user_id", person.id).single()),
    ).toMatchObject({
      company: "Acme",
    });
    const fields =
      "id, square_invoice_id, invoice_number, amount, status, issued_date, due_date, paid_date, description, square_payment_url, payment_schedule, next_payment_amount, next_payment_due_date, total_paid_amount, service_date, accepted_payment_methods";
    expect(
      await expectRows(
        client
          .from("invoices")
          .select(fields)
          .eq("client_id", clientId)
          .order("due_date", { ascending: false }),
      ),
    ).toHaveLength(2);
    expect(
      await expectRows(client.from("invoices").select("amount, status").eq("project_id", projectId)),
    ).toEqual([{ amount: 1200.5, status: "overdue" }]);
    expect(
      await expectRows(client.from("invoices").select("amount, status").eq("client_id", clientId)),
    ).toHaveLength(2);
    const selectOwnRows = (table: string) => client.from(table).select("*").eq("client_id", clientId);
    expect(await expectRows(selectOwnRows("client_rates").order("service_type"))).toEqual([]);
    expect(await expectRows(selectOwnRows("documents").order("uploaded_at", { ascending: false }))).toEqual(
      [],
    );
    expect(
      await expectRows(selectOwnRows("projects").order("target_completion_date", { ascending: false })),
    ).toHaveLength(1);
    const count = (table: string) =>
      client.from(table).select("*", { count: "exact", head: true }).eq("client_id", clientId);
    expect((await count("documents")).count).toBe(0);
    expect((await count("service_bookings").in("status", ["approved", "in_progress"])).count).toBe(0);
    await expectRows(
      client.from("subscription_tiers").select("*").eq("is_active", true).order("display_order"),
    );
    await expectRows(
      client
        .from("client_subscriptions")
        .select("*, subscription_tiers(tier_name)")
        .eq("client_id", clientId)
        .eq("status", "active")
        .maybeSingle(),
    );
  });

  test("a client can't write columns or rows without permission", async () => {
    const allowedChanges = { company: "Acme", contact_person: "Ada", phone: "1", address: "2" };
    expect((await client.from("clients").update(allowedChanges).eq("id", clientId)).error).toBeNull();
    const rejected: [string, object][] = [
      ["clients", { status: "suspended" }],
      ["clients", { user_id: null }],
      ["clients", { phone: "1", square_customer_id: "stolen" }],
      ["users", { role: "admin" }],
      ["invoices", { status: "paid" }],
      ["invoices", { amount: 1 }],
      ["invoices", { square_payment_url: "https://example.com" }],
      ["projects", { total_estimated_value: 0 }],
    ];
    for (const [table, change] of rejected) {
      const response = await client.from(table).update(change).not("id", "is", null).select("id");
      expect([table, change, response.error?.code]).toEqual([table, change, "42501"]);
    }
    // Administrators may write this column, so only the row policies stop the client. The update matches no rows.
    const unlinked = await client
      .from("invoices")
      .update({ project_id: null })
      .eq("client_id", clientId)
      .select("id");
    expect(unlinked).toMatchObject({ data: [], error: null });
    for (const [table, row] of [
      ["invoices", { client_id: clientId, amount: 1, status: "paid" }],
      ["users", { id: crypto.randomUUID(), email: "x@example.com", role: "admin" }],
      ["clients", { company: "Mine", contact_person: "Me" }],
    ] as const) {
      expect((await client.from(table).insert(row)).error?.code).toBe("42501");
    }
    for (const table of ["invoices", "clients", "projects", "documents"]) {
      expect((await client.from(table).delete().not("id", "is", null)).error?.code).toBe("42501");
    }
  });

  test("the admin area reads all rows", async () => {
    const select = (table: string, columns: string) => administrator.from(table).select(columns);
    expect(
      await expectRows(
        select("clients", "id, company, contact_person, status, joined_date, user_id")
          .eq("status", "active")
          .order("company"),
      ),
    ).toHaveLength(1);
    expect(await expectRows(select("users", "email").eq("id", person.id).single())).toEqual({
      email: person.email,
    });
    expect(
      await expectRows(
        select("invoices", "id, invoice_number, description, project_id, square_payment_url").eq(
          "project_id",
          projectId,
        ),
      ),
    ).toHaveLength(1);
    expect(
      await expectRows(
        select("projects", "*, clients(company)").order("status").order("target_completion_date"),
      ),
    ).toMatchObject([{ project_name: "Assessment", clients: { company: "Acme" } }]);
    expect(await expectRows(select("projects", "client_id").eq("id", projectId).single())).toEqual({
      client_id: clientId,
    });
    expect(await expectRows(select("projects", "id").in("status", ["in_progress", "on_hold"]))).toEqual([]);
    expect(await expectRows(select("service_bookings", "id").eq("status", "pending"))).toEqual([]);
    const subscriptions = "*, clients(company), subscription_tiers(tier_name, monthly_price)";
    await expectRows(select("client_subscriptions", subscriptions).order("created_at", { ascending: false }));
    await expectRows(
      select("documents", "*, clients(company)").order("uploaded_at", { ascending: false }).limit(10),
    );
    await expectRows(select("client_rates", "*").eq("client_id", clientId));
  });

  test("the admin area lists pending requests and open proposals for upcoming meetings", async () => {
    const now = new Date();
    const daysFromNow = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();
    const addBooking = async (name: string, columns: object) =>
      expectRows(
        backend
          .serviceClient()
          .from("service_bookings")
          .insert({
            client_id: clientId,
            service_type: name,
            preferred_start_date: "2031-02-01",
            project_description: "Review our assistant.",
            ...columns,
          }),
      );
    const proposal = { status: "approved", scheduled_at: daysFromNow(1), proposed_at: daysFromNow(2) };
    await addBooking("request", {});
    await addBooking("proposal", proposal);
    await addBooking("meeting without a proposal", { ...proposal, proposed_at: null });
    await addBooking("proposal for a past meeting", { ...proposal, scheduled_at: daysFromNow(-1) });
    await addBooking("cancelled meeting", { ...proposal, status: "cancelled" });
    const select = administrator.from("service_bookings").select("service_type");
    expect(await expectRows(select.or(awaitsReplyFilter(now)).order("service_type"))).toEqual([
      { service_type: "proposal" },
      { service_type: "request" },
    ]);
    await expectRows(backend.serviceClient().from("service_bookings").delete().eq("client_id", clientId));
  });

  test("the admin area writes projects, invoices and messages", async () => {
    const changed = administrator.from("projects").update({ status: "on_hold" }).eq("id", projectId).select();
    expect(await expectRows(changed)).toMatchObject([{ id: projectId, status: "on_hold" }]);
    const unlinked = administrator
      .from("invoices")
      .update({ project_id: null })
      .eq("project_id", projectId)
      .select("project_id");
    expect(await expectRows(unlinked)).toEqual([{ project_id: null }]);
  });
});
