import { createEmbeddedSupabase } from "@wardline/embedded-supabase";
import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { Hono } from "hono";
import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, test } from "vitest";
import { createStatementRoutes } from "#server/api/client/statement.ts";
import { createClientGroup } from "#server/api/route-groups.ts";
import { createSessions } from "#server/auth/sessions.ts";
import { createDatabase } from "#server/database/database.ts";
import { createErrorHandler } from "#server/http/errors.ts";
import { createLogger } from "#server/observability/logger.ts";
import { readSession } from "#tests/support/product/session.ts";
import type { Account } from "#tests/support/records/account.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { buildInvoice } from "#tests/support/records/invoice.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

let client: TestClient;
let other: TestClient;
let administrator: Account;
let get: (account: Account, query: string, format?: ".pdf" | "") => Promise<Response>;

beforeAll(async () => {
  const { pool } = await createTestDatabase();
  const log = createLogger("silent");
  const supabase = await createEmbeddedSupabase({
    pool,
    publicUrl: "https://portal.firm.example",
    publishableKey: "publishable",
    secretKey: "secret",
    now: () => new Date(),
    rateLimitScale: 1000,
    passwordCost: 4,
    clientAddress: () => "198.51.100.7",
    log,
  });
  const sessions = createSessions(supabase.verifyAccessToken, async () => false);
  const app = new Hono();
  app.onError(createErrorHandler(log));
  const services = {
    database: createDatabase(pool),
    now: () => new Date(),
    config: { publicUrl: "https://portal.firm.example" },
  };
  app.route("/", createClientGroup({ sessions }).route("/", createStatementRoutes(services)));
  get = async (account, query, format = ".pdf") => {
    const response = await supabase.app.request("/auth/v1/token?grant_type=password", {
      method: "POST",
      headers: { apikey: "publishable", "content-type": "application/json" },
      body: JSON.stringify({ email: account.email, password: account.password }),
    });
    const { access_token: token } = await readSession(response);
    return app.request(`/api/client/statement${format}?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  };
  client = await createTestClient(
    { pool },
    {
      company: "Żółw Robotics",
      contact_person: "Анна Moreno",
      invoices: [
        buildInvoice({ invoice_number: "000001", amount: 1200, issued_date: "2025-12-31" }),
        buildInvoice({
          invoice_number: "000002",
          amount: 500,
          total_paid_amount: 200,
          issued_date: "2026-01-15",
          description: "Retest",
        }),
        ...Array.from({ length: 200 }, (_, index) =>
          buildInvoice({
            invoice_number: `1${String(index).padStart(3, "0")}`,
            status: "cancelled",
            issued_date: "2024-03-01",
            total_paid_amount: 1,
          }),
        ),
      ],
    },
  );
  await pool.query(
    `insert into public.invoice_payments
            (invoice_id, kind, square_id, square_payment_id, status, amount, method, card_brand, card_last4, created_at,
             updated_at)
     select id, 'payment', 'P1', 'P1', 'completed', 200, 'card', 'VISA', '1111', '2026-01-20 12:00Z', now()
       from public.invoices where invoice_number = '000002'`,
  );
  other = await createTestClient({ pool });
  administrator = await createAdministrator({ pool });
});

async function readPdf(response: Response): Promise<{ text: string; totalPages: number }> {
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  return extractText(pdf, { mergePages: true });
}

describe("GET /api/client/statement.pdf", () => {
  test.each([
    "client",
    "administrator",
  ] as const)("returns the client's statement for a period as a PDF to the %s", async (who) => {
    const account = { client, administrator }[who];
    const response = await get(account, `client=${client.id}&from=2026-01-01&to=2026-01-31`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename=/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { text, totalPages } = await readPdf(response);
    for (const expected of [
      "Jan 1, 2026 to Jan 31, 2026",
      "Żółw Robotics",
      "Анна Moreno",
      "Opening balance $1,200.00",
      "Jan 15, 2026 Invoice 000002 Retest $500.00 $1,700.00",
      "Jan 20, 2026 Payment 000002 Visa ending in 1111 -$200.00 $1,500.00",
      "Closing balance $1,500.00",
      "Left to pay at the end of the period, including amounts that weren't due yet.",
      "To pay, open an unpaid invoice in Billing: https://portal.firm.example/client-portal?section=billing",
      "Page 1 of 1",
    ]) {
      expect(text.replace(/\s+/g, " ")).toContain(expected);
    }
    expect(totalPages).toBe(1);
  });

  test("repeats the header of the table on every page", async () => {
    const { text, totalPages } = await readPdf(await get(client, `client=${client.id}`));
    expect(totalPages).toBeGreaterThan(10);
    expect(text.replace(/\s+/g, " ").match(/Date Type Invoice Description Amount Balance/g)).toHaveLength(
      totalPages,
    );
    expect(text).toContain("1199");
    expect(text).toContain(`Page ${totalPages} of ${totalPages}`);
  });

  test("shows a message for a period without entries", async () => {
    const { text } = await readPdf(await get(client, `client=${client.id}&from=2030-01-01`));
    expect(text).toContain("No invoices or payments in this period");
  });
});

describe("GET /api/client/statement", () => {
  test("returns the statement of a period", async () => {
    const response = await get(client, `client=${client.id}&from=2026-01-01&to=2026-01-31`, "");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject({
      company: "Żółw Robotics",
      statement: {
        openingCents: 120_000,
        closingCents: 150_000,
        balanceDueCents: 150_000,
        totals: { invoice: 50_000, payment: -20_000, refund: 0, credit: 0 },
        entries: [
          { date: "2026-01-15", kind: "invoice", balanceCents: 170_000 },
          { date: "2026-01-20", kind: "payment", balanceCents: 150_000 },
        ],
      },
    });
  });

  test.each(["", ".pdf"] as const)("does not return another client's statement%s", async (format) => {
    const response = await get(other, `client=${client.id}`, format);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "unknown_client" });
  });

  test.each([
    "",
    "client=1",
    "from=2026-01-01",
    `client=00000000-0000-4000-8000-000000000000&from=2026-02-30`,
    `client=00000000-0000-4000-8000-000000000000&from=2026-02-02&to=2026-02-01`,
  ])("rejects the query %j", async (query) => {
    expect((await get(client, query)).status).toBe(400);
    expect((await get(client, query, "")).status).toBe(400);
  });
});
