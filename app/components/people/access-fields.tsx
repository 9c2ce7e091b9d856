import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { CLIENT_ROLES, type ClientRole } from "#domain/clients/members/role.ts";
import { listKeys } from "#domain/status.ts";

type AccessForm = { role: ClientRole; lastDay: string | null };

type AccessFieldsProps = {
  role: ClientRole;
  register: UseFormRegister<AccessForm>;
  errors: FieldErrors<AccessForm>;
  /** The first date that can be chosen. */
  today: string;
};

const ROLE_OPTIONS = listKeys(CLIENT_ROLES).map((value) => ({ value, label: CLIENT_ROLES[value].label }));

/** The role, and the last day of the access for every role but owner. */
export function AccessFields({ role, register, errors, today }: AccessFieldsProps) {
  return (
    <>
      <Select
        label="Role"
        required
        options={ROLE_OPTIONS}
        hint={`Access to ${CLIENT_ROLES[role].access}.`}
        error={errors.role?.message}
        {...register("role")}
      />
      {role !== "owner" && (
        <TextField
          label="Last day of access"
          type="date"
          min={today}
          hint="Optional. Access ends after this day."
          error={errors.lastDay?.message}
          {...register("lastDay")}
        />
      )}
    </>
  );
}
