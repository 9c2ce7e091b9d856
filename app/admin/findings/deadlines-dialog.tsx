import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { activeClientsQuery } from "#app/api/admin/clients.ts";
import { findingDeadlinesQuery, saveDeadlines } from "#app/api/admin/finding-deadlines.ts";
import { refetchFindings } from "#app/api/shared/findings.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import type { Deadlines } from "#domain/findings/deadline.ts";
import { SEVERITY_LABELS } from "#domain/findings/severity.ts";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";

const SEVERITIES_WITH_DEADLINE = ["critical", "high", "medium", "low"] as const;

type Days = Record<(typeof SEVERITIES_WITH_DEADLINE)[number], string>;

/** Sets the days by which clients must fix findings of each severity, by default or for one client. */
export function DeadlinesDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { data: rows } = useQuery(findingDeadlinesQuery());
  const { data: clients } = useQuery(activeClientsQuery(""));
  const [clientId, setClientId] = useState("");
  const [edited, setEdited] = useState<Days | "default" | null>(null);
  const defaults = toDays(rows?.filter(({ client_id }) => client_id === null) ?? []);
  const ofClient = rows?.filter(({ client_id }) => client_id === clientId) ?? [];
  const stored = clientId === "" ? defaults : ofClient.length === 0 ? "default" : toDays(ofClient);
  const current = edited ?? stored;
  const save = useMutation({
    mutationFn: () =>
      saveDeadlines({
        clientId: clientId || null,
        deadlines: current === "default" ? null : toDeadlines(current),
      }),
    onSuccess: async () => {
      showToast("Deadlines saved");
      onClose();
      await refetchFindings(queryClient);
    },
  });
  return (
    <GuardedFormDialog
      title="Deadlines"
      description="Days after publication by which clients must fix a finding. Leave a field empty for no deadline. Changes apply to findings published from now on."
      submitButton={{ label: "Save deadlines", busyLabel: "Saving...", disabled: !rows }}
      subject="the deadlines"
      isDirty={edited !== null}
      isPending={save.isPending}
      error={save.error}
      errorMessage="We couldn't save the deadlines. Try again."
      onSubmit={() => save.mutate()}
      onClose={onClose}
      hasNativeValidation
    >
      <Select
        label="Applies to"
        placeholder="All clients (default)"
        value={clientId}
        onChange={(event) => {
          setClientId(event.target.value);
          setEdited(null);
        }}
        options={(clients?.clients ?? []).map(({ id, company }) => ({ value: id, label: company }))}
      />
      {clientId !== "" && (
        <Checkbox
          label="Use the default"
          checked={current === "default"}
          onChange={(event) => setEdited(event.target.checked ? "default" : defaults)}
        />
      )}
      {current !== "default" && (
        <div className="grid gap-4 sm:grid-cols-2">
          {SEVERITIES_WITH_DEADLINE.map((severity) => (
            <TextField
              key={severity}
              label={`${SEVERITY_LABELS[severity]} (days)`}
              type="number"
              min={1}
              max={3650}
              value={current[severity]}
              onChange={(event) => setEdited({ ...current, [severity]: event.target.value })}
            />
          ))}
        </div>
      )}
    </GuardedFormDialog>
  );
}

function toDays(rows: readonly { severity: string; days: number | null }[]): Days {
  const find = (severity: string) => String(rows.find((row) => row.severity === severity)?.days ?? "");
  return { critical: find("critical"), high: find("high"), medium: find("medium"), low: find("low") };
}

function toDeadlines(days: Days): Deadlines {
  const parse = (text: string) => (text.trim() === "" ? null : Number(text));
  return {
    critical: parse(days.critical),
    high: parse(days.high),
    medium: parse(days.medium),
    low: parse(days.low),
  };
}
