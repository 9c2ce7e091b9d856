import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import {
  type SquareLocation,
  saveExcludedLocations,
  squareLocationsQuery,
} from "#app/api/admin/square-operations.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { SettingsButtons } from "#app/ui/forms/settings-buttons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { formatCount } from "#domain/text/pluralize.ts";

/** Card for choosing the locations to sync. Hidden if the account has only one location. */
export function LocationsCard() {
  const { data: locations, error } = useQuery(squareLocationsQuery());
  if (!locations) {
    return (
      error && (
        <Banner tone="warning">
          {errorMessage(error, "We couldn't load the locations. Check your connection and try again.")}
        </Banner>
      )
    );
  }
  return locations.length > 1 && <LocationsForm locations={locations} />;
}

function LocationsForm({ locations }: { locations: readonly SquareLocation[] }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isIncluded = (location: SquareLocation) => changes.get(location.id) ?? location.isIncluded;
  const excluded = locations.filter((location) => !isIncluded(location));
  const newlyExcluded = excluded.filter((location) => location.isIncluded);
  const isDirty = locations.some((location) => isIncluded(location) !== location.isIncluded);
  const save = useMutation({
    mutationFn: saveExcludedLocations,
    async onSuccess() {
      await queryClient.invalidateQueries(squareLocationsQuery());
      setChanges(new Map());
      showToast("Locations saved");
    },
  });
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isDirty && excluded.length < locations.length) {
      save.mutate(excluded.map(({ id }) => id));
    }
  }
  return (
    <Card>
      <CardHeader
        title="Locations"
        subtitle="New invoices are imported only from the selected locations. Invoices already in the portal stay there and are still updated."
      />
      <form onSubmit={handleSubmit} className="grid grid-cols-1 gap-4">
        <fieldset className="grid gap-2" disabled={save.isPending}>
          <legend className="sr-only">Locations to sync</legend>
          {locations.map((location) => (
            <Checkbox
              key={location.id}
              label={location.name}
              hint={formatLocation(location)}
              checked={isIncluded(location)}
              onChange={(event) =>
                setChanges(new Map([...changes, [location.id, event.currentTarget.checked]]))
              }
            />
          ))}
        </fieldset>
        {excluded.length === locations.length && (
          <Banner tone="negative">Select at least one location.</Banner>
        )}
        {newlyExcluded.length > 0 && excluded.length < locations.length && (
          <Banner tone="info">{describeExclusion(newlyExcluded)}</Banner>
        )}
        <SettingsButtons
          isDirty={isDirty}
          isSaving={save.isPending}
          onReset={() => {
            setChanges(new Map());
            save.reset();
          }}
          result={
            save.error && (
              <Banner tone="negative" urgent>
                {errorMessage(save.error, "We couldn't save the locations. Try again.")}
              </Banner>
            )
          }
        />
      </form>
    </Card>
  );
}

function formatLocation({ isActive, timeZone, storedInvoices }: SquareLocation): string {
  return [
    isActive ? "Active" : "Inactive",
    timeZone && formatTimeZone(timeZone),
    `${formatCount(storedInvoices, "invoice")} in the portal`,
  ]
    .filter(Boolean)
    .join(" · ");
}

function describeExclusion(locations: readonly SquareLocation[]): string {
  const names = new Intl.ListFormat("en-US").format(locations.map(({ name }) => name));
  const count = locations.reduce((total, { storedInvoices }) => total + storedInvoices, 0);
  const stored =
    count === 0
      ? ""
      : ` ${formatCount(count, "invoice")} already in the portal will still be updated and included in balances.`;
  return `New invoices from ${names} won't be imported.${stored}`;
}
