import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import type { ClientForm } from "#domain/clients/client-form.ts";

type ClientFieldsProps = {
  /** Registers a field with the form and returns its validation error. */
  field: (name: keyof ClientForm) => Omit<UseFormRegisterReturn, "required"> & { error: string | undefined };
  /** Email field for a new client. After creation, only the client can change the address. */
  email?: ReactNode;
};

export function ClientFields({ field, email }: ClientFieldsProps) {
  return (
    <>
      <TextField label="Company" autoComplete="off" {...field("company")} required />
      <TextField label="Contact person" autoComplete="off" {...field("contactPerson")} required />
      {email}
      <TextField label="Phone" type="tel" autoComplete="off" {...field("phone")} />
      <TextArea label="Address" rows={2} {...field("address")} />
    </>
  );
}
