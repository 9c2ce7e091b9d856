import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import type { DraftContent, DraftPlan, FindFieldError } from "./draft-content.ts";
import { DueFields } from "./due-fields.tsx";
import { InstallmentFields } from "./installment-fields.tsx";
import { createInstallment, createPayment, createShare } from "./new-parts.ts";
import { ShareFields } from "./share-fields.tsx";

const REST_OPTIONS = [
  { value: "balance", label: "One payment" },
  { value: "installments", label: "Installments" },
];

type PlanFieldsProps = {
  plan: DraftPlan;
  milestones: DraftContent["milestones"];
  onChange: (plan: DraftPlan) => void;
  findError: FindFieldError;
};

/** The payment plan: a deposit, if any, and one payment or installments. */
export function PlanFields({ plan, milestones, onChange, findError }: PlanFieldsProps) {
  const { deposit, rest } = plan;
  return (
    <Card aria-labelledby="proposal-plan">
      <CardHeader
        title={<span id="proposal-plan">Payment plan</span>}
        subtitle="Due dates are set when the client accepts the proposal or the milestone, or when the project is completed"
      />
      <div className="grid gap-4">
        <Checkbox
          label="Deposit"
          checked={deposit !== null}
          onChange={(event) =>
            onChange({
              ...plan,
              deposit: event.currentTarget.checked
                ? { share: createShare("percent"), ...createPayment("on_acceptance") }
                : null,
            })
          }
        />
        {deposit && (
          // biome-ignore lint/a11y/useSemanticElements: the checkbox above is the visible title.
          <div role="group" aria-label="Deposit" className="grid gap-4 border-line border-l-2 pl-4">
            <ShareFields
              label="Deposit"
              share={deposit.share}
              onChange={(share) => onChange({ ...plan, deposit: { ...deposit, share } })}
              findError={(field) => findError(`plan.deposit.share.${field}`)}
            />
            <DueFields
              payment={deposit}
              milestones={milestones}
              onChange={(payment) => onChange({ ...plan, deposit: { ...deposit, ...payment } })}
              findError={(field) => findError(`plan.deposit.${field}`)}
            />
          </div>
        )}
        <Select
          label={deposit ? "The rest is paid in" : "The total is paid in"}
          className="max-w-md"
          options={REST_OPTIONS}
          value={rest.kind}
          onChange={(event) => onChange({ ...plan, rest: createRest(event.currentTarget.value) })}
        />
        {rest.kind === "balance" ? (
          <DueFields
            payment={rest}
            milestones={milestones}
            onChange={(payment) => onChange({ ...plan, rest: { ...rest, ...payment } })}
            findError={(field) => findError(`plan.rest.${field}`)}
          />
        ) : (
          <InstallmentFields
            installments={rest.installments}
            milestones={milestones}
            onChange={(installments) => onChange({ ...plan, rest: { ...rest, installments } })}
            findError={(field) => findError(`plan.rest.installments.${field}`)}
          />
        )}
      </div>
    </Card>
  );
}

function createRest(kind: string): DraftPlan["rest"] {
  return kind === "installments"
    ? { kind, installments: [createInstallment(1), createInstallment(2), createInstallment(3)] }
    : { kind: "balance", ...createPayment("on_completion") };
}
