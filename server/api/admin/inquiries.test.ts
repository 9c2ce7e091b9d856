import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { beforeAll, expect, test } from "vitest";
import { toInstant } from "#domain/dates/instant.ts";
import { INQUIRY_STATUSES, replyDeadlineBadge } from "#domain/inquiries/inquiry.ts";
import { createClientRoutes } from "#server/api/admin/clients/clients.ts";
import { createInquiryRoutes } from "#server/api/admin/inquiries.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";

let fixture: ApiEnvironment;
beforeAll(async () => {
  fixture = await createApiEnvironment((parts) =>
    new Hono<CallerEnv>().route("/", createInquiryRoutes(parts)).route("/", createClientRoutes(parts)),
  );
});

async function createInquiry(): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@visitor.example`;
  const { rows } = await fixture.sql.query(
    `insert into public.contact_inquiries (reference, name, email, company, service_interest, message)
     values ($1, 'Grace', $2, 'Fabrikam', 'Other', 'Please call me back.') returning id`,
    [randomUUID(), email],
  );
  return { id: rows[0].id, email };
}

async function readInquiry(id: string) {
  const { rows } = await fixture.sql.query(
    "select status, notes, replied_at, client_id from public.contact_inquiries where id = $1",
    [id],
  );
  return rows[0];
}

const postToInquiry = (id: string, action: string, body: unknown) =>
  fixture.post("administrator", `/api/admin/inquiries/${id}${action}`, body);

test("stores status and notes, and audits the change without its text", async () => {
  const { id } = await createInquiry();
  expect(await postToInquiry(id, "", { status: "in_progress", notes: "Called, no answer." })).toMatchObject({
    status: 200,
  });
  expect(await readInquiry(id)).toMatchObject({ status: "in_progress", notes: "Called, no answer." });
  const { rows } = await fixture.sql.query("select actor_id, after from public.audit_log where row_id = $1", [
    id,
  ]);
  expect(rows).toMatchObject([{ actor_id: fixture.administratorId, after: { status: "in_progress" } }]);
  expect(JSON.stringify(rows)).not.toContain("Called");
});

test("saves notes only if no one else has changed them since they were read", async () => {
  const { id } = await createInquiry();
  const save = (notes: string, previousNotes: string) => postToInquiry(id, "", { notes, previousNotes });
  expect((await save("Called.", "")).status).toBe(200);
  expect(await save("Emailed.", "")).toMatchObject({ status: 409, body: { code: "edit_conflict" } });
  // The same text is not a conflict, for example if the response to the first attempt was lost.
  expect((await save("Called.", "")).status).toBe(200);
  expect((await save("Called twice.", "Called. ")).status).toBe(200);
  expect(await readInquiry(id)).toMatchObject({ notes: "Called twice." });
});

test("emails a reply, and the first reply ends the 24-hour deadline", async () => {
  const { id, email } = await createInquiry();
  await postToInquiry(id, "/reply", { message: "We will call you at ten." });
  const afterFirstReply = await readInquiry(id);
  expect(afterFirstReply).toMatchObject({ status: "replied", replied_at: expect.any(Date) });
  await postToInquiry(id, "/reply", { message: "Make that eleven." });
  expect((await readInquiry(id)).replied_at).toEqual(afterFirstReply.replied_at);
  const { rows } = await fixture.sql.query(
    "select body_text, reply_to from private.email_outbox where recipient = $1 order by created_at",
    [email],
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ body_text: expect.stringContaining("We will call you at ten.") });
  expect(rows[0].reply_to).toContain("@");
});

test("stores what was sent, when and by whom, and audits it without its text", async () => {
  const { id } = await createInquiry();
  await postToInquiry(id, "/reply", { message: "We will call you at ten." });
  await postToInquiry(id, "/reply", { message: "Make that eleven." });
  const { rows: names } = await fixture.sql.query("select access.staff_name($1) as name", [
    fixture.administratorId,
  ]);
  const { rows } = await fixture.sql.query(
    "select id, message, author, sent_at from public.inquiry_replies where inquiry_id = $1 order by sent_at",
    [id],
  );
  const author = names[0].name ?? "";
  expect(rows).toMatchObject([
    { message: "We will call you at ten.", author, sent_at: (await readInquiry(id)).replied_at },
    { message: "Make that eleven.", author, sent_at: expect.any(Date) },
  ]);
  const { rows: entries } = await fixture.sql.query(
    "select actor_id, action, after from public.audit_log where row_id = any($1) order by id",
    [rows.map((reply) => reply.id)],
  );
  expect(entries).toMatchObject([
    { actor_id: fixture.administratorId, action: "insert" },
    { actor_id: fixture.administratorId, action: "insert" },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/ten|eleven/);
});

test("closes an inquiry that becomes a client and links it to the client", async () => {
  const { id, email } = await createInquiry();
  const { body } = await fixture.post("administrator", "/api/admin/clients", {
    company: "Fabrikam",
    contactPerson: "Grace",
    email,
    inquiryId: id,
  });
  expect(await readInquiry(id)).toMatchObject({ status: "closed", client_id: body.id });
});

test("keeps the history of an inquiry that becomes a client", async () => {
  const { id, email } = await createInquiry();
  await postToInquiry(id, "", { status: "in_progress", notes: "Called." });
  await postToInquiry(id, "/reply", { message: "We can start in May." });
  const readHistory = async () => {
    const { rows } = await fixture.sql.query(
      `select inquiry.reference, inquiry.message, inquiry.notes, inquiry.created_at, inquiry.replied_at,
              outbox.body_text as reply, proposal.id as proposal_id, proposal.title, proposal.created_at as proposed_at
         from public.contact_inquiries as inquiry
         join private.email_outbox as outbox on outbox.recipient = inquiry.email and outbox.kind = 'inquiry-reply'
         join public.proposals as proposal on proposal.inquiry_id = inquiry.id
        where inquiry.id = $1`,
      [id],
    );
    return rows;
  };
  await fixture.sql.query("insert into public.proposals (inquiry_id, title) values ($1, 'For Fabrikam')", [
    id,
  ]);
  const before = await readHistory();
  expect(before).toMatchObject([
    { message: "Please call me back.", notes: "Called.", title: "For Fabrikam" },
  ]);
  expect(before[0].reply).toContain("We can start in May.");
  const { body } = await fixture.post("administrator", "/api/admin/clients", {
    ...{ company: "Fabrikam", contactPerson: "Grace", email, inquiryId: id },
  });
  expect(await readHistory()).toEqual(before);
  const { rows } = await fixture.sql.query(
    "select client_id, inquiry_id from public.proposals where id = $1",
    [before[0].proposal_id],
  );
  expect(rows).toEqual([{ client_id: body.id, inquiry_id: id }]);
  const { rows: entries } = await fixture.sql.query(
    "select after ->> 'status' as status from public.audit_log where row_id = $1 order by id",
    [id],
  );
  expect(entries.map(({ status }) => status)).toEqual(["in_progress", "replied", "closed"]);
});

test("rejects invalid input and unauthorized callers", async () => {
  const { id } = await createInquiry();
  const invalidInputs: [string, unknown][] = [
    ["", { status: "lost", notes: "" }],
    ["", { status: "new", notes: "x".repeat(5001) }],
    ["", { status: "new", notes: "a\0" }],
    ["/reply", { message: " " }],
    ["/reply", "{"],
  ];
  for (const [action, body] of invalidInputs) {
    expect(await postToInquiry(id, action, body)).toMatchObject({ status: 400 });
  }
  for (const [action, body] of [
    ["", { status: "closed", notes: "" }],
    ["/reply", { message: "Hello" }],
  ] as const) {
    expect(await fixture.post("visitor", `/api/admin/inquiries/${id}${action}`, body)).toMatchObject({
      status: 401,
    });
    expect(await fixture.post("client", `/api/admin/inquiries/${id}${action}`, body)).toMatchObject({
      status: 403,
    });
    for (const unknown of [randomUUID(), "1"]) {
      expect(await postToInquiry(unknown, action, body)).toMatchObject({ status: 404 });
    }
  }
  expect(await readInquiry(id)).toMatchObject({ status: "new", notes: "" });
});

test("stores the same reply deadline as the badge shows", async () => {
  for (const status of INQUIRY_STATUSES) {
    const { id } = await createInquiry();
    const { rows } = await fixture.sql.query(
      `update public.contact_inquiries set status = $2 where id = $1
       returning created_at as "createdAt", reply_due_at as "dueAt"`,
      [id, status],
    );
    const { createdAt, dueAt } = rows[0];
    const inquiry = { status, created_at: toInstant(createdAt) };
    const badgeAt = (time: number) => replyDeadlineBadge(inquiry, new Date(time))?.tone ?? null;
    expect(dueAt === null).toBe(badgeAt(createdAt.getTime()) === null);
    if (dueAt) {
      expect(badgeAt(dueAt.getTime())).toBe("warning");
      expect(badgeAt(dueAt.getTime() + 1)).toBe("negative");
    }
  }
});
