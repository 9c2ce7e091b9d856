import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { clientRates, saveClientRates } from "#app/api/admin-rates.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { dateIn } from "#domain/calendar-date.ts";
import {
  ClientRatesForm,
  clientRatesFormOf,
  emptyRateCard,
  RATES_FAILED,
  RATES_SAVED,
  type UpdateClientRates,
} from "#domain/client-rates-form.ts";
import { rateCardsOf } from "#domain/rate.ts";
import type { Tables } from "#supabase/database.types.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { wordsOf } from "../lists/words-of.ts";
import { RateCardFields } from "./rate-card-fields.tsx";

type RatesFormProps = { clientId: string; rates: readonly Tables<"client_rates">[] };

/** All rate cards of a client, saved as one set. */
export function RatesForm({ clientId, rates }: RatesFormProps) {
  const today = dateIn(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const queryClient = useQueryClient();
  const showToast = useToast();
  const addButton = useRef<HTMLButtonElement>(null);
  const { control, register, handleSubmit, formState, reset, getValues } = useForm({
    resolver: zodResolver(ClientRatesForm),
    defaultValues: clientRatesFormOf(rateCardsOf(rates), today),
  });
  // Read while drawing: the form library only watches what is asked for.
  const { isDirty } = formState;
  const { fields, append, remove } = useFieldArray({ control, name: "rates" });

  const save = useMutation({
    mutationFn: (cards: UpdateClientRates["rates"]) => saveClientRates({ clientId, rates: cards }),
    onSuccess: async () => {
      showToast(RATES_SAVED);
      reset(getValues());
      await queryClient.invalidateQueries(clientRates(clientId));
    },
  });

  useUnsavedGuard(() => isDirty && !save.isPending, "the rates");

  return (
    <form noValidate onSubmit={handleSubmit((form) => save.mutate(form.rates))}>
      {rates.length === 0 && (
        <div className="mb-4">
          <Banner tone="info">
            {fields.length > 0
              ? "This client has no rates of its own: these are the default ones, until you save."
              : "Without rates of its own this client sees the default ones."}
          </Banner>
        </div>
      )}
      {fields.length === 0 && (
        <EmptyState title="No rate cards" hint="Saved like this, the default rates apply" />
      )}
      <ul aria-label="Rate cards" className="grid gap-4">
        {fields.map((field, index) => (
          <li key={field.id}>
            <RateCardFields
              index={index}
              register={register}
              errors={formState.errors.rates?.[index]}
              onRemove={() => {
                remove(index);
                // The button that was pressed is gone with its card.
                addButton.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      {formState.errors.rates?.root?.message && (
        <p role="alert" className="mt-4 text-13 text-negative">
          {formState.errors.rates.root.message}
        </p>
      )}
      {save.error && (
        <div className="mt-4">
          <Banner tone="negative" urgent>
            {wordsOf(save.error, RATES_FAILED)}
          </Banner>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-between gap-3">
        <Button
          ref={addButton}
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => append(emptyRateCard(today))}
        >
          Add Rate Card
        </Button>
        <Button type="submit" tone="primary" busy={save.isPending} busyLabel="Saving...">
          Save Rates
        </Button>
      </div>
    </form>
  );
}
