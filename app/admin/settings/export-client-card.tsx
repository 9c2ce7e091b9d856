import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { allClients } from "#app/api/admin-clients.ts";
import { exportClient } from "#app/api/admin-privacy.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { saveFile } from "#app/components/save-file.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { Select } from "#app/ui/select.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { dateIn } from "#domain/calendar-date.ts";
import { wordsOf } from "../lists/words-of.ts";

type ListedClient = { id: string; company: string; status: string };

/** Downloads everything stored about a client; `?client=` in the address chooses one. */
export function ExportClientCard() {
  const clients = useQuery(allClients());
  return (
    <Card aria-labelledby="export-client">
      <CardHead
        title={<span id="export-client">Export a client’s data</span>}
        context="One ZIP file: every row about the client as JSON, and its documents. The firm’s own notes lie in a folder of their own."
      />
      <Loaded
        query={clients}
        failed="The clients could not be loaded."
        loading={<Loading text="Loading clients..." rows={1} />}
      >
        {(list) => <ExportForm clients={list} />}
      </Loaded>
    </Card>
  );
}

function ExportForm({ clients }: { clients: readonly ListedClient[] }) {
  const [parameters] = useSearchParams();
  const [clientId, setClientId] = useState(parameters.get("client") ?? "");
  const [isMissing, setIsMissing] = useState(false);
  const showToast = useToast();
  const chosen = clients.find(({ id }) => id === clientId);
  const run = useMutation({
    mutationFn: (client: ListedClient) => exportClient(client.id),
    onSuccess: (archive, { company }) => {
      const today = dateIn(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
      saveFile(`${company.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}-${today}.zip`, archive);
      showToast(`The data of ${company} is in your downloads`);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsMissing(!chosen);
    if (chosen) run.mutate(chosen);
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {run.error && (
        <Banner tone="negative" urgent>
          {wordsOf(run.error, "The export did not arrive whole. Please try again.")}
        </Banner>
      )}
      <Select
        label="Client"
        required
        placeholder="Select a client"
        options={clients.map(({ id, company, status }) => ({
          value: id,
          label: status === "active" ? company : `${company} (suspended)`,
        }))}
        value={chosen ? clientId : ""}
        error={isMissing && !chosen ? "Please select a client" : undefined}
        onChange={(event) => setClientId(event.currentTarget.value)}
      />
      <Button
        type="submit"
        className="justify-self-end"
        icon={<Download aria-hidden="true" className="size-4" />}
        busy={run.isPending}
        busyLabel="Exporting..."
      >
        Export Data
      </Button>
    </form>
  );
}
