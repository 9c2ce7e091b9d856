import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { activeClients, CLIENTS_OFFERED } from "#app/api/admin-clients.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { Select } from "#app/ui/select.tsx";

type Choice = { id: string; company: string };

type ClientSelectProps = {
  /** What ties the choice to its form: a registration, or value and onChange. */
  control: Pick<ComponentProps<"select">, "name" | "value" | "onChange" | "onBlur" | "ref">;
  /** Offered whatever is searched for, such as a client that is no longer active. */
  own?: Choice;
  error?: string | undefined;
};

/** One of the active clients. Where there are many, a search narrows what is offered. */
export function ClientSelect({ control, own, error }: ClientSelectProps) {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<Choice | undefined>(own);
  const clients = useQuery(activeClients(search));
  const inAll = useQuery(activeClients("")).data?.total ?? 0;
  const found = clients.data?.clients ?? [];
  // What is chosen stays chosen while other clients are searched for.
  const offered = [own, chosen, ...found]
    .filter((client) => client !== undefined)
    .filter((client, at, all) => all.findIndex(({ id }) => id === client.id) === at);
  const unseen = (clients.data?.total ?? 0) - found.length;

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
      {inAll > CLIENTS_OFFERED && (
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
        options={offered.map(({ id, company }) => ({ value: id, label: company }))}
        help={unseen > 0 ? `${unseen.toLocaleString("en-US")} more: search to find them.` : undefined}
        {...control}
        onChange={(event) => {
          setChosen(offered.find(({ id }) => id === event.currentTarget.value));
          return control.onChange?.(event);
        }}
        error={error}
      />
    </div>
  );
}
