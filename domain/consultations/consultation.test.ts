import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";
import {
  CONSULTATION_STATUSES,
  type ConsultationStatus,
  canMarkNoShow,
  consultationPath,
  consultationStatusBadge,
  getConsultationActions,
} from "./consultation.ts";

const CHANGE_NOTICE = 120;
const build = (status: ConsultationStatus, changes = 0) => ({
  status,
  changes,
  startsAt: instant("2026-12-01T15:00:00Z"),
  endsAt: instant("2026-12-01T15:30:00Z"),
});
const listActions = (status: ConsultationStatus, now: string) => {
  const actions = getConsultationActions(build(status), CHANGE_NOTICE, new Date(now));
  return Object.entries(actions)
    .filter(([, isPossible]) => isPossible === true)
    .map(([name]) => name);
};

test.each([
  ["confirmed", "2026-12-01T13:00:00Z", ["canReschedule", "canCancel"]],
  ["confirmed", "2026-12-01T13:00:01Z", []],
  ["held", "2026-12-01T14:59:59Z", ["canConfirm", "canReschedule", "canCancel"]],
  ["held", "2026-12-01T15:00:00Z", ["canReschedule"]],
  ["expired", "2026-12-01T14:00:00Z", ["canConfirm", "canReschedule"]],
  ["cancelled", "2026-11-01T00:00:00Z", []],
  ["no_show", "2026-12-01T15:10:00Z", []],
] as const)("at %s, a %s consultation allows %j", (status, now, actions) => {
  expect(listActions(status, now)).toEqual(actions);
});

test.each([
  [0, 5, true],
  [4, 1, true],
  [5, 0, false],
  [6, 0, false],
])("after %i changes, %i are left", (changes, changesLeft, canReschedule) => {
  const actions = getConsultationActions(build("confirmed", changes), 120, new Date("2026-11-01T00:00:00Z"));
  expect(actions).toEqual({ canConfirm: false, canReschedule, canCancel: true, changesLeft });
});

test("without a notice, a consultation can change until it starts", () => {
  const actions = getConsultationActions(build("confirmed"), 0, new Date("2026-12-01T15:00:00Z"));
  expect(actions.canCancel).toBe(false);
});

test("only a confirmed consultation that has started can be a no-show", () => {
  const start = new Date("2026-12-01T15:00:00Z");
  expect(canMarkNoShow(build("confirmed"), new Date(start.getTime() - 1))).toBe(false);
  expect(canMarkNoShow(build("confirmed"), start)).toBe(true);
  expect(canMarkNoShow(build("cancelled"), start)).toBe(false);
});

test("labels each status, and shows an unknown one as neutral", () => {
  expect(CONSULTATION_STATUSES.map((status) => consultationStatusBadge(status).label)).toEqual([
    "Not confirmed",
    "Confirmed",
    "Canceled",
    "Expired",
    "No-show",
  ]);
  expect(consultationStatusBadge(unknownValue("lost")).tone).toBe("neutral");
});

test("links to the page of a consultation", () => {
  expect(consultationPath("secret")).toBe("/book/manage/secret");
});
