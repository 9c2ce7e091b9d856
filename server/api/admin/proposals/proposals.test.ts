import { extractText } from "unpdf";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { buildContent } from "#domain/proposals/test-support/proposal.ts";
import {
  createProposalEnvironment,
  type ProposalEnvironment,
} from "#tests/support/product/proposal-environment.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { insertProject } from "#tests/support/records/project.ts";

let environment: ProposalEnvironment;
beforeEach(async () => {
  environment = await createProposalEnvironment();
});
afterEach(() => environment.stop());

const create = (source: object) => environment.call("administrator", "POST", "/api/admin/proposals", source);
const readDraft = async (id: unknown) =>
  (
    await environment.query(
      `select proposal.client_id, proposal.title, draft.content, draft.revision
         from public.proposals as proposal
         join public.proposal_versions as draft on draft.proposal_id = proposal.id and draft.sent_at is null
        where proposal.id = $1`,
      [id],
    )
  )[0];

describe("creating a proposal", () => {
  test("for an inquiry quotes it, and has no client yet", async () => {
    const inquiry = await insertRow({ pool: environment.sql }, "contact_inquiries", {
      ...{ reference: "R-1", name: "Grace", email: "grace@example.com", company: "Fabrikam" },
      ...{ service_interest: "AI Security Governance", message: "We need *policies*." },
    });
    const { status, body } = await create({ inquiryId: inquiry.id });
    expect(status).toBe(201);
    expect(await readDraft(body.id)).toMatchObject({
      client_id: null,
      title: "AI Security Governance for Fabrikam",
      content: {
        sections: [{ heading: "Your request", body: "We need \\*policies\\*." }, { heading: "Summary" }],
      },
    });
    expect(await environment.admin("POST", `proposals/${body.id}/send`, { revision: 1 })).toMatchObject({
      status: 400,
    });
    await environment.admin("PUT", `proposals/${body.id}/draft`, {
      ...{ revision: 1, baseVersion: 0 },
      content: buildContent(),
    });
    expect(await environment.admin("POST", `proposals/${body.id}/send`, { revision: 2 })).toEqual({
      ...{ status: 409, code: "no_client" },
    });
  });

  test("for a quote request starts on the requested day", async () => {
    const booking = await insertRow({ pool: environment.sql }, "service_bookings", {
      ...{ client_id: environment.clientA, kind: "quote", service_type: "Custom project" },
      ...{ preferred_start_date: "2026-03-02", project_description: "Review our agents." },
    });
    const { body } = await create({ bookingId: booking.id });
    expect(await readDraft(body.id)).toMatchObject({
      ...{ client_id: environment.clientA, title: "Custom project for A company" },
      content: { startsOn: "2026-03-02", validUntil: "2026-02-04" },
    });
  });

  test("from a template copies its content", async () => {
    const [template] = await environment.query(
      "select id from public.proposal_templates where name = 'LLM red team exercise'",
    );
    const { body } = await create({ clientId: environment.clientA, templateId: template?.id });
    expect(await readDraft(body.id)).toMatchObject({ title: "LLM red team exercise", revision: 1 });
  });

  test.each([
    ["an unknown client", { clientId: crypto.randomUUID() }, 404, "unknown_client"],
    ["an unknown inquiry", { inquiryId: crypto.randomUUID() }, 404, "unknown_inquiry"],
    ["an unknown quote request", { bookingId: crypto.randomUUID() }, 404, "unknown_booking"],
    ["nothing", {}, 400, "invalid_input"],
    ["two sources", { clientId: crypto.randomUUID(), inquiryId: crypto.randomUUID() }, 400, "invalid_input"],
  ])("for %s is rejected", async (_, source, status, code) => {
    const response = await create(source);
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(await environment.query("select 1 from public.proposals")).toEqual([]);
  });
});

describe("saving a draft", () => {
  test("does not overwrite the changes of another administrator", async () => {
    const id = await environment.createDraft();
    const save = (revision: number, title: string) =>
      environment.admin("PUT", `proposals/${id}/draft`, {
        ...{ revision, baseVersion: 0 },
        content: buildContent({ title }),
      });
    const outcomes = await Promise.all([save(2, "One"), save(2, "Two")]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await readDraft(id))?.revision).toBe(3);
  });

  test("and sending it with a revision above the largest integer are rejected with 400", async () => {
    const id = await environment.createDraft();
    const revision = 3_000_000_000;
    const rejected = { status: 400, code: "invalid_input" };
    const draft = { revision, baseVersion: 0, content: buildContent() };
    expect(await environment.admin("PUT", `proposals/${id}/draft`, draft)).toEqual(rejected);
    expect(await environment.admin("POST", `proposals/${id}/send`, { revision })).toEqual(rejected);
  });

  test("and sending it are rejected after another administrator replaced the draft with a new one", async () => {
    const id = await environment.createSent();
    const save = async (revision: unknown, title: string, baseVersion = 1) =>
      environment.call("administrator", "PUT", `/api/admin/proposals/${id}/draft`, {
        ...{ revision, baseVersion },
        content: buildContent({ title }),
      });
    const { revision: outdated } = (await save(0, "Discarded")).body;
    expect((await environment.admin("DELETE", `proposals/${id}/draft`)).status).toBe(200);
    const replaced = await save(0, "Replacement");
    expect(await save(outdated, "Overwritten")).toMatchObject({
      ...{ status: 409, body: { code: "edit_conflict" } },
    });
    expect(await environment.admin("POST", `proposals/${id}/send`, { revision: outdated })).toEqual({
      ...{ status: 409, code: "edit_conflict" },
    });
    expect(await readDraft(id)).toMatchObject({
      ...{ revision: replaced.body.revision, content: { title: "Replacement" } },
    });
    // Also after the draft of the same version was sent and the next one was started.
    expect(
      await environment.admin("POST", `proposals/${id}/send`, { revision: replaced.body.revision }),
    ).toMatchObject({ status: 200 });
    expect(await save(0, "From version 1")).toMatchObject({
      ...{ status: 409, body: { code: "edit_conflict" } },
    });
    expect(await readDraft(id)).toBeUndefined();
    await save(0, "Next version", 2);
    expect((await save(replaced.body.revision, "Overwritten")).status).toBe(409);
    expect((await readDraft(id))?.content).toMatchObject({ title: "Next version" });
  });

  test.each([
    ["a negative amount", { discount: { kind: "amount", amount: -1 } }],
    ["an unknown kind of item", { items: [{ kind: "free" }] }],
    ["fractions of a cent", { discount: { kind: "amount", amount: 0.5 } }],
    [
      "13 installments",
      { plan: { deposit: null, rest: { kind: "installments", installments: Array(13).fill({}) } } },
    ],
    ["a date that does not exist", { validUntil: "2026-02-30" }],
    ["no title", { title: " " }],
  ])("with %s is rejected and changes nothing", async (_, content) => {
    const id = await environment.createDraft();
    const response = await environment.admin("PUT", `proposals/${id}/draft`, {
      ...{ revision: 2, baseVersion: 0 },
      content: { ...buildContent(), ...content },
    });
    expect(response).toEqual({ status: 400, code: "invalid_input" });
    expect((await readDraft(id))?.revision).toBe(2);
  });

  test("ignores terms, which only sending sets", async () => {
    const id = await environment.createDraft({ terms: { version: 99, body: "Mine" } });
    expect((await readDraft(id))?.content).toMatchObject({ terms: null });
  });
});

describe("sending a draft", () => {
  test("freezes it with the latest terms and its hash", async () => {
    await environment.admin("POST", "proposal-terms", { body: "Our terms." });
    const id = await environment.createSent();
    const [sent] = await environment.query(
      "select content, sha256, sent_at is not null as is_sent from public.proposal_versions where proposal_id = $1",
      [id],
    );
    expect(sent).toMatchObject({ content: { terms: { version: 3, body: "Our terms." } }, is_sent: true });
    expect(sent?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test("of a saved revision only, once", async () => {
    const id = await environment.createDraft();
    expect(await environment.admin("POST", `proposals/${id}/send`, { revision: 1 })).toEqual({
      ...{ status: 409, code: "edit_conflict" },
    });
    const outcomes = await Promise.all([
      environment.admin("POST", `proposals/${id}/send`, { revision: 2 }),
      environment.admin("POST", `proposals/${id}/send`, { revision: 2 }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("that is incomplete, or of a suspended client, is rejected", async () => {
    const expired = await environment.createDraft({ validUntil: calendarDate("2026-01-04") });
    expect(await environment.admin("POST", `proposals/${expired}/send`, { revision: 2 })).toEqual({
      ...{ status: 400, code: "incomplete" },
    });
    const id = await environment.createDraft();
    const revision = (await readDraft(id))?.revision;
    await environment.query("update public.clients set status = 'suspended' where id = $1", [
      environment.clientA,
    ]);
    expect(await environment.admin("POST", `proposals/${id}/send`, { revision })).toEqual({
      ...{ status: 409, code: "inactive_client" },
    });
  });

  test("that contains a placeholder is rejected and stays a draft", async () => {
    const id = await environment.createDraft({ title: "Test of [system]" });
    const revision = (await readDraft(id))?.revision;
    expect(await environment.admin("POST", `proposals/${id}/send`, { revision })).toEqual({
      ...{ status: 400, code: "incomplete" },
    });
    expect(await readDraft(id)).toMatchObject({ revision });
  });

  test("returns a declined or expired proposal to sent", async () => {
    const id = await environment.createSent({ validUntil: calendarDate("2026-01-10") });
    environment.clock.now = new Date("2026-01-12T12:00:00Z");
    await environment.expire();
    await environment.sendVersion(id, { validUntil: calendarDate("2026-02-10") });
    expect(
      await environment.query(
        "select status, current_version, valid_until::text, closed_at from public.proposals",
      ),
    ).toEqual([{ status: "sent", current_version: 2, valid_until: "2026-02-10", closed_at: null }]);
  });
});

describe("extending a proposal", () => {
  const extend = (id: string, validUntil: string, version = 1) =>
    environment.admin("POST", `proposals/${id}/extend`, { version, validUntil });
  const readVersions = () =>
    environment.query(
      "select version, valid_until::text, sent_at is not null as is_sent from public.proposal_versions order by version",
    );
  const first = { version: 1, valid_until: "2026-01-10", is_sent: true };

  test("that has expired sends the same content again, which the client can accept", async () => {
    const id = await environment.createSent({ validUntil: calendarDate("2026-01-10") });
    environment.clock.now = new Date("2026-01-12T12:00:00Z");
    await environment.expire();
    expect(await extend(id, "2026-02-10")).toMatchObject({ status: 200 });
    expect(await readVersions()).toEqual([first, { version: 2, valid_until: "2026-02-10", is_sent: true }]);
    const contents = await environment.query(
      "select content - 'validUntil' as content from public.proposal_versions order by version",
    );
    expect(contents[1]).toEqual(contents[0]);
    expect(await environment.accept(id)).toMatchObject({ status: 200 });
  });

  test("that is open replaces its version, even before the job has stored that it expired", async () => {
    const id = await environment.createSent({ validUntil: calendarDate("2026-01-10") });
    expect(await extend(id, "2026-01-20")).toMatchObject({ status: 200 });
    environment.clock.now = new Date("2026-01-22T12:00:00Z");
    expect(await extend(id, "2026-02-10", 2)).toMatchObject({ status: 200 });
    expect(await environment.accept(id, environment.owner, { version: 2 })).toMatchObject({ status: 409 });
    expect(await environment.accept(id)).toMatchObject({ status: 200 });
  });

  test.each([
    ["to a day that is not later", "2026-01-10", 1, 400, "invalid_input"],
    ["to a day that does not exist", "2026-02-30", 1, 400, "invalid_input"],
    ["from an outdated version", "2026-02-10", 2, 409, "edit_conflict"],
  ])("%s is rejected and changes nothing", async (_, validUntil, version, status, code) => {
    const id = await environment.createSent({ validUntil: calendarDate("2026-01-10") });
    expect(await extend(id, validUntil, version)).toEqual({ status, code });
    expect(await readVersions()).toEqual([first]);
  });

  test("is rejected for a day in the past, with a draft, of a suspended client, and after the decision", async () => {
    const id = await environment.createSent({ validUntil: calendarDate("2026-01-10") });
    environment.clock.now = new Date("2026-01-20T12:00:00Z");
    expect(await extend(id, "2026-01-15")).toEqual({ status: 400, code: "invalid_input" });
    const setStatus = (status: string) =>
      environment.query("update public.clients set status = $1 where id = $2", [status, environment.clientA]);
    await setStatus("suspended");
    expect(await extend(id, "2026-02-10")).toEqual({ status: 409, code: "inactive_client" });
    expect(await readVersions()).toEqual([first]);
    await setStatus("active");
    await environment.admin("PUT", `proposals/${id}/draft`, {
      ...{ revision: 0, baseVersion: 1, content: buildContent() },
    });
    expect(await extend(id, "2026-02-10")).toEqual({ status: 409, code: "draft_exists" });
    await environment.admin("DELETE", `proposals/${id}/draft`);
    expect(await extend(id, "2026-02-10")).toMatchObject({ status: 200 });
    await environment.accept(id);
    expect(await extend(id, "2026-03-10", 2)).toEqual({ status: 409, code: "not_open" });
  });

  test("and declining it at the same time succeeds only once", async () => {
    const id = await environment.createSent({ validUntil: calendarDate("2026-01-10") });
    const outcomes = await Promise.all([
      extend(id, "2026-02-10"),
      environment.as(environment.owner, "POST", `proposals/${id}/decline`, { version: 1, reason: "No" }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("of a draft, an unknown proposal and as a client is rejected", async () => {
    const id = await environment.createDraft();
    expect(await extend(id, "2026-02-10")).toEqual({ status: 409, code: "not_open" });
    expect(await extend(crypto.randomUUID(), "2026-02-10")).toEqual({
      ...{ status: 404, code: "unknown_proposal" },
    });
    const asClient = await environment.call("client", "POST", `/api/admin/proposals/${id}/extend`, {
      ...{ version: 1, validUntil: "2026-02-10" },
    });
    expect(asClient.status).toBe(403);
  });
});

describe("a draft", () => {
  test("can be discarded, which deletes a proposal that was never sent", async () => {
    const draft = await environment.createDraft();
    expect((await environment.admin("DELETE", `proposals/${draft}/draft`)).status).toBe(200);
    const sent = await environment.createSent();
    expect((await environment.admin("DELETE", `proposals/${sent}/draft`)).status).toBe(404);
    await environment.admin("PUT", `proposals/${sent}/draft`, {
      ...{ revision: 0, baseVersion: 1 },
      content: buildContent({ title: "New" }),
    });
    expect((await environment.admin("DELETE", `proposals/${sent}/draft`)).status).toBe(200);
    expect(await environment.query("select id, title from public.proposals")).toEqual([
      { id: sent, title: "Red team exercise" },
    ]);
  });

  test("of an accepted proposal cannot be started", async () => {
    const id = await environment.createSent();
    await environment.accept(id);
    expect(
      await environment.admin("PUT", `proposals/${id}/draft`, {
        ...{ revision: 0, baseVersion: 1 },
        content: buildContent(),
      }),
    ).toEqual({
      ...{ status: 409, code: "already_accepted" },
    });
  });
});

test("the client can change until the proposal is sent, and the project must be the client's", async () => {
  const id = await environment.createDraft();
  const assign = (clientId: string, projectId: string | null = null) =>
    environment.admin("PUT", `proposals/${id}/client`, { clientId, projectId });
  const other = await insertProject(
    { pool: environment.sql },
    { client_id: environment.clientB, project_name: "Other" },
  );
  expect((await assign(environment.clientA, other.id)).code).toBe("unknown_project");
  expect((await assign(crypto.randomUUID())).code).toBe("unknown_client");
  expect((await assign(environment.clientB, other.id)).status).toBe(200);
  expect((await assign(environment.clientA)).status).toBe(200);
  await environment.sendVersion(id);
  expect((await assign(environment.clientB)).code).toBe("already_sent");
});

test("the probability is stored apart from the proposal, and null removes it", async () => {
  const id = await environment.createDraft();
  const set = (probability: unknown, of = id) =>
    environment.admin("PUT", `proposals/${of}/probability`, { probability });
  expect((await set(70)).status).toBe(200);
  expect((await set(101)).status).toBe(400);
  expect(await environment.query("select probability from public.proposal_forecasts")).toEqual([
    { probability: 70 },
  ]);
  expect((await set(null)).status).toBe(200);
  expect(await environment.query("select 1 from public.proposal_forecasts")).toEqual([]);
  expect((await set(10, crypto.randomUUID())).status).toBe(404);
});

test("a withdrawn proposal cannot be withdrawn again", async () => {
  const id = await environment.createSent();
  const withdraw = (of = id) =>
    environment.admin("POST", `proposals/${of}/withdraw`, { reason: "Scope changed" });
  expect((await withdraw()).status).toBe(200);
  expect(await withdraw()).toEqual({ status: 409, code: "not_open" });
  expect((await withdraw(crypto.randomUUID())).status).toBe(404);
  expect(await environment.accept(id)).toEqual({ status: 409, code: "withdrawn" });
});

describe("the PDF", () => {
  const request = (as: "administrator" | "client", path: string) =>
    environment.fetch(
      new Request(`http://portal.test${path}`, { headers: { authorization: `Bearer ${as}` } }),
    );

  test("of a draft is for administrators only", async () => {
    const id = await environment.createDraft();
    const response = await request("administrator", `/api/admin/proposals/${id}/pdf?version=1`);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true });
    expect(text).toContain("Red team exercise");
    expect((await request("client", `/api/client/proposals/${id}/pdf?version=1`)).status).toBe(404);
  });

  test("of a sent version is for the client too, and the same each time", async () => {
    const id = await environment.createSent();
    const [one, two] = await Promise.all(
      [1, 2].map(async () => {
        const response = await request("client", `/api/client/proposals/${id}/pdf?version=1`);
        expect(response.headers.get("content-disposition")).toMatch(
          /Proposal P-\d+ v1 Red team exercise\.pdf/,
        );
        return Buffer.from(await response.arrayBuffer());
      }),
    );
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true);
    expect((await request("client", `/api/client/proposals/${id}/pdf?version=2`)).status).toBe(404);
    expect((await request("client", `/api/client/proposals/${id}/pdf`)).status).toBe(400);
  });

  test("is rendered once for concurrent requests, which are limited to 30 per member", async () => {
    const id = await environment.createSent();
    const responses = await Promise.all(
      Array.from({ length: 31 }, () => request("client", `/api/client/proposals/${id}/pdf?version=1`)),
    );
    // Without sharing, more than 8 would wait for a thread and be rejected, too.
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(30).fill(200), 429]);
    const rejected = responses.find(({ status }) => status === 429);
    expect(rejected?.headers.get("retry-after")).toBe("600");
    const asAdministrator = await request("administrator", `/api/admin/proposals/${id}/pdf?version=1`);
    expect(asAdministrator.status).toBe(200);
  });
});

describe("the PDF of a closed tab", () => {
  test("is no longer rendered", async () => {
    const id = await environment.createSent({ title: "Closed tab" });
    const controller = new AbortController();
    const response = environment.fetch(
      new Request(`http://portal.test/api/client/proposals/${id}/pdf?version=1`, {
        headers: { authorization: "Bearer client" },
        signal: controller.signal,
      }),
    );
    await expect.poll(() => process.getActiveResourcesInfo()).toContain("ProcessWrap");
    controller.abort();
    expect((await response).status).toBe(400);
    await expect.poll(() => process.getActiveResourcesInfo()).not.toContain("ProcessWrap");
  });
});

describe("the number", () => {
  const readNumbers = async () =>
    (await environment.query("select number from public.proposals order by created_at")).map(
      ({ number }) => number,
    );

  test("is assigned when the proposal is first sent, so drafts leave no gaps", async () => {
    const first = await environment.createDraft();
    await environment.createDraft();
    const last = await environment.createDraft();
    expect(await readNumbers()).toEqual([null, null, null]);
    await environment.sendVersion(last);
    await environment.sendVersion(first);
    expect(await readNumbers()).toEqual([2, null, 1]);
  });

  test("stays the same for later versions, and cannot be changed", async () => {
    const id = await environment.createSent();
    await environment.sendVersion(id, { title: "Second" });
    expect(await readNumbers()).toEqual([1]);
    await expect(environment.query("update public.proposals set number = 2")).rejects.toThrow(
      /cannot change/,
    );
    await environment.createDraft();
    await expect(
      environment.query("update public.proposals set number = 3 where status = 'draft'"),
    ).rejects.toThrow(/proposals_number_check/);
  });

  test("is different for proposals that are sent at the same time", async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => environment.createDraft()));
    await Promise.all(ids.map((id) => environment.sendVersion(id)));
    expect((await readNumbers()).toSorted()).toEqual([1, 2, 3, 4, 5]);
  });
});
