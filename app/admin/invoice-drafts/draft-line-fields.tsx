import { TextField } from "#app/ui/forms/text-field.tsx";
import { formatDollars } from "#domain/money/money.ts";
import { DecimalField } from "../forms/decimal-field.tsx";
import { type FormLine, formLineAmount } from "./draft-form-content.ts";

type DraftLineFieldsProps = {
  line: FormLine;
  onChange: (line: FormLine) => void;
  findError: (field: string) => string | undefined;
};

/** Fields of a line of an invoice. */
export function DraftLineFields({ line, onChange, findError }: DraftLineFieldsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-6">
      <TextField
        label="Description"
        required
        autoComplete="off"
        className="sm:col-span-6"
        value={line.name}
        onChange={(event) => onChange({ ...line, name: event.currentTarget.value })}
        error={findError("name")}
      />
      <TextField
        label="Quantity"
        required
        inputMode="decimal"
        autoComplete="off"
        className="sm:col-span-2"
        value={line.quantity}
        onChange={(event) => onChange({ ...line, quantity: event.currentTarget.value })}
        error={findError("quantity")}
      />
      <DecimalField
        label="Price ($)"
        required
        className="sm:col-span-2"
        value={line.unitCents}
        onChange={(unitCents) => onChange({ ...line, unitCents })}
        error={findError("unitCents")}
        emptyError="Enter a price"
      />
      <p className="flex items-baseline justify-between gap-2 sm:col-span-2 sm:block sm:text-right">
        <span className="text-13 text-muted sm:mb-1.5 sm:block">Amount</span>
        <span className="tabular font-medium text-14 sm:leading-10">
          {formatDollars(formLineAmount(line))}
        </span>
      </p>
      <TextField
        label="Note"
        hint="Optional."
        autoComplete="off"
        className="sm:col-span-6"
        value={line.note}
        onChange={(event) => onChange({ ...line, note: event.currentTarget.value })}
        error={findError("note")}
      />
    </div>
  );
}
