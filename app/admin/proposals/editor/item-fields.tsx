import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { type Cents, formatDollars } from "#domain/money/money.ts";
import { DecimalField } from "../../forms/decimal-field.tsx";
import type { DraftItem, FindFieldError } from "./draft-content.ts";
import { changeItemKind } from "./new-parts.ts";

const KIND_OPTIONS = [
  { value: "hours", label: "Hours × rate" },
  { value: "fixed", label: "Fixed amount" },
];

type ItemFieldsProps = {
  item: DraftItem;
  amount: Cents;
  onChange: (item: DraftItem) => void;
  /** Returns the message of a field of this item. */
  findError: FindFieldError;
};

/** Fields of a line item. */
export function ItemFields({ item, amount, onChange, findError }: ItemFieldsProps) {
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-6">
        <TextField
          label="Description"
          required
          autoComplete="off"
          className="sm:col-span-6"
          value={item.description}
          onChange={(event) => onChange({ ...item, description: event.currentTarget.value })}
          error={findError("description")}
        />
        <Select
          label="Price"
          className="sm:col-span-2"
          options={KIND_OPTIONS}
          value={item.kind}
          onChange={(event) => onChange(changeItemKind(item, event.currentTarget.value))}
        />
        {item.kind === "hours" ? (
          <>
            <DecimalField
              key="hours"
              label="Hours"
              required
              value={item.hundredths}
              onChange={(hundredths) => onChange({ ...item, hundredths })}
              error={findError("hundredths")}
            />
            <DecimalField
              key="rate"
              label="Rate ($)"
              required
              value={item.rate}
              onChange={(rate) => onChange({ ...item, rate })}
              error={findError("rate")}
            />
          </>
        ) : (
          <DecimalField
            key="amount"
            label="Amount ($)"
            required
            className="sm:col-span-2"
            value={item.amount}
            onChange={(value) => onChange({ ...item, amount: value })}
            error={findError("amount")}
          />
        )}
        <p className="flex items-baseline justify-between gap-2 sm:col-span-2 sm:block sm:text-right">
          <span className="text-13 text-muted sm:mb-1.5 sm:block">Line total</span>
          <span className="tabular font-medium text-14 sm:leading-10">{formatDollars(amount)}</span>
        </p>
      </div>
      <TextArea
        label="Details"
        hint="Optional. Shown below the description."
        rows={2}
        value={item.details}
        onChange={(event) => onChange({ ...item, details: event.currentTarget.value })}
        error={findError("details")}
      />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Checkbox
          label="Optional"
          checked={item.isOptional}
          onChange={(event) =>
            onChange({ ...item, isOptional: event.currentTarget.checked, isPreselected: false })
          }
        />
        {item.isOptional && (
          <Checkbox
            label="Selected when the client opens the proposal"
            checked={item.isPreselected}
            onChange={(event) => onChange({ ...item, isPreselected: event.currentTarget.checked })}
          />
        )}
      </div>
    </div>
  );
}
