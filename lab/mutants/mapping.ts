import type { MutantGroup } from "./mutant.ts";

const SQUARE = "server/payments/square";

/** What Square says, in the portal's columns, and whose it is. */
export const mapping: MutantGroup = {
  tests: { project: "database", paths: [SQUARE, "server/payments/sync"] },
  mutants: [
    {
      name: "five cents are fifty",
      file: `${SQUARE}/square-money.ts`,
      find: 'String(cents % 100).padStart(2, "0")',
      replace: "String(cents % 100)",
    },
    {
      name: "yen are dollars",
      file: `${SQUARE}/square-money.ts`,
      find: 'if (money.currency !== "USD")',
      replace: 'if (money.currency === "EUR")',
    },
    {
      name: "negative amounts are stored",
      file: `${SQUARE}/square-money.ts`,
      find: 'if (money.amount < 0n) throw new NotImportable("has a negative amount");',
      replace: "",
    },
    {
      name: "ten billion dollars fit into the column",
      file: `${SQUARE}/square-money.ts`,
      find: "money.amount >= LIMIT_CENTS",
      replace: "money.amount > LIMIT_CENTS",
    },
    {
      name: "a refund that was rejected counts",
      file: `${SQUARE}/paid-cents.ts`,
      find: 'if (status === "APPROVED")',
      replace: "if (status)",
    },
    {
      name: "a refund makes an open invoice dearer",
      file: `${SQUARE}/paid-cents.ts`,
      find: 'const isOpen = status === "pending" || status === "overdue";',
      replace: "const isOpen = false;",
    },
    {
      name: "refunds never count",
      file: `${SQUARE}/paid-cents.ts`,
      find: "isOpen ? completed : Math.max(0, completed - givenBack(order))",
      replace: "completed",
    },
    {
      name: "a refunded tip lessens what was paid",
      file: `${SQUARE}/paid-cents.ts`,
      find: "whole === null ? Number.POSITIVE_INFINITY : whole - (centsOf(tender?.tipMoney) ?? 0)",
      replace: "whole ?? Number.POSITIVE_INFINITY",
    },
    {
      name: "a refund takes from other payments, too",
      file: `${SQUARE}/paid-cents.ts`,
      find: "sum + Math.min(cents, shareOf(order, payment))",
      replace: "sum + cents",
    },
    {
      name: "of several refunds of one payment the last counts",
      file: `${SQUARE}/paid-cents.ts`,
      find: "(byPayment.get(payment) ?? 0) + (centsOf(amountMoney) ?? 0)",
      replace: "centsOf(amountMoney) ?? 0",
    },
    {
      name: "the amount is the order's, not the requests'",
      file: `${SQUARE}/map-invoice.ts`,
      find: "if (isComputed && sum > 0) return sum;",
      replace: "",
    },
    {
      name: "an amount not computed yet counts as nothing",
      file: `${SQUARE}/map-invoice.ts`,
      find: "schedule.length > 0 && schedule.every((entry) => entry.computedCents !== null)",
      replace: "schedule.length > 0",
    },
    {
      name: "tips are part of the amount",
      file: `${SQUARE}/map-invoice.ts`,
      find: "amount: dollars(amountOf(schedule, order)),",
      replace: "amount: dollars(amountOf(schedule, order) + (centsOf(order?.totalTipMoney) ?? 0)),",
    },
    {
      name: "the invoice is due with its first request",
      file: `${SQUARE}/map-invoice.ts`,
      find: "dayOf(wire.at(-1)?.due_date)",
      replace: "dayOf(wire.at(0)?.due_date)",
    },
    {
      name: "the next payment is due with the last request",
      file: `${SQUARE}/map-invoice.ts`,
      find: "due[0] ?? null",
      replace: "due.at(-1) ?? null",
    },
    {
      name: "a completed request is due next",
      file: `${SQUARE}/map-invoice.ts`,
      find: '.filter((entry) => scheduleEntryState(entry) !== "paid")',
      replace: "",
    },
    {
      name: "a paid invoice has a next payment",
      file: `${SQUARE}/map-invoice.ts`,
      find: 'status === "paid" || status === "cancelled")',
      replace: 'status === "cancelled")',
    },
    {
      name: "a cancelled invoice has a day of payment",
      file: `${SQUARE}/map-invoice.ts`,
      find: 'status === "paid" ? paidDate(',
      replace: 'status !== "pending" ? paidDate(',
    },
    {
      name: "today is the day in Greenwich",
      file: `${SQUARE}/map-invoice.ts`,
      find: "dateIn(source.now, zone)",
      replace: 'dateIn(source.now, "UTC")',
    },
    {
      name: "half a truth counts as the whole",
      file: `${SQUARE}/map-invoice.ts`,
      find: "if (invoice.orderId && !order) return false;",
      replace: "",
    },
    {
      name: "an invoice is paid with its first payment",
      file: `${SQUARE}/invoice-dates.ts`,
      find: "(newest, time) => Math.max(newest, time)",
      replace: "(newest, time) => (newest > 0 ? Math.min(newest, time) : time)",
    },
    {
      name: "an invoice is issued when it was made, whenever it was sent",
      file: `${SQUARE}/invoice-dates.ts`,
      find: "if (scheduled) return",
      replace: "if (scheduled === zone) return",
    },
    {
      name: "an invoice is late on the day it is due",
      file: `${SQUARE}/invoice-status.ts`,
      find: "entry.dueDate < today",
      replace: "entry.dueDate <= today",
    },
    {
      name: "a transfer on its way can be late",
      file: `${SQUARE}/invoice-status.ts`,
      find: 'PAYMENT_PENDING: () => "pending"',
      replace: "PAYMENT_PENDING: openInvoice",
    },
    {
      name: "a refunded invoice counts as paid",
      file: `${SQUARE}/invoice-status.ts`,
      find: 'REFUNDED: () => "cancelled"',
      replace: 'REFUNDED: () => "paid"',
    },
    {
      name: "a part payment that was given back in part pays the whole",
      file: `${SQUARE}/invoice-status.ts`,
      find: '(isAllPaid(schedule) ? "paid" : openInvoice(schedule, today))',
      replace: '"paid"',
    },
    {
      name: "a subscription that has not begun is active",
      file: `${SQUARE}/map-subscription.ts`,
      find: 'PENDING: "paused"',
      replace: 'PENDING: "active"',
    },
    {
      name: "two clients with one address: the last one gets the invoices",
      file: "server/payments/sync/match-client.ts",
      find: "ids.has(key) ? null : client.id",
      replace: "client.id",
    },
    {
      name: "addresses in capitals are other addresses",
      file: "server/payments/sync/match-client.ts",
      find: "client.email?.trim().toLowerCase()",
      replace: "client.email?.trim()",
    },
    {
      name: "an address takes invoices from the client they were found for",
      file: "server/payments/sync/match-client.ts",
      find: '{ by: "earlier", clientId: found },',
      replace: "",
    },
    {
      name: "the customer saved on a client is not looked at",
      file: "server/payments/sync/match-client.ts",
      find: '{ by: "customer", clientId: byCustomer(payer.customerId) },',
      replace: "",
    },
    {
      name: "our client's id at the customer is not looked at",
      file: "server/payments/sync/match-client.ts",
      find: '{ by: "reference", clientId: byId(payer.referenceId?.toLowerCase()) },',
      replace: "",
    },
  ],
};
