import { afterEach, beforeEach, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { ProposalContent } from "#domain/proposals/proposal-content.ts";
import { findSendingProblems } from "#domain/proposals/proposal-problems.ts";
import { insertInquiries } from "#server/demo/inquiries.ts";
import { loadProposals } from "#server/demo/proposals.ts";
import { DEMO_CLIENTS } from "#server/demo/seed-data.ts";
import {
  createProposalEnvironment,
  type ProposalEnvironment,
} from "#tests/support/product/proposal-environment.ts";

let environment: ProposalEnvironment;
beforeEach(async () => {
  environment = await createProposalEnvironment();
});
afterEach(() => environment.stop());

test("loads a draft, an open, an accepted and a declined proposal, once", async () => {
  const { sql, database, clock } = environment;
  await sql.query("update public.users set email = $2 where id = $1", [
    environment.userA,
    DEMO_CLIENTS[0]?.email,
  ]);
  await sql.query(
    "update public.users set email = $2 where id = (select user_id from public.clients where id = $1)",
    [environment.clientB, DEMO_CLIENTS[1]?.email],
  );
  await database.bypassPolicies({ reason: "load demo data" }, (query) => insertInquiries(query, clock.now));
  const load = () => loadProposals({ database, now: () => clock.now });
  await load();
  await load();
  expect(await environment.query("select status, value from public.proposals order by status")).toEqual([
    { status: "accepted", value: "35000.00" },
    { status: "declined", value: "54000.00" },
    { status: "draft", value: "35000.00" },
    { status: "viewed", value: "51800.00" },
  ]);
  expect(
    await environment.query(
      "select done_at is not null as done, accepted_at is not null as accepted from public.project_milestones order by position",
    ),
  ).toEqual([
    { done: true, accepted: true },
    { done: true, accepted: false },
    { done: false, accepted: false },
  ]);
  const [accepted] = await environment.query("select id from public.proposals where status = 'accepted'");
  await environment.complete(String(accepted?.id));
  expect(await environment.query("select name from public.documents")).toHaveLength(1);
  expect(await environment.announce()).not.toContainEqual(expect.objectContaining({ kind: "proposal-sent" }));
});

test("every built-in template is valid, and can be sent after choosing a last day", async () => {
  const templates = await environment.query(
    "select name, content from public.proposal_templates order by name",
  );
  expect(templates.map(({ name }) => name)).toEqual([
    "AI governance program",
    "AI security assessment",
    "LLM red team exercise",
  ]);
  for (const { content } of templates) {
    const parsed = ProposalContent.parse(content);
    expect(parsed).toEqual(content);
    const problems = findSendingProblems(
      { ...parsed, validUntil: calendarDate("2026-02-01") },
      calendarDate("2026-01-05"),
    );
    expect(problems).toEqual([]);
  }
});
