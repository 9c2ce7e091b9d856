import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { addDays, calendarDate } from "#domain/dates/calendar-date.ts";
import { boardStart, conversionRate, defaultProbability, proposalStage } from "#domain/proposals/pipeline.ts";
import { currentStatus, PROPOSAL_STATUSES } from "#domain/proposals/proposal-status.ts";
import { createPipelineRoutes } from "#server/api/admin/proposals/pipeline.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";

// 3 PM of Nov 24, 2026 in the firm's time zone.
const NOW = new Date("2026-11-24T20:00:00Z");
const PATH = "/api/admin/pipeline";

let environment: ApiEnvironment;
let projectId: string;
beforeEach(async () => {
  environment = await createApiEnvironment(
    (parts) => new Hono<CallerEnv>().route("/", createPipelineRoutes(parts)),
    () => NOW,
  );
  const { rows } = await environment.sql.query(
    "insert into public.projects (client_id, project_name) values ($1, 'Red team') returning id",
    [environment.clientA],
  );
  projectId = rows[0].id;
});

const insertDrafts = (count: number, value: number) =>
  environment.sql.query(
    `insert into public.proposals (client_id, title, value, created_at)
     select $1, 'Draft ' || n, $3, '2026-11-01T12:00:00Z'::timestamptz + n * interval '1 minute'
       from generate_series(1, $2::int) as n`,
    [environment.clientA, count, value],
  );

type Sent = {
  status: string;
  value?: number;
  firstSentAt?: string;
  viewedAt?: string;
  closedAt?: string;
  validUntil?: string;
};
/** Stores a proposal that was sent. */
async function insertSent(title: string, sent: Sent): Promise<void> {
  const { status, value = 1000, firstSentAt = "2024-01-01T00:00:00Z", viewedAt, closedAt } = sent;
  await environment.sql.query(
    `insert into public.proposals (client_id, title, status, value, current_version, valid_until, first_sent_at, sent_at, viewed_at,
                                   closed_at, project_id)
     values ($1, $2, $3, $4, 1, $5, $6, $6, $7, $8, case when $3 = 'accepted' then $9::uuid end)`,
    [
      ...[environment.clientA, title, status, value, sent.validUntil ?? "2027-01-01", firstSentAt],
      ...[viewedAt, closedAt, projectId],
    ],
  );
}

async function insertInquiry(
  company: string,
  at: { createdAt: string; repliedAt?: string; status?: string },
) {
  const { rows } = await environment.sql.query(
    `insert into public.contact_inquiries (reference, name, email, company, service_interest, message, created_at, replied_at, status)
     values (gen_random_uuid(), 'Grace', 'grace@fabrikam.example', $1, 'Other', 'Please call me back.', $2, $3, $4) returning id`,
    [company, at.createdAt, at.repliedAt, at.status ?? "new"],
  );
  return String(rows[0].id);
}

const Cards = z.array(z.looseObject({ title: z.string() }));
const Stages = z.array(z.looseObject({ stage: z.string(), cards: Cards }));
const Figures = z.object({
  stages: z.array(z.object({ stage: z.string(), count: z.number(), value: z.number() })),
  open: z.number(),
  weighted: z.number(),
  conversion: z.number().nullable(),
});

async function readPipeline() {
  const { status, body } = await environment.call("administrator", "GET", PATH);
  expect(status).toBe(200);
  return body;
}

async function readStage(name: string) {
  return Stages.parse((await readPipeline()).stages).find(({ stage }) => stage === name);
}

async function readCards(search = "") {
  return Cards.parse((await environment.call("administrator", "GET", `${PATH}/cards${search}`)).body.cards);
}

test.each(["client", "visitor"] as const)("a %s cannot read the pipeline", async (caller) => {
  await insertDrafts(1, 100);
  const expected = caller === "client" ? 403 : 401;
  for (const path of [PATH, `${PATH}/cards`]) {
    const { status, body } = await environment.call(caller, "GET", path);
    expect(status).toBe(expected);
    expect(JSON.stringify(body)).not.toContain("Draft");
  }
});

test("an empty pipeline has all stages and no averages", async () => {
  expect(await readPipeline()).toEqual({
    success: true,
    stages: ["inquiry", "quote", "draft", "sent", "viewed", "decided"].map((stage) => ({
      ...{ stage, count: 0, value: 0, cards: [] },
    })),
    ...{ open: 0, weighted: 0, conversion: null, decisionHours: null, replyHours: null },
  });
  expect(await readCards()).toEqual([]);
});

test("counts and adds up more cards than it shows, and returns the others on request", async () => {
  await insertDrafts(1001, 10.01);
  const drafts = await readStage("draft");
  expect(drafts).toMatchObject({ stage: "draft", count: 1001, value: 1_002_001 });
  expect(drafts?.cards).toHaveLength(20);
  expect(drafts?.cards[0]?.title).toBe("Draft 1001");
  const { open, weighted } = await readPipeline();
  expect({ open, weighted }).toEqual({ open: 1_002_001, weighted: 1001 * 200 });
  expect(await readCards("?stage=draft&limit=40")).toHaveLength(40);
  expect(await readCards("?stage=sent&limit=40")).toEqual([]);
  const titles = (await readCards()).map(({ title }) => title);
  expect(new Set(titles).size).toBe(1001);
});

test.each(["?stage=closed", "?stage=draft&limit=0", "?limit=many"])("rejects %s", async (search) => {
  expect((await environment.call("administrator", "GET", `${PATH}/cards${search}`)).status).toBe(400);
});

test("each proposal is in the column of its current status, with its probability", async () => {
  await insertSent("Sent", { status: "sent", firstSentAt: "2026-11-20T20:00:00Z" });
  await insertSent("Expires today", {
    ...{ status: "viewed", viewedAt: "2026-11-21T20:00:00Z", validUntil: "2026-11-24" },
  });
  await insertSent("Expired yesterday", { status: "sent", validUntil: "2026-11-23" });
  await environment.sql.query(
    "insert into public.proposal_forecasts select id, 75 from public.proposals where title = 'Sent'",
  );
  const cards = await readCards();
  expect(cards).toMatchObject([
    { title: "Expires today", stage: "viewed", probability: 60, since: "2026-11-21" },
    { title: "Sent", stage: "sent", probability: 75, since: "2026-11-20" },
    { title: "Expired yesterday", stage: "decided", status: "expired", probability: 0, since: "2026-11-24" },
  ]);
});

describe("dates in the firm's time zone", () => {
  // Midnight is at 04:00 UTC in August, and at 05:00 UTC in November.
  test("decided proposals are on the board from the first moment of 90 days ago", async () => {
    await insertSent("Before", { status: "declined", closedAt: "2026-08-26T03:59:59.999Z" });
    await insertSent("First", { status: "declined", closedAt: "2026-08-26T04:00:00Z" });
    await insertSent("Last", { status: "accepted", closedAt: NOW.toISOString() });
    expect(await readStage("decided")).toMatchObject({
      count: 2,
      cards: [{ title: "Last" }, { title: "First", since: "2026-08-26" }],
    });
    expect((await readPipeline()).conversion).toBe(33);
  });

  test("the figures include decisions from the first moment of 365 days ago", async () => {
    await insertSent("Before", {
      ...{ status: "accepted", firstSentAt: "2025-11-20T08:00:00Z", closedAt: "2025-11-24T04:59:59.999Z" },
    });
    expect(await readPipeline()).toMatchObject({ conversion: null, decisionHours: null });
    await insertSent("First", {
      ...{ status: "declined", firstSentAt: "2025-11-23T05:00:00Z", closedAt: "2025-11-24T05:00:00Z" },
    });
    expect(await readPipeline()).toMatchObject({ conversion: 0, decisionHours: 24, open: 0 });
  });

  test("the time to reply includes replies from the first moment of 365 days ago", async () => {
    const createdAt = "2025-11-23T23:00:00Z";
    await insertInquiry("Before", { createdAt, repliedAt: "2025-11-24T04:59:59.999Z" });
    expect((await readPipeline()).replyHours).toBeNull();
    await insertInquiry("First", { createdAt, repliedAt: "2025-11-24T05:00:00Z", status: "closed" });
    expect((await readPipeline()).replyHours).toBe(6);
  });
});

test("shows open inquiries and pending quote requests until they have a proposal", async () => {
  const createdAt = "2026-11-24T04:59:59Z";
  const inquiryId = await insertInquiry("Fabrikam", { createdAt });
  await insertInquiry("Closed", { createdAt, status: "closed" });
  const { rows } = await environment.sql.query(
    `insert into public.service_bookings (client_id, kind, service_type, preferred_start_date, project_description)
     values ($1, 'quote', 'AI Security Assessment', '2027-02-01', 'Test our chatbot before launch.') returning id`,
    [environment.clientA],
  );
  expect(await readCards()).toMatchObject([
    { stage: "inquiry", id: inquiryId, company: "Fabrikam", value: null, since: "2026-11-23" },
    { stage: "quote", id: rows[0].id, title: "AI Security Assessment", value: null },
  ]);
  await environment.sql.query(
    `insert into public.proposals (client_id, inquiry_id, booking_id, title) values (null, $1, null, 'For Fabrikam'), ($2, null, $3, 'Quote')`,
    [inquiryId, environment.clientA, rows[0].id],
  );
  expect(await readCards()).toMatchObject([
    { stage: "draft", title: expect.stringMatching(/^(For Fabrikam|Quote)$/) },
    { stage: "draft" },
  ]);
});

test("counts and adds up proposals as the domain does, for each status, last day and decision", async () => {
  const today = calendarDate("2026-11-24");
  const lastDays = ["2026-08-24", "2026-08-25", "2026-11-23", "2026-11-24"].map(calendarDate);
  const closedDays = ["2026-08-25", "2026-08-26", "2026-11-20"].map(calendarDate);
  const proposals = PROPOSAL_STATUSES.flatMap((status) => {
    const isClosed = !["draft", "sent", "viewed"].includes(status);
    return lastDays.flatMap((validUntil) =>
      (isClosed ? closedDays : [null]).map((closedOn) => ({ status, validUntil, closedOn })),
    );
  }).map((proposal, index) => ({
    ...proposal,
    value: 100.01 + index,
    probability: index % 3 === 0 ? (index * 7) % 100 : null,
  }));
  for (const { status, validUntil, closedOn, value } of proposals) {
    const closedAt = closedOn ? `${closedOn}T12:00:00Z` : undefined;
    if (status === "draft") {
      await insertDrafts(1, value);
    } else {
      await insertSent("Sent", { status, value, validUntil, ...(closedAt && { closedAt }) });
    }
  }
  await environment.sql.query(
    `insert into public.proposal_forecasts
     select proposal.id, given.probability from public.proposals as proposal
       join jsonb_to_recordset($1::jsonb) as given (value numeric, probability integer) on given.value = proposal.value
      where given.probability is not null`,
    [JSON.stringify(proposals)],
  );
  const expected = proposals.map(({ status: stored, validUntil, closedOn, value, probability }) => {
    const status = currentStatus({ status: stored, validUntil }, today);
    const stage = proposalStage(status);
    const isDecided = stage === "decided";
    const decidedOn = closedOn ?? addDays(validUntil, 1);
    return {
      ...{ stage, status, cents: Math.round(value * 100) },
      probability: (isDecided ? null : probability) ?? defaultProbability(status),
      isOnBoard: !isDecided || decidedOn >= boardStart(today),
    };
  });
  const { stages, open, weighted, conversion } = Figures.parse(await readPipeline());
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  for (const { stage, count, value } of stages) {
    const shown = expected.filter((proposal) => proposal.stage === stage && proposal.isOnBoard);
    expect({ stage, count, value }).toEqual({
      stage,
      count: shown.length,
      value: sum(shown.map((one) => one.cents)),
    });
  }
  const undecided = expected.filter(({ stage }) => stage !== "decided");
  expect(open).toBe(sum(undecided.map(({ cents }) => cents)));
  expect(weighted).toBe(
    sum(undecided.map(({ cents, probability }) => Math.floor((cents * probability) / 100))),
  );
  const decided = expected.filter(({ stage }) => stage === "decided");
  const accepted = decided.filter(({ status }) => status === "accepted").length;
  expect(conversion).toBe(conversionRate({ accepted, decided: decided.length }));
  const cards = (await readCards()).map(({ stage, status, value, probability }) => ({
    stage,
    status,
    value,
    probability,
  }));
  const byValue = (one: { value: unknown }, other: { value: unknown }) =>
    Number(one.value) - Number(other.value);
  expect(cards.toSorted(byValue)).toEqual(
    expected
      .filter(({ isOnBoard }) => isOnBoard)
      .map(({ stage, status, cents, probability }) => ({ stage, status, value: cents, probability }))
      .toSorted(byValue),
  );
});
