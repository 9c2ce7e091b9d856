import { addDays } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import type { DraftContent, DraftDue, DraftItem, DraftPayment, DraftShare } from "./draft-content.ts";

const newId = () => crypto.randomUUID();

const ITEM_TEXT = { description: "", details: "", isOptional: false, isPreselected: false } as const;

type HoursItem = Extract<DraftItem, { kind: "hours" }>;
type FixedItem = Extract<DraftItem, { kind: "fixed" }>;

export function createHoursItem({ serviceType = "", rate = Number.NaN } = {}): HoursItem {
  return {
    ...ITEM_TEXT,
    id: newId(),
    kind: "hours",
    description: serviceType,
    serviceType,
    rate,
    hundredths: Number.NaN,
  };
}

export function createFixedItem(): FixedItem {
  return { ...ITEM_TEXT, id: newId(), kind: "fixed", amount: Number.NaN };
}

/** Changes how an item is priced. The texts remain. */
export function changeItemKind(item: DraftItem, kind: string): DraftItem {
  if (kind === item.kind) {
    return item;
  }
  const { id, description, details, isOptional, isPreselected } = item;
  const text = { id, description, details, isOptional, isPreselected };
  return kind === "hours" ? { ...createHoursItem(), ...text } : { ...createFixedItem(), ...text };
}

export function createSection(): DraftContent["sections"][number] {
  return { id: newId(), heading: "", body: "" };
}

export function createMilestone(): DraftContent["milestones"][number] {
  return { id: newId(), title: "", dueOn: null };
}

export function createShare(kind: string): DraftShare {
  return kind === "amount"
    ? { kind: "amount", amount: Number.NaN }
    : { kind: "percent", basisPoints: Number.NaN };
}

/** Days until the due date of a payment that is due on a date. */
const DEFAULT_DUE_DAYS = 30;

/** @param milestoneId the milestone that a payment after a milestone depends on */
export function createDue(kind: DraftDue["kind"], milestoneId = "", days = 0): DraftDue {
  switch (kind) {
    case "date":
      return { kind, date: addDays(firmToday(new Date()), DEFAULT_DUE_DAYS) };
    case "milestone":
      return { kind, milestoneId, days };
    default:
      return { kind, days };
  }
}

export function createPayment(kind: "on_acceptance" | "on_completion", days = 0): DraftPayment {
  return { due: createDue(kind, "", days), whenDue: "prepare_invoice" };
}

/** Days between two installments that are added. */
const INSTALLMENT_DAYS = 30;

export function createInstallment(index: number) {
  return { basisPoints: null, ...createPayment("on_acceptance", index * INSTALLMENT_DAYS) };
}
