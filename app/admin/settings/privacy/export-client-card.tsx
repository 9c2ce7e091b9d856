import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { allClientsQuery } from "#app/api/admin/clients.ts";
import { exportClientData } from "#app/api/admin/settings/privacy.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Download } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import type { ClientRow } from "#domain/clients/client.ts";
import { firmToday } from "#domain/firm/firm-today.ts";

type ListedClient = Pick<ClientRow, "id" | "company" | "status">;

/** Downloads all data about a client. The `client` URL parameter preselects the client. */
export function ExportClientCard() {
  const clients = useQuery(allClientsQuery());
  return (
    <Card aria-labelledby="export-client">
      <CardHeader
        title={<span id="export-client">Export a client's data</span>}
        subtitle="A ZIP with the client's records as JSON and all documents. Internal notes are in a separate folder."
      />
      <Loaded
        query={clients}
        errorMessage="We couldn't load the clients."
        loading={<Loading text="Loading clients..." rows={1} />}
      >
        {(list) => <ExportForm clients={list} />}
      </Loaded>
    </Card>
  );
}

function ExportForm({ clients }: { clients: readonly ListedClient[] }) {
  const [searchParams] = useSearchParams();
  const [clientId, setClientId] = useState(searchParams.get("client") ?? "");
  const [isSelectionMissing, setIsSelectionMissing] = useState(false);
  const showToast = useToast();
  const selected = clients.find(({ id }) => id === clientId);
  const exportData = useMutation({
    mutationFn: (client: ListedClient) => exportClientData(client.id),
    onSuccess: (archive, { company }) => {
      const today = firmToday(new Date());
      downloadFile(`${company.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}-${today}.zip`, archive);
      showToast(`Data for ${company} downloaded`);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsSelectionMissing(!selected);
    if (selected) {
      exportData.mutate(selected);
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {exportData.error && (
        <Banner tone="negative" urgent>
          {errorMessage(exportData.error, "The export was incomplete. Try again.")}
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
        value={selected ? clientId : ""}
        error={isSelectionMissing && !selected ? "Select a client" : undefined}
        onChange={(event) => setClientId(event.currentTarget.value)}
      />
      <Button
        type="submit"
        className="justify-self-end"
        icon={<Download aria-hidden="true" className="size-4" />}
        busy={exportData.isPending}
        busyLabel="Exporting..."
      >
        Export data
      </Button>
    </form>
  );
}
