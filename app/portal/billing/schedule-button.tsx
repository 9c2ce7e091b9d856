import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import type { CellLayout } from "#app/ui/data-display/table.tsx";
import { ChevronDown } from "#app/ui/icons.tsx";
import { hasSchedulePanel, parseSchedule } from "#domain/invoices/due-dates/payment-schedule.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";

type ScheduleButtonProps = {
  invoice: OwnInvoice;
  panelId: string;
  isExpanded: boolean;
  /** A table shows only the icon. */
  layout: CellLayout;
  onToggle: () => void;
};

/** Shows or hides the payment schedule of an invoice. Renders nothing for an invoice with one payment. */
export function ScheduleButton({ invoice, panelId, isExpanded, layout, onToggle }: ScheduleButtonProps) {
  if (!hasSchedulePanel(parseSchedule(invoice.payment_schedule))) {
    return null;
  }
  const label = `Payment Schedule for ${invoiceTitle(invoice)}`;
  const disclosure = {
    "aria-expanded": isExpanded,
    "aria-controls": isExpanded ? panelId : undefined,
    onClick: onToggle,
  };
  const icon = (
    <ChevronDown
      aria-hidden="true"
      className={classNames("size-4 transition-transform", isExpanded && "rotate-180")}
    />
  );
  if (layout === "table") {
    return (
      <IconButton {...disclosure} label={label} className="pointer-fine:size-7">
        {icon}
      </IconButton>
    );
  }
  return (
    <Button {...disclosure} size="small" tone="quiet" aria-label={label}>
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap">Payment Schedule {icon}</span>
    </Button>
  );
}
