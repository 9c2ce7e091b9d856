import { useId } from "react";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Trash2 } from "#app/ui/icons.tsx";
import { SERVICES } from "#domain/firm/service.ts";
import type { ClientRatesForm } from "#domain/rates/client-rates-form.ts";

type RateCardFieldsProps = {
  /** Zero-based position in the form. */
  index: number;
  register: UseFormRegister<ClientRatesForm>;
  errors: FieldErrors<ClientRatesForm["rates"][number]> | undefined;
  onRemove: () => void;
};

export function RateCardFields({ index, register, errors, onRemove }: RateCardFieldsProps) {
  const servicesId = useId();
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a card with a header.
    <div
      role="group"
      aria-labelledby={titleId}
      className="rounded-medium border border-line bg-surface p-4 sm:p-6"
    >
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 id={titleId} className="text-16">
          Rate card {index + 1}
        </h2>
        <Button
          size="small"
          tone="quiet"
          aria-label={`Remove rate card ${index + 1}`}
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <TextField
          label="Service type"
          required
          list={servicesId}
          autoComplete="off"
          error={errors?.serviceType?.message}
          className="sm:col-span-2"
          {...register(`rates.${index}.serviceType`)}
        />
        <datalist id={servicesId}>
          {SERVICES.map((service) => (
            <option key={service} value={service} />
          ))}
        </datalist>
        <TextField
          label="Hourly rate ($)"
          required
          type="number"
          min={0}
          step="0.01"
          inputMode="decimal"
          error={errors?.hourlyRate?.message}
          {...register(`rates.${index}.hourlyRate`)}
        />
        <TextField
          label="Monthly retainer ($)"
          type="number"
          min={0}
          step="0.01"
          inputMode="decimal"
          error={errors?.monthlyRetainer?.message}
          {...register(`rates.${index}.monthlyRetainer`)}
        />
        <TextField
          label="Discount tier"
          autoComplete="off"
          error={errors?.discountTier?.message}
          className="sm:col-span-2"
          {...register(`rates.${index}.discountTier`)}
        />
        <TextField
          label="Effective from"
          type="date"
          required
          error={errors?.effectiveFrom?.message}
          {...register(`rates.${index}.effectiveFrom`)}
        />
        <TextArea
          label="Description"
          rows={2}
          error={errors?.description?.message}
          className="sm:col-span-2 lg:col-span-4"
          {...register(`rates.${index}.description`)}
        />
      </div>
    </div>
  );
}
