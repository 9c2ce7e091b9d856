import { useRef } from "react";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Plus, Trash2 } from "#app/ui/icons.tsx";
import { PROPOSAL_LIMITS } from "#domain/proposals/text-limits.ts";
import { DecimalField } from "../../forms/decimal-field.tsx";
import type { DraftContent, DraftPlan, FindFieldError } from "./draft-content.ts";
import { DueFields } from "./due-fields.tsx";
import { createInstallment } from "./new-parts.ts";

type Installments = Extract<DraftPlan["rest"], { kind: "installments" }>["installments"];

const MIN_INSTALLMENTS = 2;

type InstallmentFieldsProps = {
  installments: Installments;
  milestones: DraftContent["milestones"];
  onChange: (installments: Installments) => void;
  /** Returns the message of a field of the list, such as "0.due.date". */
  findError: FindFieldError;
};

/** The installments of a payment plan, of equal size or with a percentage each. */
export function InstallmentFields({ installments, milestones, onChange, findError }: InstallmentFieldsProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  const isEven = installments.every(({ basisPoints }) => basisPoints === null);
  return (
    <>
      <Checkbox
        label="Split evenly"
        hint="The last installment includes the remainder."
        checked={isEven}
        onChange={(event) => {
          const basisPoints = event.currentTarget.checked ? null : Number.NaN;
          onChange(installments.map((installment) => ({ ...installment, basisPoints })));
        }}
      />
      <ol className="grid gap-4">
        {installments.map((installment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: installments have no ids, and their fields are controlled.
          <li key={`${installments.length}-${index}`}>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't have a button next to its legend. */}
            <div role="group" aria-label={`Installment ${index + 1}`} className="border-line border-l-2 pl-4">
              <div className="mb-2 flex min-h-8 items-center justify-between gap-2">
                <p aria-hidden="true" className="text-13 text-muted">
                  Installment {index + 1}
                </p>
                {installments.length > MIN_INSTALLMENTS && (
                  <IconButton
                    label={`Remove installment ${index + 1}`}
                    className="size-8"
                    onClick={() => {
                      onChange(installments.filter((other) => other !== installment));
                      addButton.current?.focus();
                    }}
                  >
                    <Trash2 aria-hidden="true" className="size-4" />
                  </IconButton>
                )}
              </div>
              <div className="grid gap-4">
                {installment.basisPoints !== null && (
                  <DecimalField
                    label="Share of the remaining amount (%)"
                    required
                    className="max-w-52"
                    value={installment.basisPoints}
                    onChange={(basisPoints) =>
                      onChange(installments.with(index, { ...installment, basisPoints }))
                    }
                    error={findError(`${index}.basisPoints`)}
                  />
                )}
                <DueFields
                  payment={installment}
                  milestones={milestones}
                  onChange={(payment) => onChange(installments.with(index, { ...installment, ...payment }))}
                  findError={(field) => findError(`${index}.${field}`)}
                />
              </div>
            </div>
          </li>
        ))}
      </ol>
      <div>
        <Button
          ref={addButton}
          size="small"
          icon={<Plus aria-hidden="true" className="size-4" />}
          disabled={installments.length >= PROPOSAL_LIMITS.installments}
          onClick={() =>
            onChange([
              ...installments,
              { ...createInstallment(installments.length + 1), basisPoints: isEven ? null : Number.NaN },
            ])
          }
        >
          Add installment
        </Button>
      </div>
    </>
  );
}
