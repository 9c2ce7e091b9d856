import { Select } from "#app/ui/forms/select.tsx";
import { DecimalField } from "../../forms/decimal-field.tsx";
import type { DraftShare, FindFieldError } from "./draft-content.ts";
import { createShare } from "./new-parts.ts";

const KIND_OPTIONS = [
  { value: "percent", label: "Percent" },
  { value: "amount", label: "Amount" },
];

type ShareFieldsProps = {
  label: string;
  share: DraftShare;
  onChange: (share: DraftShare) => void;
  /** Returns the message of a field of this share. */
  findError: FindFieldError;
};

/** A percentage or an amount. */
export function ShareFields({ label, share, onChange, findError }: ShareFieldsProps) {
  return (
    <div className="grid max-w-md grid-cols-2 items-start gap-4">
      <Select
        label={`${label} type`}
        options={KIND_OPTIONS}
        value={share.kind}
        onChange={(event) => onChange(createShare(event.currentTarget.value))}
      />
      {share.kind === "percent" ? (
        <DecimalField
          key="percent"
          label={`${label} (%)`}
          required
          value={share.basisPoints}
          onChange={(basisPoints) => onChange({ ...share, basisPoints })}
          error={findError("basisPoints")}
        />
      ) : (
        <DecimalField
          key="amount"
          label={`${label} ($)`}
          required
          value={share.amount}
          onChange={(amount) => onChange({ ...share, amount })}
          error={findError("amount")}
        />
      )}
    </div>
  );
}
