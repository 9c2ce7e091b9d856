import { useQuery } from "@tanstack/react-query";
import type { UseFormRegisterReturn } from "react-hook-form";
import { linkedInvoicesQuery } from "#app/api/admin/project-invoices.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { ClientSelect } from "../forms/client-select.tsx";

type ClientFieldProps = {
  /** The project being edited; null for a new one. */
  project: { id: string; client_id: string; company: string } | null;
  error: string | undefined;
  control: UseFormRegisterReturn;
};

/** The project's client. Locked while invoices are linked, because they belong to the same client. */
export function ClientField({ project, ...field }: ClientFieldProps) {
  if (project) {
    return <OwnClientField {...field} project={project} />;
  }
  return <ClientSelect {...field} />;
}

type OwnClientFieldProps = ClientFieldProps & { project: NonNullable<ClientFieldProps["project"]> };

function OwnClientField({ project, ...field }: OwnClientFieldProps) {
  const linked = useQuery(linkedInvoicesQuery(project.id));
  const current = { id: project.client_id, company: project.company };
  if (linked.data?.length === 0) {
    return <ClientSelect {...field} initial={current} />;
  }
  // Not registered with the form, so that the form keeps the current client.
  return (
    <Select
      label="Client"
      disabled
      options={[{ value: current.id, label: current.company }]}
      hint="Unlink all invoices to change the client."
    />
  );
}
