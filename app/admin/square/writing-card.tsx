import { type UseQueryResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { redirectToSquareConsent } from "#app/api/admin/square-connection.ts";
import { squareLocationsQuery } from "#app/api/admin/square-operations.ts";
import { type SquareWriting, saveSquareWriting, squareWritingQuery } from "#app/api/admin/square-writing.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { SettingsButtons } from "#app/ui/forms/settings-buttons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { WRITING_PERMISSIONS, WRITING_STATUS_BADGES } from "#domain/square/writing.ts";

type WritingCardProps = { query: UseQueryResult<SquareWriting>; isConnected: boolean };

/** Card that turns creating invoices in Square on and off, and says what it allows. */
export function WritingCard({ query: { data, error }, isConnected }: WritingCardProps) {
  if (!data) {
    return (
      error && (
        <Banner tone="warning">
          {errorMessage(
            error,
            "We couldn't load the settings for new invoices. Check your connection and try again.",
          )}
        </Banner>
      )
    );
  }
  const badge = WRITING_STATUS_BADGES[data.status];
  return (
    <Card ref={scrollToLinked} id="create-invoices" className="scroll-mt-20">
      <CardHeader
        title="Create invoices in Square"
        subtitle="Optional. Without it, accepted proposals list what to enter in Square."
        action={<Badge tone={badge.tone}>{badge.label}</Badge>}
      />
      <div className="grid grid-cols-1 gap-4">
        {data.status === "reconnect" && <ReconnectBanner message="Reconnect to grant permissions" />}
        {data.status === "ready" && data.planStatus === "reconnect" && (
          <ReconnectBanner message="Reconnect to allow ending plans" />
        )}
        {data.areInstallmentsRejected && (
          <Banner tone="info">
            Square doesn't accept installments without Invoices Plus. New invoices use a deposit and a balance
            instead.
          </Banner>
        )}
        <WritingForm writing={data} isConnected={isConnected} />
      </div>
    </Card>
  );
}

/** Scrolls to the card if a link leads to it. The router can't, because the card is loaded later. */
function scrollToLinked(card: HTMLElement | null): void {
  if (card && window.location.hash === `#${card.id}`) {
    card.scrollIntoView();
  }
}

function ReconnectBanner({ message }: { message: string }) {
  const connect = useMutation({ mutationFn: redirectToSquareConsent });
  return (
    <Banner
      tone="warning"
      details="Square hasn't granted all permissions yet. Everything else keeps working."
      action={
        <Button size="small" busy={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
          Reconnect Square
        </Button>
      }
    >
      {connect.error ? errorMessage(connect.error, "We couldn't open Square. Try again.") : message}
    </Banner>
  );
}

function WritingForm({ writing, isConnected }: { writing: SquareWriting; isConnected: boolean }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [form, setForm] = useState({ isEnabled: writing.isEnabled, locationId: writing.locationId });
  const isDirty = form.isEnabled !== writing.isEnabled || form.locationId !== writing.locationId;
  const save = useMutation({
    mutationFn: saveSquareWriting,
    async onSuccess(_, saved) {
      await queryClient.invalidateQueries(squareWritingQuery());
      showToast(saved.isEnabled ? "Invoice creation turned on" : "Invoice creation turned off");
    },
  });
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isDirty) {
      save.mutate(form);
    }
  }
  return (
    <form onSubmit={handleSubmit} className="grid grid-cols-1 gap-4">
      <fieldset className="grid gap-4" disabled={save.isPending}>
        <legend className="sr-only">Create invoices in Square</legend>
        <Checkbox
          label="Allow creating invoices in Square"
          hint="Nothing is sent to a client until you publish an invoice and confirm its amount and recipient."
          checked={form.isEnabled}
          onChange={(event) => setForm({ ...form, isEnabled: event.currentTarget.checked })}
        />
        {form.isEnabled && (
          <Permissions areGranted={writing.status === "ready" && writing.planStatus === "ready"} />
        )}
        {form.isEnabled && isConnected && (
          <LocationSelect
            value={form.locationId}
            onChange={(locationId) => setForm({ ...form, locationId })}
          />
        )}
      </fieldset>
      <SettingsButtons
        isDirty={isDirty}
        isSaving={save.isPending}
        onReset={() => {
          setForm({ isEnabled: writing.isEnabled, locationId: writing.locationId });
          save.reset();
        }}
        result={
          save.error && (
            <Banner tone="negative" urgent>
              {errorMessage(save.error, "We couldn't save the settings. Try again.")}
            </Banner>
          )
        }
      />
    </form>
  );
}

function Permissions({ areGranted }: { areGranted: boolean }) {
  return (
    <div className="ml-7.5 text-13 text-muted">
      <p>
        {areGranted
          ? "Square has granted these permissions:"
          : "Square asks you for these permissions when you reconnect:"}
      </p>
      <ul className="mt-1 list-disc pl-5">
        {WRITING_PERMISSIONS.map(({ scope, text }) => (
          <li key={scope}>{text}</li>
        ))}
      </ul>
      <p className="mt-1">The portal can't charge cards, move money or issue refunds.</p>
    </div>
  );
}

type LocationSelectProps = { value: string | null; onChange: (locationId: string | null) => void };

/** Hidden if there is only one location that can send invoices. */
function LocationSelect({ value, onChange }: LocationSelectProps) {
  const locations = useQuery(squareLocationsQuery()).data ?? [];
  const available = locations.filter(({ acceptsInvoices, isIncluded }) => acceptsInvoices && isIncluded);
  if (available.length < 2) {
    return null;
  }
  return (
    <Select
      label="Location of new invoices"
      hint="Determines the invoice number and the time zone of due dates."
      className="max-w-96"
      value={value ?? ""}
      placeholder="Main location"
      options={available.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}
