import type { RequestDraft } from "../rules/payment-schedule.ts";
import { ids } from "../state/ids.ts";
import type { RandomSource } from "../state/random.ts";
import type { PaymentRequest } from "../wire/invoice.ts";
import type { Body } from "./answer.ts";
import { objectIn, optionalText, requiredText } from "./fields.ts";
import { moneyIn } from "./money-field.ts";
import { SquareFailure } from "./square-failure.ts";

const TYPES = ["BALANCE", "DEPOSIT", "INSTALLMENT"] as const;
const SOURCES = ["NONE", "CARD_ON_FILE", "BANK_ON_FILE"] as const;

/** The payment requests of a request body; what an existing request with the same uid has is kept. */
export function requestDrafts(
  source: RandomSource,
  value: unknown,
  existing: PaymentRequest[] = [],
): RequestDraft[] {
  if (!Array.isArray(value)) {
    throw new SquareFailure("EXPECTED_ARRAY", "Expected an array.", "invoice.payment_requests");
  }
  const given = value.map((each): Body => objectIn({ request: each }, "request"));
  const mentioned = new Set(given.map((body) => body.uid));
  const kept = existing.filter(({ uid }) => !mentioned.has(uid)).map(draftOf);
  const drafts = given.map((body) => {
    const before = existing.find(({ uid }) => uid === body.uid);
    return draftFrom(source, { ...(before ? draftOf(before) : {}), ...body });
  });
  return [...kept, ...drafts].sort((left, right) => (left.due_date < right.due_date ? -1 : 1));
}

function draftFrom(source: RandomSource, body: Body): RequestDraft {
  const fixed = moneyIn(body, "fixed_amount_requested_money");
  const percentage = optionalText(body, "percentage_requested");
  const cardId = optionalText(body, "card_id");
  const dueDate = requiredText(body, "due_date");
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dueDate)) {
    throw new SquareFailure("INVALID_TIME", "Expected YYYY-MM-DD.", "invoice.payment_requests.due_date");
  }
  return {
    uid: optionalText(body, "uid") ?? ids.uid(source),
    request_type: oneOf(TYPES, body.request_type, "request_type"),
    due_date: dueDate,
    ...(fixed ? { fixed_amount_requested_money: fixed } : {}),
    ...(percentage ? { percentage_requested: percentage } : {}),
    tipping_enabled: body.tipping_enabled === true,
    automatic_payment_source: oneOf(
      SOURCES,
      body.automatic_payment_source ?? "NONE",
      "automatic_payment_source",
    ),
    ...(cardId ? { card_id: cardId } : {}),
  };
}

function draftOf(request: PaymentRequest): RequestDraft {
  const { computed_amount_money: _, total_completed_amount_money: __, ...draft } = request;
  return draft;
}

function oneOf<T extends string>(values: readonly T[], value: unknown, field: string): T {
  const match = values.find((each) => each === value);
  if (match === undefined) throw new SquareFailure("INVALID_ENUM_VALUE", `Unknown value ${value}.`, field);
  return match;
}
