import type { MutantGroup } from "./mutant.ts";

const SQUARE = "server/payments/square";
const MAPPING_DIR = `${SQUARE}/mapping`;

/** Mapping of Square's records to the portal's columns and clients. */
export const INVOICE_MAPPING: MutantGroup = {
  tests: { project: "database", paths: [SQUARE, "server/payments/sync"] },
  mutants: [
    {
      name: "five cents become fifty",
      file: "domain/money/money.ts",
      find: 'String(Math.abs(amount)).padStart(3, "0")',
      replace: 'String(Math.abs(amount)).padEnd(3, "0")',
    },
    {
      name: "yen are imported as dollars",
      file: `${MAPPING_DIR}/square-money.ts`,
      find: 'if (money.currency !== "USD")',
      replace: 'if (money.currency === "EUR")',
    },
    {
      name: "negative amounts are stored",
      file: `${MAPPING_DIR}/square-money.ts`,
      find: 'if (money.amount < 0) {\n    throw new ImportError("Amount is negative");\n  }',
      replace: "",
    },
    {
      name: "ten billion dollars are accepted",
      file: `${MAPPING_DIR}/square-money.ts`,
      find: "money.amount >= MAX_CENTS",
      replace: "money.amount > MAX_CENTS",
    },
    {
      name: "a pending or failed refund counts",
      file: `${MAPPING_DIR}/invoice-payments.ts`,
      find: "statuses.some((counted) => counted === status)",
      replace: 'status !== ""',
    },
    {
      name: "a refund reduces the paid amount of an open invoice",
      file: `${MAPPING_DIR}/paid-amount.ts`,
      find: "isOpen(status) ? completed",
      replace: "false ? completed",
    },
    {
      name: "refunds never reduce the paid amount",
      file: `${MAPPING_DIR}/paid-amount.ts`,
      find: "isOpen(status) ? completed : cents(Math.max(0, completed - refundedCents))",
      replace: "completed",
    },
    {
      name: "the refund of a second payment reduces the paid amount",
      file: `${MAPPING_DIR}/paid-amount.ts`,
      find: "Math.max(0, sumCompletedRefunds(payments) - overpaidCents)",
      replace: "sumCompletedRefunds(payments)",
    },
    {
      name: "a refund increases the balance if Square reduces the completed amounts",
      file: `${MAPPING_DIR}/payment-schedule.ts`,
      find: "cents(completedCents + added)",
      replace: "completedCents",
    },
    {
      name: "an invoice that was read before its payment and refund is consistent",
      file: `${MAPPING_DIR}/payment-schedule.ts`,
      find: '!REFUNDED_STATUSES.includes(squareStatus ?? "") || missing <= 0',
      replace: "missing <= 0",
    },
    {
      name: "a refunded tip reduces the paid amount",
      file: `${MAPPING_DIR}/invoice-payments.ts`,
      find: "return cents(Math.min(refunded, payment.cents));",
      replace: "return refunded;",
    },
    {
      name: "the tip of a payment counts as paid",
      file: `${MAPPING_DIR}/invoice-payments.ts`,
      find: "subtractCents(total, moneyToCents(tender.tipMoney) ?? ZERO_CENTS)",
      replace: "total",
    },
    {
      name: "only the last of several refunds of a payment counts",
      file: `${MAPPING_DIR}/invoice-payments.ts`,
      find: "sumCents(refunds.map((refund) => refund.cents))",
      replace: "refunds.at(-1)?.cents ?? 0",
    },
    {
      name: "a paid invoice with a completed refund is consistent",
      file: `${MAPPING_DIR}/contradictions.ts`,
      find: 'return completedRefunds > 0 ? "the invoice does not show its refund" : null;',
      replace: "return null;",
    },
    {
      name: "a payment that the invoice does not show yet is consistent",
      file: `${MAPPING_DIR}/contradictions.ts`,
      find: "sumCompletedPayments(payments) === completed",
      replace: "sumCompletedPayments(payments) <= completed",
    },
    {
      name: "old invoices with a mismatch are never stored",
      file: `${MAPPING_DIR}/map-invoice.ts`,
      find: "if (contradiction?.isRecent) {",
      replace: "if (contradiction) {",
    },
    {
      name: "the amount is the order total instead of the sum of the payment requests",
      file: `${MAPPING_DIR}/map-invoice.ts`,
      find: "if (isComputed && sum > 0) {\n    return sum;\n  }",
      replace: "",
    },
    {
      name: "an amount that is not computed yet counts as zero",
      file: `${MAPPING_DIR}/map-invoice.ts`,
      find: "schedule.length > 0 && schedule.every((entry) => entry.computedCents !== null)",
      replace: "schedule.length > 0",
    },
    {
      name: "tips are part of the amount",
      file: `${MAPPING_DIR}/map-invoice.ts`,
      find: "amount: toDollars(amountCents),",
      replace: "amount: toDollars(amountCents + (moneyToCents(order?.totalTipMoney) ?? ZERO_CENTS)),",
    },
    {
      name: "the invoice is due with its first payment request",
      file: `${MAPPING_DIR}/map-invoice.ts`,
      find: "parseCalendarDate(paymentSchedule.at(-1)?.due_date)",
      replace: "parseCalendarDate(paymentSchedule.at(0)?.due_date)",
    },
    {
      name: "the next payment is due with the last payment request",
      file: "domain/invoices/due-dates/overdue.ts",
      find: "date < first",
      replace: "date > first",
    },
    {
      name: "a completed payment request is due next",
      file: "domain/invoices/due-dates/overdue.ts",
      find: '.filter((entry) => scheduleEntryStatus(entry) !== "paid")',
      replace: "",
    },
    {
      name: "a paid invoice has a next payment",
      file: `${MAPPING_DIR}/map-invoice.ts`,
      find: "amount === 0 || !isOpen(status)",
      replace: 'amount === 0 || status === "cancelled"',
    },
    {
      name: "a cancelled invoice has a payment date",
      file: `${MAPPING_DIR}/map-invoice.ts`,
      find: 'status === "paid" ? getPaidDate(',
      replace: 'status !== "pending" ? getPaidDate(',
    },
    {
      name: "today is the date in UTC",
      file: `${MAPPING_DIR}/map-invoice.ts`,
      find: "dateInTimeZone(source.now, timeZone)",
      replace: 'dateInTimeZone(source.now, "UTC")',
    },
    {
      name: "an invoice without its order counts as complete",
      file: `${MAPPING_DIR}/map-invoice.ts`,
      find: "if (invoice.orderId && !order) {\n    return false;\n  }",
      replace: "",
    },
    {
      name: "the payment date is that of the first payment",
      file: `${MAPPING_DIR}/invoice-dates.ts`,
      find: "(newest, time) => Math.max(newest, time)",
      replace: "(newest, time) => (newest > 0 ? Math.min(newest, time) : time)",
    },
    {
      name: "the issue date is the creation date, ignoring the scheduled date",
      file: `${MAPPING_DIR}/invoice-dates.ts`,
      find: "if (scheduledDate) {",
      replace: "if (scheduledDate === timeZone) {",
    },
    {
      name: "an invoice with a pending transfer can be overdue",
      file: `${MAPPING_DIR}/invoice-status.ts`,
      find: 'PAYMENT_PENDING: () => "pending"',
      replace: "PAYMENT_PENDING: openInvoiceStatus",
    },
    {
      name: "a refunded invoice counts as paid",
      file: `${MAPPING_DIR}/invoice-status.ts`,
      find: 'REFUNDED: () => "cancelled"',
      replace: 'REFUNDED: () => "paid"',
    },
    {
      name: "a partially refunded partial payment marks the invoice as paid",
      file: `${MAPPING_DIR}/invoice-status.ts`,
      find: 'isFullyPaid(schedule) ? "paid" : openInvoiceStatus(schedule, today)',
      replace: '"paid"',
    },
    {
      name: "a pending subscription is active",
      file: `${MAPPING_DIR}/map-subscription.ts`,
      find: 'PENDING: "paused"',
      replace: 'PENDING: "active"',
    },
    {
      name: "the last of two clients with the same email gets the invoices",
      file: "server/payments/sync/match-client.ts",
      find: "ids.has(key) ? null : client.id",
      replace: "client.id",
    },
    {
      name: "emails are matched case-sensitively",
      file: "server/payments/sync/match-client.ts",
      find: "email.trim().toLowerCase()",
      replace: "email.trim()",
    },
    {
      name: "an email match overrides the client found earlier",
      file: "server/payments/sync/match-client.ts",
      find: '{ by: "previous", clientId: previous },',
      replace: "",
    },
    {
      name: "the customer id stored on a client is ignored",
      file: "server/payments/sync/match-client.ts",
      find: '{ by: "customer", clientId: byCustomer(payer.customerId) },',
      replace: "",
    },
    {
      name: "the customer's reference id is ignored",
      file: "server/payments/sync/match-client.ts",
      find: '{ by: "reference", clientId: byId(payer.referenceId?.toLowerCase()) },',
      replace: "",
    },
  ],
};
