import type { LineDraft, OrderDraft } from "../actions/orders.ts";
import { assertLength, readObjectField, readOptionalString, readRequiredString } from "./http/fields.ts";
import type { RequestBody } from "./http/handle-operation.ts";
import { readMoneyField } from "./http/money-field.ts";
import { SquareApiError } from "./http/square-api-error.ts";

const MAX_METADATA_ENTRIES = 10;

/** Parses the order of CreateOrder. @throws {SquareApiError} */
export function parseOrder(order: RequestBody): OrderDraft {
  const referenceId = readOptionalString(order, "reference_id");
  assertLength(referenceId, 40, "order.reference_id");
  return {
    locationId: readRequiredString(order, "location_id"),
    customerId: readOptionalString(order, "customer_id"),
    referenceId,
    metadata: parseMetadata(order),
    lines: Array.isArray(order.line_items) ? order.line_items.map(parseLineItem) : [],
    discount: parseDiscount(order.discounts),
  };
}

function parseMetadata(order: RequestBody): Record<string, string> | undefined {
  if (order.metadata === undefined) {
    return undefined;
  }
  const entries = Object.entries(readObjectField(order, "metadata"));
  if (entries.length > MAX_METADATA_ENTRIES) {
    throw new SquareApiError("ARRAY_LENGTH_TOO_LONG", "At most 10 entries are allowed.", "order.metadata");
  }
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (!/^[a-zA-Z0-9_-]{1,60}$/.test(key) || typeof value !== "string") {
        throw new SquareApiError("INVALID_VALUE", "Invalid metadata.", "order.metadata");
      }
      assertLength(value, 255, "order.metadata");
      return [key, value];
    }),
  );
}

function parseLineItem(value: unknown): LineDraft {
  const line = readObjectField({ line: value }, "line");
  const price = readMoneyField(line, "base_price_money");
  const quantity = Number(readRequiredString(line, "quantity"));
  if (!Number.isInteger(quantity) || quantity < 1) {
    throw new SquareApiError("INVALID_VALUE", "Only whole quantities are supported.", "line_items.quantity");
  }
  if (!price) {
    throw new SquareApiError(
      "MISSING_REQUIRED_PARAMETER",
      "Missing required parameter.",
      "line_items.base_price_money",
    );
  }
  const name = readOptionalString(line, "name") ?? "Item";
  const note = readOptionalString(line, "note");
  assertLength(name, 512, "line_items.name");
  assertLength(note, 2000, "line_items.note");
  return { name, unitCents: price.amount, quantity, ...(note ? { note } : {}) };
}

function parseDiscount(value: unknown): OrderDraft["discount"] {
  if (value === undefined) {
    return undefined;
  }
  const discounts = Array.isArray(value) ? value : [];
  const discount = readObjectField({ discount: discounts[0] }, "discount");
  const amount = readMoneyField(discount, "amount_money");
  if (discounts.length !== 1 || discount.type !== "FIXED_AMOUNT" || discount.scope !== "ORDER" || !amount) {
    throw new SquareApiError(
      "INVALID_VALUE",
      "Only one fixed discount on the order is supported.",
      "discounts",
    );
  }
  return {
    uid: readOptionalString(discount, "uid") ?? "discount",
    name: readOptionalString(discount, "name") ?? "Discount",
    cents: amount.amount,
  };
}
