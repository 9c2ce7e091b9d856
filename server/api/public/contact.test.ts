import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import { brand } from "#brand";
import { HONEYPOT_FIELD } from "#domain/inquiries/contact-form.ts";
import { parseConfig } from "#server/config.ts";
import { createDatabase } from "#server/database/database.ts";
import { createErrorHandler } from "#server/http/errors.ts";
import { createRateLimits } from "#server/http/rate-limits.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createLogger } from "#server/observability/logger.ts";
import { createContactRoutes } from "./contact.ts";

const NOW = new Date("2026-03-02T10:00:00Z");
const INQUIRY = {
  name: "Ada Byron",
  email: "ada@visitor.example",
  company: "Engines Ltd",
  serviceInterest: "AI Security Governance",
  message: "We would like to talk about our models.",
};

let sql: TestDatabase["pool"];
let app: Hono;
let sender: string;

beforeEach(async () => {
  sender = "198.51.100.7";
  ({ pool: sql } = await createTestDatabase());
  app = createTestApp();
});

function createTestApp(verifyCaptcha?: (token: string, address: string) => Promise<boolean>): Hono {
  const log = createLogger("silent");
  const app = new Hono();
  app.onError(createErrorHandler(log));
  app.route(
    "/",
    createContactRoutes({
      config: parseConfig({}),
      database: createDatabase(sql),
      jobs,
      rateLimits: createRateLimits(1, () => NOW),
      clientAddress: () => sender,
      now: () => NOW,
      log,
      verifyCaptcha,
    }),
  );
  return app;
}

function postInquiry(
  body: unknown,
  headers: Record<string, string> = { "content-type": "application/json" },
) {
  return app.request("/api/contact/send", {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

async function countRows(source: string): Promise<number> {
  const { rows } = await sql.query(`select count(*)::integer as n from ${source}`);
  return rows[0].n;
}

test("stores an inquiry and queues both emails", async () => {
  const response = await postInquiry(INQUIRY);
  expect(response.status).toBe(200);
  const { reference } = await response.json();
  const { rows } = await sql.query("select * from public.contact_inquiries");
  expect(rows).toMatchObject([
    {
      reference,
      name: "Ada Byron",
      service_interest: "AI Security Governance",
      status: "new",
      created_at: NOW,
    },
  ]);
  const emails = await sql.query(
    "select kind, recipient, reply_to, body_text from private.email_outbox order by kind",
  );
  expect(emails.rows).toMatchObject([
    { kind: "inquiry", recipient: brand.contactEmail, reply_to: "ada@visitor.example" },
    { kind: "inquiry-acknowledgement", recipient: "ada@visitor.example", reply_to: null },
  ]);
  const [{ id }] = (await sql.query("select id from public.contact_inquiries")).rows;
  expect(emails.rows[0].body_text).toContain(`/admin/inbox/${id}`);
  expect(await countRows("graphile_worker.jobs where task_identifier = 'send-email'")).toBe(2);
});

test("sends an acknowledgement with the reference and without any visitor input", async () => {
  const { reference } = await (await postInquiry(INQUIRY)).json();
  const { rows } = await sql.query(
    "select * from private.email_outbox where kind = 'inquiry-acknowledgement'",
  );
  expect(rows[0].body_text).toContain(reference);
  for (const typed of [INQUIRY.name, INQUIRY.company, INQUIRY.message]) {
    expect(rows[0].body_text).not.toContain(typed);
  }
});

test("sends at most one acknowledgement per email address and day", async () => {
  await postInquiry(INQUIRY);
  await postInquiry({ ...INQUIRY, email: "ADA@visitor.example" });
  expect(await countRows("private.email_outbox where kind = 'inquiry-acknowledgement'")).toBe(1);
  expect(await countRows("private.email_outbox where kind = 'inquiry'")).toBe(2);
});

test.each([
  [{ name: "A" }, "Name must be at least 2 characters"],
  [{ email: "ada@" }, "Invalid email address"],
  [{ company: " " }, "Company name must be at least 2 characters"],
  [{ serviceInterest: "" }, "Please select a service"],
  [{ serviceInterest: "Palmistry" }, "Please select a service"],
  [{ message: "Too short" }, "Message must be at least 10 characters"],
  [{ email: "ada@visitor.example\r\nBcc: all@visitor.example" }, "Invalid email address"],
])("rejects %o with the specified message and stores nothing", async (invalidFields, message) => {
  const response = await postInquiry({ ...INQUIRY, ...invalidFields });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    success: false,
    error: message,
    code: "invalid_input",
    fieldErrors: { [Object.keys(invalidFields)[0] ?? ""]: message },
  });
  expect(await countRows("public.contact_inquiries")).toBe(0);
  expect(await countRows("private.email_outbox")).toBe(0);
});

test.each([
  "name",
  "company",
])("rejects line breaks in the %s, which could inject email headers", async (field) => {
  const response = await postInquiry({ ...INQUIRY, [field]: "Ada\r\nBcc: all@visitor.example" });
  expect(response.status).toBe(400);
  expect(await countRows("private.email_outbox")).toBe(0);
});

test.each([
  ["", "We couldn't read the request."],
  ["{", "We couldn't read the request."],
  ["null", "Fill out the form"],
  ["[]", "Fill out the form"],
  ['"text"', "Fill out the form"],
  ["12", "Fill out the form"],
])("rejects the body %o with a readable message", async (body, error) => {
  const response = await postInquiry(body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error });
});

test("rejects a body that is too large without reading it", async () => {
  expect((await postInquiry({ ...INQUIRY, message: "x".repeat(70_000) })).status).toBe(413);
});

test("reports success to a bot that fills in the hidden field, and stores nothing", async () => {
  const response = await postInquiry({ ...INQUIRY, [HONEYPOT_FIELD]: "https://spam.example" });
  expect(response.status).toBe(200);
  expect(await countRows("public.contact_inquiries")).toBe(0);
});

test("rejects the eleventh message per hour from one address with Retry-After", async () => {
  for (let sent = 0; sent < 10; sent += 1) {
    expect((await postInquiry(INQUIRY)).status).toBe(200);
  }
  const response = await postInquiry(INQUIRY);
  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toBe("3600");
  expect(await countRows("public.contact_inquiries")).toBe(10);
});

test("counts all addresses of one IPv6 network together", async () => {
  for (let sent = 0; sent < 10; sent += 1) {
    sender = `2001:db8:7:7::${sent}`;
    expect((await postInquiry(INQUIRY)).status).toBe(200);
  }
  sender = "2001:db8:7:7:ffff::1";
  expect((await postInquiry(INQUIRY)).status).toBe(429);
  sender = "2001:db8:7:8::1";
  expect((await postInquiry(INQUIRY)).status).toBe(200);
});

test.each([
  ["application/json", JSON.stringify(INQUIRY)],
  ["application/x-www-form-urlencoded", new URLSearchParams(INQUIRY).toString()],
])("rejects a cross-site post of %s without counting it toward the limit", async (type, body) => {
  for (let count = 0; count < 12; count += 1) {
    const response = await postInquiry(body, { "content-type": type, "sec-fetch-site": "cross-site" });
    expect(response.status).toBe(403);
  }
  expect(await countRows("public.contact_inquiries")).toBe(0);
  expect((await postInquiry(body, { "content-type": type, "sec-fetch-site": "same-origin" })).status).toBe(
    200,
  );
});

test.each([
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/jsonp",
  "",
])("rejects the content type %j", async (type) => {
  expect((await postInquiry(JSON.stringify(INQUIRY), { "content-type": type })).status).toBe(415);
  expect(await countRows("public.contact_inquiries")).toBe(0);
});

test("accepts a content type with parameters", async () => {
  const headers = { "content-type": "Application/JSON; charset=utf-8" };
  expect((await postInquiry(INQUIRY, headers)).status).toBe(200);
});

test("rejects a form with a repeated field", async () => {
  const form = new URLSearchParams(INQUIRY);
  form.append("email", "other@visitor.example");
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  expect((await postInquiry(form.toString(), headers)).status).toBe(400);
  expect(await countRows("public.contact_inquiries")).toBe(0);
});

test("returns an HTML page for a form post without JavaScript", async () => {
  const formHeaders = { "content-type": "application/x-www-form-urlencoded" };
  const accepted = await postInquiry(new URLSearchParams(INQUIRY).toString(), formHeaders);
  expect(accepted.status).toBe(200);
  expect(await accepted.text()).toContain("We have received your message");
});

test("renders a rejected form post again with the submitted values and all errors", async () => {
  const formHeaders = { "content-type": "application/x-www-form-urlencoded" };
  const submitted = { ...INQUIRY, name: 'A"', company: "", message: "<b>no</b>" };
  const rejected = await postInquiry(new URLSearchParams(submitted).toString(), formHeaders);
  expect(rejected.status).toBe(400);
  const page = await rejected.text();
  expect(page).toContain("Company name must be at least 2 characters");
  expect(page).toContain("Message must be at least 10 characters");
  expect(page).toContain("&lt;b&gt;no&lt;/b&gt;");
  expect(page).not.toContain("<b>no</b>");
  expect(page).toContain('value="A&quot;"');
  expect(page).toContain(`value="${INQUIRY.email}"`);
  expect(page).toMatch(/id="company"[^>]*autofocus/);
  expect(page.match(/autofocus/g)).toHaveLength(1);
  expect(page).toMatch(new RegExp(`<option selected>${INQUIRY.serviceInterest}</option>`));
});

describe("with a CAPTCHA", () => {
  const formHeaders = { "content-type": "application/x-www-form-urlencoded" };
  const verifications: string[] = [];

  beforeEach(() => {
    verifications.length = 0;
    app = createTestApp(async (token, address) => {
      verifications.push(`${token} of ${address}`);
      return token === "right";
    });
  });

  test("requires a token that is valid for the client's address", async () => {
    expect((await postInquiry({ ...INQUIRY, captchaToken: "right" })).status).toBe(200);
    expect(verifications).toEqual(["right of 198.51.100.7"]);
  });

  test.each([
    {},
    { captchaToken: "" },
    { captchaToken: "wrong" },
    { captchaToken: 7 },
  ])("rejects %o and stores nothing", async (fields) => {
    const response = await postInquiry({ ...INQUIRY, ...fields });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "captcha_failed" });
    expect(await countRows("public.contact_inquiries")).toBe(0);
  });

  test("accepts two messages per hour without a CAPTCHA, as JSON or as a form post", async () => {
    expect((await postInquiry({ ...INQUIRY, captchaToken: "unavailable" })).status).toBe(200);
    expect((await postInquiry(new URLSearchParams(INQUIRY).toString(), formHeaders)).status).toBe(200);
    expect((await postInquiry({ ...INQUIRY, captchaToken: "unavailable" })).status).toBe(429);
    expect((await postInquiry({ ...INQUIRY, captchaToken: "right" })).status).toBe(200);
  });

  test("accepts two messages per hour without a CAPTCHA from an IPv6 site with many networks", async () => {
    const statuses: number[] = [];
    for (const address of ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:2:1::1"]) {
      sender = address;
      statuses.push((await postInquiry({ ...INQUIRY, captchaToken: "unavailable" })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  test("validates the form before it verifies the CAPTCHA token", async () => {
    expect(await (await postInquiry({ ...INQUIRY, name: "A" })).json()).toMatchObject({
      code: "invalid_input",
    });
    expect(verifications).toEqual([]);
  });
});
