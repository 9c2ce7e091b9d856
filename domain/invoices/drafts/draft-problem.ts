import type { InvoiceDraftRow } from "#domain/invoices/drafts/invoice-draft.ts";

export type DraftProblem = NonNullable<InvoiceDraftRow["problem"]>;

/** What an administrator can do about a problem. Screens offer one button per action. */
export type DraftProblemAction =
  | "reconnect"
  | "settings"
  | "choose-customer"
  | "review"
  | "retry"
  | "open-square";

type ProblemText = { title: string; nextStep: string; action: DraftProblemAction };

const PROBLEM_TEXTS = {
  not_connected: {
    title: "Square isn't connected",
    nextStep: "Connect Square, then try again.",
    action: "reconnect",
  },
  writing_off: {
    title: "Creating invoices in Square is turned off",
    nextStep: "Turn on invoice creation on the Square page, then try again.",
    action: "settings",
  },
  permission_missing: {
    title: "Square hasn't granted permission to create invoices",
    nextStep: "Reconnect Square to grant it, then try again.",
    action: "reconnect",
  },
  another_merchant: {
    title: "Another Square account is connected",
    nextStep: "Connect the account that the invoice was created in, then try again.",
    action: "reconnect",
  },
  outage: {
    title: "Square isn't available",
    nextStep: "Try again in a few minutes. The invoice won't be created twice.",
    action: "retry",
  },
  several_customers: {
    title: "Several customers in Square match this client",
    nextStep: "Choose the customer who receives the invoice.",
    action: "choose-customer",
  },
  customer_of_another_client: {
    title: "The matching customer in Square belongs to another client",
    nextStep: "Choose another customer, or correct the email address in Square.",
    action: "choose-customer",
  },
  customer_missing: {
    title: "The customer no longer exists in Square",
    nextStep: "Choose another customer.",
    action: "choose-customer",
  },
  email_missing: {
    title: "The customer has no email address in Square",
    nextStep: "Add one in Square and try again, or deliver the invoice as a link.",
    action: "review",
  },
  recipient_changed: {
    title: "Square would email another address",
    nextStep: "Check the recipient, then publish again.",
    action: "review",
  },
  amount_differs: {
    title: "Square computed another amount",
    nextStep: "Check the taxes and discounts of your Square account, then try again.",
    action: "review",
  },
  changed_in_square: {
    title: "The invoice was changed in Square",
    nextStep: "Check it in Square, then publish or cancel it again.",
    action: "review",
  },
  deleted_in_square: {
    title: "The draft was deleted in Square",
    nextStep: "Prepare it again, or delete it here.",
    action: "review",
  },
  published_in_square: {
    title: "The invoice was published in Square",
    nextStep: "The client has it. To change it, cancel it and create another.",
    action: "open-square",
  },
  canceled_in_square: {
    title: "The invoice was canceled in Square",
    nextStep: "Create another if the client still owes this amount.",
    action: "open-square",
  },
  previous_in_square: {
    title: "An earlier version of this invoice is still in Square",
    nextStep: "Cancel or delete it in Square, then try again. Otherwise, the client would be billed twice.",
    action: "open-square",
  },
  due_date_passed: {
    title: "A due date has passed",
    nextStep: "Choose due dates that are today or later.",
    action: "review",
  },
  location_unavailable: {
    title: "The location can't send invoices",
    nextStep: "On the Square page, choose an active location that takes card payments.",
    action: "settings",
  },
  not_cancelable: {
    title: "Square can't cancel this invoice",
    nextStep: "It was paid or refunded, or a payment is in progress. Check it in Square.",
    action: "open-square",
  },
  rejected: {
    title: "Square rejected the invoice",
    nextStep: "Correct it, then try again.",
    action: "review",
  },
} satisfies Record<DraftProblem, ProblemText>;

/** What happened and what to do. */
export function draftProblemText(problem: DraftProblem): ProblemText {
  return PROBLEM_TEXTS[problem];
}
