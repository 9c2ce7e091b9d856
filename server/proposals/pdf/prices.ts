import { formatDollars, formatPrice } from "#domain/money/money.ts";
import { formatDue, formatHours, formatPaymentName, formatShare } from "#domain/proposals/format-proposal.ts";
import { resolvePaymentPlan } from "#domain/proposals/payment-plan.ts";
import type { ProposalItem } from "#domain/proposals/proposal-content.ts";
import type { ProposalDocument } from "#domain/proposals/proposal-document.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import type { PdfRow, PdfWriter } from "#server/pdf/pdf-writer.ts";

/** Writes the line items with the totals. */
export function writePrices(pdf: PdfWriter, data: ProposalDocument): void {
  const { content } = data;
  const totals = proposalTotals(content, new Set(data.selectedIds));
  const rows: PdfRow[] = content.items.map((item, index) => {
    const line = totals.lines[index];
    const amount = line ? formatDollars(line.amount) : "";
    return {
      cells: [
        describeItem(item, line?.isSelected ?? false, data.certificate !== null),
        formatQuantity(item),
        amount,
      ],
    };
  });
  if (content.discount) {
    rows.push({ cells: ["Subtotal", "", formatDollars(totals.subtotal)] });
    const label =
      content.discount.kind === "percent" ? `Discount (${formatShare(content.discount)})` : "Discount";
    rows.push({ cells: [label, "", `−${formatDollars(totals.discount)}`] });
  }
  rows.push({ cells: ["Total", "", formatDollars(totals.total)], isStrong: true });
  pdf.table(
    [
      { title: "Item", share: 5, isHeader: true },
      { title: "Quantity", share: 2 },
      { title: "Amount", share: 2, align: "right" },
    ],
    rows,
  );
  if (content.taxNote) {
    pdf.space(6);
    pdf.text(content.taxNote, { size: 9, isMuted: true });
  }
  pdf.space(14);
}

function describeItem(item: ProposalItem, isSelected: boolean, isAccepted: boolean): string {
  const selection = isAccepted
    ? isSelected
      ? "optional, selected"
      : "optional, not selected"
    : isSelected
      ? "optional, included in the total"
      : "optional, not included in the total";
  const name = item.isOptional ? `${item.description} (${selection})` : item.description;
  return item.details ? `${name}. ${item.details}` : name;
}

function formatQuantity(item: ProposalItem): string {
  return item.kind === "hours"
    ? `${formatHours(item.hundredths)} × ${formatPrice(item.rate)}`
    : "Fixed price";
}

/** Writes the payments, which add up to the total. */
export function writePayments(pdf: PdfWriter, { content, selectedIds }: ProposalDocument): void {
  const { total } = proposalTotals(content, new Set(selectedIds));
  const payments = resolvePaymentPlan(content.plan, total);
  if (payments.length === 0) {
    pdf.text("There is nothing to pay.");
  } else {
    pdf.table(
      [
        { title: "Payment", share: 2, isHeader: true },
        { title: "Due", share: 5 },
        { title: "Amount", share: 2, align: "right" },
      ],
      payments.map((payment) => ({
        cells: [
          formatPaymentName(payment),
          capitalize(formatDue(payment.due, content.milestones)),
          formatDollars(payment.amount),
        ],
      })),
    );
  }
  pdf.space(14);
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
