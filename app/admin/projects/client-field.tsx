import { useQuery } from "@tanstack/react-query";
import type { UseFormRegisterReturn } from "react-hook-form";
import { linkedInvoices } from "#app/api/admin-invoices.ts";
import { Select } from "#app/ui/select.tsx";
import { ClientSelect } from "../forms/client-select.tsx";

type ClientFieldProps = {
  /** The project being edited; null for a new one. */
  project: { id: string; client_id: string; company: string } | null;
  error: string | undefined;
  control: UseFormRegisterReturn;
};

/** Whose project it is. An invoice belongs to its project's client, so this is locked while any is linked. */
export function ClientField({ project, ...field }: ClientFieldProps) {
  if (project) return <OwnClientField {...field} project={project} />;
  return <ClientSelect {...field} />;
}

type OwnClientFieldProps = ClientFieldProps & { project: NonNullable<ClientFieldProps["project"]> };

function OwnClientField({ project, ...field }: OwnClientFieldProps) {
  const linked = useQuery(linkedInvoices(project.id));
  const own = { id: project.client_id, company: project.company };
  if (linked.data?.length === 0) return <ClientSelect {...field} own={own} />;
  // Not registered with the form, which then keeps the client it was opened with.
  return (
    <Select
      label="Client"
      disabled
      options={[{ value: own.id, label: own.company }]}
      help={
        linked.data
          ? "The client cannot change while invoices are linked."
          : "The client can change only while no invoices are linked."
      }
    />
  );
}
