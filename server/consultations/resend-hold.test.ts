import { beforeEach, expect, test } from "vitest";
import { MAX_HOLDS_PER_EMAIL } from "#domain/consultations/booking-limits.ts";
import {
  buildConsultationForm,
  type ConsultationEnvironment,
  createConsultationEnvironment,
} from "#tests/support/product/consultation-environment.ts";

const TEN = "2026-11-24T10:00:00.000Z";
const WRONG = "adda@visitor.example";
const RIGHT = "ada@visitor.example";

let firm: ConsultationEnvironment;
beforeEach(async () => {
  firm = await createConsultationEnvironment();
});

const advance = (minutes: number) => {
  firm.clock.now = new Date(firm.clock.now.getTime() + minutes * 60_000);
};
const listConsultations = async () => {
  const { rows } = await firm.sql.query<{ status: string; email: string; name: string }>(
    "select status, email, name from public.consultations order by created_at, id",
  );
  return rows;
};
const confirm = (token: string) => firm.postJson(`/api/consultations/${token}/confirm`, {});

test("moves a hold to a corrected address, without extending it, and disables the first link", async () => {
  const form = buildConsultationForm(TEN);
  await firm.book(TEN, { ...form, email: WRONG });
  const wrongToken = await firm.readToken(WRONG);
  advance(10);
  const response = await firm.book(TEN, { ...form, email: RIGHT, name: "Ada Lovelace" });
  expect(response).toMatchObject({
    status: 200,
    body: { status: "held", startsAt: TEN, holdExpiresAt: "2026-11-23T08:30:00.000Z" },
  });
  expect(await listConsultations()).toEqual([{ status: "held", email: RIGHT, name: "Ada Lovelace" }]);
  expect((await firm.listEmails()).map(({ recipient }) => recipient)).toEqual([WRONG, RIGHT]);
  expect((await firm.listEmails()).at(-1)?.body_text).toContain(
    " until 2:15 PM Kathmandu time on Monday, November 23.",
  );
  expect((await confirm(wrongToken)).status).toBe(404);
  expect((await confirm(await firm.readToken(RIGHT))).status).toBe(200);
  // A confirmed consultation does not move.
  await firm.book(TEN, { ...form, email: WRONG });
  expect((await listConsultations()).map(({ email }) => email)).toEqual([RIGHT]);
});

test("does not move a hold to an address with the maximum number of holds", async () => {
  for (const hour of [11, 12].slice(0, MAX_HOLDS_PER_EMAIL)) {
    await firm.book(`2026-11-24T${hour}:00:00.000Z`, { email: RIGHT });
  }
  const form = buildConsultationForm(TEN);
  await firm.book(TEN, { ...form, email: WRONG });
  expect(await firm.book(TEN, { ...form, email: RIGHT })).toMatchObject({
    status: 409,
    body: { code: "too_many_holds" },
  });
  expect((await confirm(await firm.readToken(WRONG))).status).toBe(200);
});

test("does not count a hold whose address changes within one mailbox", async () => {
  await firm.book("2026-11-24T11:00:00.000Z", { email: RIGHT });
  const form = buildConsultationForm(TEN);
  await firm.book(TEN, { ...form, email: RIGHT });
  expect((await firm.book(TEN, { ...form, email: "ada+call@visitor.example" })).status).toBe(200);
});

test("holds the time again for a corrected address after the hold has expired", async () => {
  const form = buildConsultationForm(TEN);
  await firm.book(TEN, { ...form, email: WRONG });
  advance(30);
  await firm.book(TEN, { ...form, email: RIGHT });
  expect((await listConsultations()).map(({ status, email }) => [status, email])).toEqual([
    ["expired", WRONG],
    ["held", RIGHT],
  ]);
});

test("requires no second CAPTCHA while the time is held, and one after that", async () => {
  const guarded = await createConsultationEnvironment({ verifyCaptcha: async (token) => token === "right" });
  const form = buildConsultationForm(TEN);
  expect((await guarded.book(TEN, { ...form, captchaToken: "right" })).status).toBe(200);
  expect((await guarded.book(TEN, { ...form, email: RIGHT })).status).toBe(200);
  guarded.clock.now = new Date(guarded.clock.now.getTime() + 30 * 60_000);
  expect(await guarded.book(TEN, { ...form, email: RIGHT })).toMatchObject({
    status: 400,
    body: { code: "captcha_failed" },
  });
});
