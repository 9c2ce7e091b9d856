import { type ComponentProps, useState } from "react";
import type { ReminderSource } from "#app/api/admin/invoice-reminders.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import type { CellLayout } from "#app/ui/data-display/table.tsx";
import { Send } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import { invoiceLabel } from "#domain/invoices/invoice-title.ts";
import { ReminderDialog } from "./reminder-dialog.tsx";

const icon = <Send aria-hidden="true" className="size-4" />;

type ReminderButtonProps = {
  source: ReminderSource;
  label: string;
  tone?: ComponentProps<typeof Button>["tone"];
};

/** Opens the confirmation before reminders for overdue invoices are sent. */
export function ReminderButton({ source, label, tone }: ReminderButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button tone={tone} icon={icon} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && <ReminderDialog source={source} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** The button in a row or card of the invoice list. A disabled one stays focusable, so that it can explain why it is disabled. */
export function RowReminderButton({
  invoice,
  layout,
  wasRemindedToday,
  onPress,
}: {
  invoice: { invoice_number: string };
  layout: CellLayout;
  wasRemindedToday: boolean;
  onPress: () => void;
}) {
  const button = {
    "aria-disabled": wasRemindedToday || undefined,
    className: "aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    onClick: () => !wasRemindedToday && onPress(),
  };
  const label = reminderLabel(invoice, wasRemindedToday);
  if (layout === "card") {
    return (
      <Button
        {...button}
        size="small"
        aria-label={label}
        icon={<Send aria-hidden="true" className="size-4 max-[359px]:hidden" />}
      >
        Send reminder
      </Button>
    );
  }
  return (
    <Tooltip label={wasRemindedToday ? "Already reminded today" : "Send reminder"}>
      <IconButton {...button} label={label}>
        {icon}
      </IconButton>
    </Tooltip>
  );
}

/** The accessible name of the button that opens the confirmation for an invoice in a list. */
function reminderLabel(invoice: { invoice_number: string }, wasRemindedToday: boolean): string {
  const label = `Send reminder for ${invoiceLabel(invoice)}`;
  return wasRemindedToday ? `${label} (already sent today)` : label;
}
