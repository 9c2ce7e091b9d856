import { useQuery } from "@tanstack/react-query";
import type { UseFormRegisterReturn } from "react-hook-form";
import { linkedInvoices } from "#app/data/admin-invoices.ts";
import type { ListedProject } from "#app/data/admin-projects.ts";
import { Select } from "#app/ui/select.tsx";

type Client = { id: string; company: string };

type ClientFieldProps = {
  /** The project being edited; null for a new one. */
  listed: ListedProject | null;
  clients: readonly Client[];
  placeholder: string;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

/** Whose project it is. An invoice belongs to its project's client, so this is locked while any is linked. */
export function ClientField({ listed, ...field }: ClientFieldProps) {
  if (listed) return <OwnClientField {...field} listed={listed} />;
  return <OpenClientField {...field} />;
}

function OpenClientField({ clients, placeholder, error, registration }: Omit<ClientFieldProps, "listed">) {
  return (
    <Select
      label="Client"
      required
      placeholder={placeholder}
      options={clients.map(optionOf)}
      error={error}
      {...registration}
    />
  );
}

function OwnClientField({ listed, clients, ...field }: ClientFieldProps & { listed: ListedProject }) {
  const linked = useQuery(linkedInvoices(listed.project.id));
  const own = { id: listed.project.client_id, company: listed.company };
  if (linked.data?.length === 0) {
    // A client that is no longer active keeps its project.
    const others = clients.filter((client) => client.id !== own.id);
    return <OpenClientField {...field} clients={[own, ...others]} />;
  }
  // Not registered with the form, which then keeps the client it was opened with.
  return (
    <Select
      label="Client"
      disabled
      options={[optionOf(own)]}
      help={
        linked.data
          ? "The client cannot change while invoices are linked."
          : "The client can change only while no invoices are linked."
      }
    />
  );
}

function optionOf({ id, company }: Client) {
  return { value: id, label: company };
}
