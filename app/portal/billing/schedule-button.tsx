import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { ChevronDown } from "#app/ui/icons.tsx";
import { hasSchedulePanel, parseSchedule } from "#domain/invoices/due-dates/payment-schedule.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";

type ScheduleButtonProps = {
  invoice: OwnInvoice;
  panelId: string;
  isExpanded: boolean;
  onToggle: () => void;
};

/** Shows or hides the payment schedule of an invoice. Renders nothing for an invoice with one payment. */
export function ScheduleButton({ invoice, panelId, isExpanded, onToggle }: ScheduleButtonProps) {
  if (!hasSchedulePanel(parseSchedule(invoice.payment_schedule))) {
    return null;
  }
  return (
    <Button
      size="small"
      tone="quiet"
      aria-expanded={isExpanded}
      aria-controls={isExpanded ? panelId : undefined}
      aria-label={`Payment Schedule for ${invoiceTitle(invoice)}`}
      onClick={onToggle}
    >
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
        Payment Schedule
        <ChevronDown
          aria-hidden="true"
          className={classNames("size-4 transition-transform", isExpanded && "rotate-180")}
        />
      </span>
    </Button>
  );
}
