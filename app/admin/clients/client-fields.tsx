import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { ClientForm } from "#domain/client-form.ts";

type ClientFieldsProps = {
  /** What ties a field to the form, and what is wrong with it. */
  field: (name: keyof ClientForm) => Omit<UseFormRegisterReturn, "required"> & { error: string | undefined };
  /** A new client gets an address to sign in with; later the address is the client's own to change. */
  email?: ReactNode;
};

/** What the firm holds of a client. */
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
