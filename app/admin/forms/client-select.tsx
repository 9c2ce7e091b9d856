import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { activeClientsQuery, CLIENT_OPTIONS_LIMIT } from "#app/api/admin/clients.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { SearchField } from "#app/ui/forms/search-field.tsx";
import { Select } from "#app/ui/forms/select.tsx";

type ClientOption = { id: string; company: string };

type ClientSelectProps = {
  /** Form registration, or `value` and `onChange`. */
  control: Pick<ComponentProps<"select">, "name" | "value" | "onChange" | "onBlur" | "ref">;
  /** Always listed, even if it does not match the search or is no longer active. */
  initial?: ClientOption;
  error?: string | undefined;
};

/** Select for active clients. With many clients, a search field filters the options. */
export function ClientSelect({ control, initial, error }: ClientSelectProps) {
  const [search, setSearch] = useState("");
  const [selected, setSelected] = useState<ClientOption | undefined>(initial);
  const clients = useQuery(activeClientsQuery(search));
  const activeCount = useQuery(activeClientsQuery("")).data?.total ?? 0;
  const matchingClients = clients.data?.clients ?? [];
  // The selected client stays selected while the user searches for others.
  const options = [initial, selected, ...matchingClients]
    .filter((client) => client !== undefined)
    .filter((client, index, all) => all.findIndex(({ id }) => id === client.id) === index);
  const hiddenCount = (clients.data?.total ?? 0) - matchingClients.length;

  return (
    <div>
      {clients.error && (
        <div className="mb-3">
          <Banner
            tone="negative"
            urgent
            action={
              <Button size="small" busy={clients.isFetching} onClick={() => clients.refetch()}>
                Retry
              </Button>
            }
          >
            Failed to load clients
          </Banner>
        </div>
      )}
      {activeCount > CLIENT_OPTIONS_LIMIT && (
        <SearchField
          label="Search clients"
          placeholder="Search clients"
          value={search}
          maxLength={100}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className="mb-2"
        />
      )}
      <Select
        label="Client"
        required
        placeholder={clients.isPending ? "Loading clients..." : "Select a client"}
        options={options.map(({ id, company }) => ({ value: id, label: company }))}
        hint={hiddenCount > 0 ? `Search to find ${hiddenCount.toLocaleString("en-US")} more.` : undefined}
        {...control}
        onChange={(event) => {
          setSelected(options.find(({ id }) => id === event.currentTarget.value));
          return control.onChange?.(event);
        }}
        error={error}
      />
    </div>
  );
}
