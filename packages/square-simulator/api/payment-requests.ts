import type { RequestDraft } from "../rules/payment-schedule.ts";
import { ids } from "../state/ids.ts";
import type { RandomSource } from "../state/random.ts";
import type { PaymentRequest } from "../wire/invoice.ts";
import { assertLength, readObjectField, readOptionalString, readRequiredString } from "./http/fields.ts";
import type { RequestBody } from "./http/handle-operation.ts";
import { readMoneyField } from "./http/money-field.ts";
import { SquareApiError } from "./http/square-api-error.ts";

const MAX_REMINDER_DAYS = 32_767;
const TYPES = ["BALANCE", "DEPOSIT", "INSTALLMENT"] as const;
const SOURCES = ["NONE", "CARD_ON_FILE", "BANK_ON_FILE"] as const;

/** Parses the payment requests of a body. Omitted fields and requests keep the values of `existing`, matched by uid. */
export function parsePaymentRequests(
  source: RandomSource,
  value: unknown,
  existing: PaymentRequest[] = [],
): RequestDraft[] {
  if (!Array.isArray(value)) {
    throw new SquareApiError("EXPECTED_ARRAY", "Expected an array.", "invoice.payment_requests");
  }
  const bodies = value.map((request): RequestBody => readObjectField({ request }, "request"));
  const updatedUids = new Set(bodies.map((body) => body.uid));
  const unchanged = existing.filter(({ uid }) => !updatedUids.has(uid)).map(toDraft);
  const updated = bodies.map((body) => {
    const current = existing.find(({ uid }) => uid === body.uid);
    return parsePaymentRequest(source, { ...(current ? toDraft(current) : {}), ...body });
  });
  return [...unchanged, ...updated].sort((left, right) => (left.due_date < right.due_date ? -1 : 1));
}

function parsePaymentRequest(source: RandomSource, body: RequestBody): RequestDraft {
  const fixed = readMoneyField(body, "fixed_amount_requested_money");
  const percentage = readOptionalString(body, "percentage_requested");
  const cardId = readOptionalString(body, "card_id");
  const dueDate = readRequiredString(body, "due_date");
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dueDate)) {
    throw new SquareApiError("INVALID_TIME", "Expected YYYY-MM-DD.", "invoice.payment_requests.due_date");
  }
  return {
    uid: readOptionalString(body, "uid") ?? ids.uid(source),
    request_type: parseEnum(TYPES, body.request_type, "request_type"),
    due_date: dueDate,
    ...(fixed ? { fixed_amount_requested_money: fixed } : {}),
    ...(percentage ? { percentage_requested: percentage } : {}),
    tipping_enabled: body.tipping_enabled === true,
    automatic_payment_source: parseEnum(
      SOURCES,
      body.automatic_payment_source ?? "NONE",
      "automatic_payment_source",
    ),
    ...(cardId ? { card_id: cardId } : {}),
    ...parseReminders(source, body.reminders),
  };
}

function parseReminders(source: RandomSource, value: unknown): Pick<RequestDraft, "reminders"> {
  if (!Array.isArray(value)) {
    return {};
  }
  const reminders = value.map((item) => {
    const reminder = readObjectField({ reminder: item }, "reminder");
    const message = readOptionalString(reminder, "message") ?? "";
    assertLength(message, 1000, "reminders.message");
    const days = reminder.relative_scheduled_days;
    if (typeof days !== "number" || !Number.isInteger(days) || Math.abs(days) > MAX_REMINDER_DAYS) {
      throw new SquareApiError(
        "EXPECTED_INTEGER",
        "Expected an integer.",
        "reminders.relative_scheduled_days",
      );
    }
    const uid = readOptionalString(reminder, "uid") ?? ids.uid(source);
    return { uid, relative_scheduled_days: days, message, status: "PENDING" };
  });
  return reminders.length > 0 ? { reminders } : {};
}

function toDraft(request: PaymentRequest): RequestDraft {
  const { computed_amount_money: _, total_completed_amount_money: __, ...draft } = request;
  return draft;
}

function parseEnum<T extends string>(values: readonly T[], value: unknown, field: string): T {
  const match = values.find((candidate) => candidate === value);
  if (match === undefined) {
    throw new SquareApiError("INVALID_ENUM_VALUE", `Unknown value ${value}.`, field);
  }
  return match;
}
