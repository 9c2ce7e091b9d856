import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { PROPOSAL_LIMITS } from "#domain/proposals/text-limits.ts";
import { listKeys } from "#domain/status.ts";
import type { DraftContent, DraftDue, DraftPayment, FindFieldError } from "./draft-content.ts";
import { createDue } from "./new-parts.ts";

const DUE_LABELS = {
  on_acceptance: "After acceptance",
  on_completion: "After completion",
  milestone: "After a milestone",
  date: "On a date",
} satisfies Record<DraftDue["kind"], string>;

const WHEN_DUE_LABELS = {
  prepare_invoice: "Prepare an invoice",
  publish_invoice: "Prepare and publish an invoice",
} satisfies Record<DraftPayment["whenDue"], string>;

const WHEN_DUE_OPTIONS = listKeys(WHEN_DUE_LABELS).map((value) => ({ value, label: WHEN_DUE_LABELS[value] }));

type DueFieldsProps = {
  payment: DraftPayment;
  milestones: DraftContent["milestones"];
  onChange: (payment: DraftPayment) => void;
  /** Returns the message of a field of this payment. */
  findError: FindFieldError;
};

/** When a payment is due, and what happens then. */
export function DueFields({ payment, milestones, onChange, findError }: DueFieldsProps) {
  const { due, whenDue } = payment;
  const kinds = listKeys(DUE_LABELS).filter(
    (kind) => kind !== "milestone" || milestones.length > 0 || due.kind === "milestone",
  );
  const changeDue = (changed: DraftDue) => onChange({ ...payment, due: changed });
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Select
        label="Due"
        options={kinds.map((value) => ({ value, label: DUE_LABELS[value] }))}
        value={due.kind}
        onChange={(event) => {
          const kind = kinds.find((value) => value === event.currentTarget.value);
          if (kind) {
            changeDue(createDue(kind, milestones[0]?.id, "days" in due ? due.days : 0));
          }
        }}
      />
      {due.kind === "date" ? (
        <TextField
          label="Due date"
          type="date"
          required
          value={due.date}
          onChange={(event) => changeDue({ ...due, date: event.currentTarget.value })}
          error={findError("due.date")}
        />
      ) : (
        <TextField
          label="Days after that"
          hint={due.days === 0 ? "Due on the same day." : undefined}
          type="number"
          min={0}
          max={PROPOSAL_LIMITS.days}
          required
          value={Number.isNaN(due.days) ? "" : due.days}
          onChange={(event) => changeDue({ ...due, days: event.currentTarget.valueAsNumber })}
          error={findError("due.days")}
        />
      )}
      {due.kind === "milestone" && (
        <Select
          label="Milestone"
          required
          placeholder={milestones.some(({ id }) => id === due.milestoneId) ? undefined : "Select a milestone"}
          options={milestones.map(({ id, title }, index) => ({
            value: id,
            label: title.trim() || `Milestone ${index + 1}`,
          }))}
          value={milestones.some(({ id }) => id === due.milestoneId) ? due.milestoneId : ""}
          onChange={(event) => changeDue({ ...due, milestoneId: event.currentTarget.value })}
          error={findError("due.milestoneId")}
        />
      )}
      <Select
        label="Then"
        options={WHEN_DUE_OPTIONS}
        value={whenDue}
        onChange={(event) => {
          const selected = listKeys(WHEN_DUE_LABELS).find((value) => value === event.currentTarget.value);
          onChange({ ...payment, whenDue: selected ?? whenDue });
        }}
      />
    </div>
  );
}
