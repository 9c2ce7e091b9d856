import type { ListedInvoice } from "#app/api/admin/invoices.ts";
import { InvoiceBadges } from "#app/components/invoices/invoice-badges.tsx";
import { Button, ButtonLink, IconButton, IconLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { ExternalLink, UserPlus } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import { toneClasses } from "#app/ui/tone.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { isEarlierPaymentNext, nextDueLabel } from "#domain/invoices/due-dates/due-label.ts";
import { partlyOverdueNote } from "#domain/invoices/due-dates/due-payments.ts";
import { visibleDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { amountOwed } from "#domain/invoices/invoice.ts";
import { refundedNote } from "#domain/invoices/invoice-notes.ts";
import { safePaymentUrl } from "#domain/invoices/payments/payment-link.ts";
import { isRemindable } from "#domain/invoices/reminders/invoice-reminder.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { isKnownPayer, payerLabel } from "#domain/square/payer.ts";
import { RecordName } from "../lists/record-name.tsx";
import { DATE_ORDERS, type ListColumn, NUMBER_ORDERS } from "../lists/sortable-columns.tsx";
import { InvoiceLink } from "./invoice-link.tsx";
import { paymentPageLabel } from "./payment-page-label.ts";
import { RowReminderButton } from "./reminder-button.tsx";
import { UnassignButton } from "./unassign-button.tsx";

type RowActions = {
  assign: (invoice: ListedInvoice) => void;
  unassign: (id: string, clientId: string) => void;
  remind: (id: string) => void;
};

export function createInvoiceColumns(
  now: Date,
  actions: RowActions,
): ReadonlyArray<ListColumn<ListedInvoice>> {
  const today = firmToday(now);
  return [
    {
      key: "number",
      header: "Invoice",
      sort: "invoice_number",
      sortOrders: NUMBER_ORDERS,
      isLongText: true,
      cell: (invoice, _, hiddenKeys) => (
        <>
          <InvoiceLink invoice={invoice} />
          {hiddenKeys.has("client") ? (
            <span title={invoice.description} className="block font-normal text-13 text-muted">
              <InvoiceClient invoice={invoice} />
            </span>
          ) : (
            invoice.description && (
              <span className="line-clamp-2 font-normal text-13 text-muted">{invoice.description}</span>
            )
          )}
        </>
      ),
    },
    {
      key: "client",
      header: "Client",
      sort: "company_order",
      isWide: true,
      minWidth: 800,
      cell: (invoice) => <InvoiceClient invoice={invoice} />,
    },
    {
      key: "status",
      header: "Status",
      sort: "status",
      cell: (invoice) => <InvoiceBadges invoice={invoice} />,
    },
    {
      key: "due",
      header: "Due",
      sort: "due_date",
      sortOrders: DATE_ORDERS,
      cell: (invoice, _, hiddenKeys) => {
        const age = nextDueLabel(invoice, now);
        return (
          <>
            <span className="tabular block whitespace-nowrap">{formatDate(visibleDueDate(invoice))}</span>
            {age && (
              <span
                className={classNames(
                  "block text-13",
                  isNarrow(hiddenKeys) ? "max-w-24" : "whitespace-nowrap",
                  toneClasses(age.tone).text,
                )}
              >
                {isEarlierPaymentNext(invoice) && "payment "}
                <span className="whitespace-nowrap">{age.label}</span>
              </span>
            )}
            {invoice.last_reminded_on === today && (
              <span className="block whitespace-nowrap text-13 text-muted">Reminded today</span>
            )}
          </>
        );
      },
    },
    {
      key: "amount",
      header: "Amount",
      sort: "amount",
      align: "end",
      minWidth: 1000,
      cell: (invoice) => {
        const note = refundedNote(invoice);
        return (
          <>
            <span className="block">{formatDollars(toCents(invoice.amount))}</span>
            {note && <span className="block whitespace-nowrap text-13 text-muted">{note}</span>}
          </>
        );
      },
    },
    {
      key: "open",
      header: "Outstanding",
      sort: "open_amount",
      align: "end",
      cell: (invoice, _, hiddenKeys) => {
        const note = partlyOverdueNote(invoice, today);
        const owed = amountOwed(invoice);
        const amount = toCents(invoice.amount);
        return (
          <>
            <span className="block">{formatDollars(owed)}</span>
            {hiddenKeys.has("amount") && owed !== amount && (
              <span className="block whitespace-nowrap text-13 text-muted">of {formatDollars(amount)}</span>
            )}
            {note && <span className="block whitespace-nowrap text-13 text-negative">{note}</span>}
          </>
        );
      },
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (invoice, layout, hiddenKeys) => {
        const paymentUrl = safePaymentUrl(invoice.square_payment_url);
        const { id, client_id: clientId } = invoice;
        return (
          <>
            {isRemindable(invoice) && (
              <RowReminderButton
                invoice={invoice}
                layout={layout}
                wasRemindedToday={invoice.last_reminded_on === today}
                onPress={() => actions.remind(id)}
              />
            )}
            {clientId && invoice.client_assigned_manually && (
              <UnassignButton
                number={invoice.invoice_number}
                layout={layout}
                onPress={() => actions.unassign(id, clientId)}
              />
            )}
            {!clientId && (
              <AssignButton
                number={invoice.invoice_number}
                isIcon={layout === "table" && isNarrow(hiddenKeys)}
                onPress={() => actions.assign(invoice)}
              />
            )}
            {paymentUrl && layout === "card" && (
              <ButtonLink
                to={paymentUrl}
                size="small"
                icon={<ExternalLink aria-hidden="true" className="size-4 max-[359px]:hidden" />}
                aria-label={paymentPageLabel(invoice)}
              >
                Payment page
              </ButtonLink>
            )}
            {paymentUrl && layout === "table" && (
              <Tooltip label="Payment page">
                <IconLink to={paymentUrl} label={paymentPageLabel(invoice)}>
                  <ExternalLink aria-hidden="true" className="size-4" />
                </IconLink>
              </Tooltip>
            )}
          </>
        );
      },
    },
  ];
}

/** Whether the table has no space for the amounts. Long labels wrap, and buttons are icons. */
function isNarrow(hiddenKeys: ReadonlySet<string>): boolean {
  return hiddenKeys.has("amount");
}

type AssignButtonProps = { number: string; isIcon: boolean; onPress: () => void };

function AssignButton({ number, isIcon, onPress }: AssignButtonProps) {
  const name = `Assign invoice #${number}`;
  return isIcon ? (
    <Tooltip label="Assign client">
      <IconButton label={name} onClick={onPress}>
        <UserPlus aria-hidden="true" className="size-4" />
      </IconButton>
    </Tooltip>
  ) : (
    <Button size="small" aria-label={name} onClick={onPress}>
      Assign
    </Button>
  );
}

/** Link to the client of an invoice. If it has none, a badge and the customer in Square. */
export function InvoiceClient({ invoice }: { invoice: ListedInvoice }) {
  const { client_id: clientId, company } = invoice;
  return clientId && company ? (
    <RecordName to={`/admin/clients/${clientId}`} name={company} />
  ) : (
    <>
      <Badge tone="warning">Unassigned</Badge>
      {isKnownPayer(invoice) && (
        <span className="wrap-anywhere block text-13 text-muted">Billed to {payerLabel(invoice)}</span>
      )}
    </>
  );
}
