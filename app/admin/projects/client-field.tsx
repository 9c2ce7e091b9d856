import { useQuery } from "@tanstack/react-query";
import type { UseFormRegisterReturn } from "react-hook-form";
import { linkedInvoicesQuery } from "#app/api/admin/project-invoices.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { ClientSelect } from "../forms/client-select.tsx";

type ClientFieldProps = {
  /** The project being edited; null for a new one. */
  project: { id: string; client_id: string; company: string } | null;
  /** The client that is selected first in a new project. */
  newProjectClient: { id: string; company: string } | null;
  error: string | undefined;
  control: UseFormRegisterReturn;
};

/** The project's client. Locked while invoices are linked, because they belong to the same client. */
export function ClientField({ project, newProjectClient, ...field }: ClientFieldProps) {
  if (project) {
    return <ExistingClientField {...field} project={project} />;
  }
  return <ClientSelect {...field} {...(newProjectClient && { initial: newProjectClient })} />;
}

type ExistingClientFieldProps = Omit<ClientFieldProps, "project" | "newProjectClient"> & {
  project: NonNullable<ClientFieldProps["project"]>;
};

function ExistingClientField({ project, ...field }: ExistingClientFieldProps) {
  const linked = useQuery(linkedInvoicesQuery(project.id));
  const currentOption = { id: project.client_id, company: project.company };
  if (linked.data?.length === 0) {
    return <ClientSelect {...field} initial={currentOption} />;
  }
  // Not registered with the form, so that the form keeps the current client.
  return (
    <Select
      label="Client"
      disabled
      options={[{ value: currentOption.id, label: currentOption.company }]}
      hint="Unlink all invoices to change the client."
    />
  );
}
