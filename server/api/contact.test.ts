import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import { brand } from "#brand";
import { HONEYPOT_FIELD } from "#domain/contact-form.ts";
import { parseConfig } from "#server/config.ts";
import { createDatabase } from "#server/database.ts";
import { answerError } from "#server/errors.ts";
import { jobs } from "#server/jobs/queue.ts";
import { createLog } from "#server/log.ts";
import { createRateLimits } from "#server/rate-limits.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";
import { contactEndpoint } from "./contact.ts";

const NOW = new Date("2026-03-02T10:00:00Z");
const inquiry = {
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
  ({ pool: sql } = await aDatabase());
  app = aSite();
});

function aSite(verifyCaptcha?: (token: string, address: string) => Promise<boolean>): Hono {
  const log = createLog("silent");
  const app = new Hono();
  app.onError(answerError(log));
  app.route(
    "/",
    contactEndpoint({
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

function send(body: unknown, headers: Record<string, string> = { "content-type": "application/json" }) {
  return app.request("/api/contact/send", {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

async function count(what: string): Promise<number> {
  const { rows } = await sql.query(`select count(*)::integer as n from ${what}`);
  return rows[0].n;
}

test("an inquiry is stored, and both mails are queued with it", async () => {
  const answer = await send(inquiry);
  expect(answer.status).toBe(200);
  const { reference } = await answer.json();
  const { rows } = await sql.query("select * from public.contact_inquiries");
  expect(rows).toMatchObject([
    {
      reference,
      name: "Ada Byron",
      service_interest: "AI Security Governance",
      state: "new",
      created_at: NOW,
    },
  ]);
  const mail = await sql.query(
    "select kind, recipient, reply_to, body_text from private.mail_outbox order by kind",
  );
  expect(mail.rows).toMatchObject([
    { kind: "inquiry", recipient: brand.contactEmail, reply_to: "ada@visitor.example" },
    { kind: "inquiry-acknowledgement", recipient: "ada@visitor.example", reply_to: null },
  ]);
  expect(await count("graphile_worker.jobs where task_identifier = 'send-mail'")).toBe(2);
});

test("the acknowledgement holds the reference and nothing the visitor wrote", async () => {
  const { reference } = await (await send(inquiry)).json();
  const { rows } = await sql.query(
    "select * from private.mail_outbox where kind = 'inquiry-acknowledgement'",
  );
  expect(rows[0].body_text).toContain(reference);
  for (const typed of [inquiry.name, inquiry.company, inquiry.message])
    expect(rows[0].body_text).not.toContain(typed);
});

test("an address is acknowledged once a day, however often the form is sent", async () => {
  await send(inquiry);
  await send({ ...inquiry, email: "ADA@visitor.example" });
  expect(await count("private.mail_outbox where kind = 'inquiry-acknowledgement'")).toBe(1);
  expect(await count("private.mail_outbox where kind = 'inquiry'")).toBe(2);
});

test.each([
  [{ name: "A" }, "Name must be at least 2 characters"],
  [{ email: "ada@" }, "Invalid email address"],
  [{ company: " " }, "Company name must be at least 2 characters"],
  [{ serviceInterest: "" }, "Please select a service"],
  [{ serviceInterest: "Palmistry" }, "Please select a service"],
  [{ message: "Too short" }, "Message must be at least 10 characters"],
  [{ email: "ada@visitor.example\r\nBcc: all@visitor.example" }, "Invalid email address"],
])("%o is refused with its words and stores nothing", async (wrong, words) => {
  const answer = await send({ ...inquiry, ...wrong });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ success: false, error: words, code: "invalid_input" });
  expect(await count("public.contact_inquiries")).toBe(0);
  expect(await count("private.mail_outbox")).toBe(0);
});

test.each([
  "name",
  "company",
])("line breaks in the %s are refused, so that they begin no line of a mail", async (field) => {
  const answer = await send({ ...inquiry, [field]: "Ada\r\nBcc: all@visitor.example" });
  expect(answer.status).toBe(400);
  expect(await count("private.mail_outbox")).toBe(0);
});

test.each([
  ["", "The message could not be read."],
  ["{", "The message could not be read."],
  ["null", "Please fill in the form"],
  ["[]", "Please fill in the form"],
  ['"text"', "Please fill in the form"],
  ["12", "Please fill in the form"],
])("the body %o is refused in words for a person", async (body, error) => {
  const answer = await send(body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error });
});

test("a body too large is refused before it is read", async () => {
  expect((await send({ ...inquiry, message: "x".repeat(70_000) })).status).toBe(413);
});

test("a machine that fills the hidden field hears success and leaves nothing", async () => {
  const answer = await send({ ...inquiry, [HONEYPOT_FIELD]: "https://spam.example" });
  expect(answer.status).toBe(200);
  expect(await count("public.contact_inquiries")).toBe(0);
});

test("the eleventh message of an hour from one address is told when to come back", async () => {
  for (let sent = 0; sent < 10; sent += 1) expect((await send(inquiry)).status).toBe(200);
  const answer = await send(inquiry);
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe("3600");
  expect(await count("public.contact_inquiries")).toBe(10);
});

test("ten addresses of one IPv6 network are one sender, another network is another", async () => {
  for (let sent = 0; sent < 10; sent += 1) {
    sender = `2001:db8:7:7::${sent}`;
    expect((await send(inquiry)).status).toBe(200);
  }
  sender = "2001:db8:7:7:ffff::1";
  expect((await send(inquiry)).status).toBe(429);
  sender = "2001:db8:7:8::1";
  expect((await send(inquiry)).status).toBe(200);
});

test("without scripts the form itself is answered with a page", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const accepted = await send(new URLSearchParams(inquiry).toString(), form);
  expect(accepted.status).toBe(200);
  expect(await accepted.text()).toContain("We have received your message");
});

test("a form refused without scripts comes back with all that was typed and all that is wrong", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const typed = { ...inquiry, name: 'A"', company: "", message: "<b>no</b>" };
  const refused = await send(new URLSearchParams(typed).toString(), form);
  expect(refused.status).toBe(400);
  const page = await refused.text();
  expect(page).toContain("Company name must be at least 2 characters");
  expect(page).toContain("Message must be at least 10 characters");
  expect(page).toContain("&lt;b&gt;no&lt;/b&gt;");
  expect(page).not.toContain("<b>no</b>");
  expect(page).toContain('value="A&quot;"');
  expect(page).toContain(`value="${inquiry.email}"`);
  expect(page).toMatch(/id="company"[^>]*autofocus/);
  expect(page.match(/autofocus/g)).toHaveLength(1);
  expect(page).toMatch(new RegExp(`<option selected>${inquiry.serviceInterest}</option>`));
});

describe("where a captcha is asked for", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const asked: string[] = [];

  beforeEach(() => {
    asked.length = 0;
    app = aSite(async (token, address) => {
      asked.push(`${token} of ${address}`);
      return token === "right";
    });
  });

  test("the right answer is needed, and is told with the address that gave it", async () => {
    expect((await send({ ...inquiry, captchaToken: "right" })).status).toBe(200);
    expect(asked).toEqual(["right of 198.51.100.7"]);
  });

  test.each([
    {},
    { captchaToken: "" },
    { captchaToken: "wrong" },
    { captchaToken: 7 },
  ])("%o is refused and stores nothing", async (given) => {
    const answer = await send({ ...inquiry, ...given });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "captcha_failed" });
    expect(await count("public.contact_inquiries")).toBe(0);
  });

  test("two messages an hour pass where it could not be shown, by script or by the form itself", async () => {
    expect((await send({ ...inquiry, captchaToken: "unavailable" })).status).toBe(200);
    expect((await send(new URLSearchParams(inquiry).toString(), form)).status).toBe(200);
    expect((await send({ ...inquiry, captchaToken: "unavailable" })).status).toBe(429);
    expect((await send({ ...inquiry, captchaToken: "right" })).status).toBe(200);
  });

  test("what is wrong in the form is said first, so that no answer is used up", async () => {
    expect(await (await send({ ...inquiry, name: "A" })).json()).toMatchObject({ code: "invalid_input" });
    expect(asked).toEqual([]);
  });
});
