import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { clientRatesQuery, saveClientRates } from "#app/api/admin/client-rates.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Plus } from "#app/ui/icons.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { firmToday } from "#domain/firm/firm-today.ts";
import {
  ClientRatesForm,
  createEmptyRateCard,
  RATES_FAILED_MESSAGE,
  RATES_SAVED_MESSAGE,
  toClientRatesForm,
  type UpdateClientRates,
} from "#domain/rates/client-rates-form.ts";
import { rateCardsOrDefaults } from "#domain/rates/rate-card.ts";
import type { Tables } from "#supabase/database.types.ts";
import { createDiscardConfirmation, useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { RateCardFields } from "./rate-card-fields.tsx";

type RatesFormProps = { clientId: string; rates: readonly Tables<"client_rates">[] };

/** Form for all of a client's rate cards, which are saved together. */
export function RatesForm({ clientId, rates }: RatesFormProps) {
  const today = firmToday(new Date());
  const queryClient = useQueryClient();
  const showToast = useToast();
  const addButton = useRef<HTMLButtonElement>(null);
  const { control, register, handleSubmit, formState, reset, getValues } = useForm({
    resolver: zodResolver(ClientRatesForm),
    defaultValues: toClientRatesForm(rateCardsOrDefaults(rates), today),
  });
  // Read this during render, because react-hook-form tracks only the state that a render reads.
  const { isDirty } = formState;
  const { fields, append, remove } = useFieldArray({ control, name: "rates" });

  const save = useMutation({
    mutationFn: (cards: UpdateClientRates["rates"]) => saveClientRates({ clientId, rates: cards }),
    onSuccess: async () => {
      showToast(RATES_SAVED_MESSAGE);
      reset(getValues());
      await queryClient.invalidateQueries(clientRatesQuery(clientId));
    },
  });

  useUnsavedGuard(() => isDirty && !save.isPending, { confirmation: createDiscardConfirmation("the rates") });

  return (
    <form noValidate onSubmit={handleSubmit((form) => save.mutate(form.rates))}>
      {rates.length === 0 && (
        <div className="mb-4">
          <Banner tone="info">
            {fields.length > 0
              ? "This client uses the default rates. Save to set custom rates."
              : "Without custom rates, default rates apply."}
          </Banner>
        </div>
      )}
      {fields.length === 0 && (
        <EmptyState title="No rate cards" hint="Saving with no cards restores the default rates" />
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
                // Move the focus, because the focused button was removed with its card.
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
            {errorMessage(save.error, RATES_FAILED_MESSAGE)}
          </Banner>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-between gap-3">
        <Button
          ref={addButton}
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => append(createEmptyRateCard(today))}
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
