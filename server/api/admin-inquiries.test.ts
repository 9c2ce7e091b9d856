import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { beforeAll, expect, test } from "vitest";
import { adminClients } from "#server/api/admin-clients.ts";
import { adminInquiries } from "#server/api/admin-inquiries.ts";
import { type ApiCallers, apiCallers } from "#tests/support/api-callers.ts";

let world: ApiCallers;
beforeAll(async () => {
  world = await apiCallers((parts) =>
    new Hono().route("/", adminInquiries(parts)).route("/", adminClients(parts)),
  );
});

async function anInquiry(): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@visitor.example`;
  const { rows } = await world.sql.query(
    `insert into public.contact_inquiries (reference, name, email, company, service_interest, message)
     values ($1, 'Grace', $2, 'Fabrikam', 'Other', 'Please call me back.') returning id`,
    [randomUUID(), email],
  );
  return { id: rows[0].id, email };
}

async function stored(id: string) {
  const { rows } = await world.sql.query(
    "select state, notes, answered_at, client_id from public.contact_inquiries where id = $1",
    [id],
  );
  return rows[0];
}

const post = (id: string, act: string, body: unknown) =>
  world.post("administrator", `/api/admin/inquiries/${id}${act}`, body);

test("state and notes are kept, and who did it is filed without what was written", async () => {
  const { id } = await anInquiry();
  expect(await post(id, "", { state: "in_progress", notes: "Called, no answer." })).toMatchObject({
    status: 200,
  });
  expect(await stored(id)).toMatchObject({ state: "in_progress", notes: "Called, no answer." });
  const { rows } = await world.sql.query("select actor_id, after from public.audit_log where row_id = $1", [
    id,
  ]);
  expect(rows).toMatchObject([{ actor_id: world.administratorId, after: { state: "in_progress" } }]);
  expect(JSON.stringify(rows)).not.toContain("Called");
});

test("a reply is mailed and stops the clock at the first one", async () => {
  const { id, email } = await anInquiry();
  await post(id, "/reply", { message: "We will call you at ten." });
  const first = await stored(id);
  expect(first).toMatchObject({ state: "answered", answered_at: expect.any(Date) });
  await post(id, "/reply", { message: "Make that eleven." });
  expect((await stored(id)).answered_at).toEqual(first.answered_at);
  const { rows } = await world.sql.query(
    "select body_text, reply_to from private.mail_outbox where recipient = $1 order by created_at",
    [email],
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ body_text: expect.stringContaining("We will call you at ten.") });
  expect(rows[0].reply_to).toContain("@");
});

test("an inquiry that becomes a client is closed and points to it", async () => {
  const { id, email } = await anInquiry();
  const { body } = await world.post("administrator", "/api/admin/clients", {
    company: "Fabrikam",
    contactPerson: "Grace",
    email,
    inquiryId: id,
  });
  expect(await stored(id)).toMatchObject({ state: "closed", client_id: body.id });
});

test("nonsense changes nothing, and strangers are refused", async () => {
  const { id } = await anInquiry();
  const wrong: [string, unknown][] = [
    ["", { state: "lost", notes: "" }],
    ["", { state: "new", notes: "x".repeat(5001) }],
    ["", { state: "new", notes: "a\0" }],
    ["/reply", { message: " " }],
    ["/reply", "{"],
  ];
  for (const [act, body] of wrong) expect(await post(id, act, body)).toMatchObject({ status: 400 });
  for (const [act, body] of [
    ["", { state: "closed", notes: "" }],
    ["/reply", { message: "Hello" }],
  ] as const) {
    expect(await world.post("visitor", `/api/admin/inquiries/${id}${act}`, body)).toMatchObject({
      status: 401,
    });
    expect(await world.post("client", `/api/admin/inquiries/${id}${act}`, body)).toMatchObject({
      status: 403,
    });
    for (const unknown of [randomUUID(), "1"])
      expect(await post(unknown, act, body)).toMatchObject({ status: 404 });
  }
  expect(await stored(id)).toMatchObject({ state: "new", notes: "" });
});
