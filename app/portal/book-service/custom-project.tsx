import { useQuery } from "@tanstack/react-query";
import { ownRates } from "#app/api/rates.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { formatDollars, toCents } from "#domain/money.ts";
import { type RateCard, rateCardsOf } from "#domain/rate.ts";
import { useCurrentClient } from "../current-client.ts";
import { BookingForm } from "./booking-form.tsx";
import { BookingList } from "./booking-list.tsx";

/** Asking for work that no plan covers. With `quoteFor`, a service whose rate card fills the form in. */
export function CustomProject({ quoteFor }: { quoteFor: string | null }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[3fr_2fr]">
      <Card aria-labelledby="booking-form">
        <CardHead
          title={
            <span id="booking-form">{quoteFor ? "Request a custom quote" : "Request a custom project"}</span>
          }
        />
        {quoteFor ? (
          <QuoteForm key={quoteFor} service={quoteFor} />
        ) : (
          <BookingForm key="booking" kind="booking" serviceType="" projectDescription="" />
        )}
      </Card>
      <BookingList />
    </div>
  );
}

function QuoteForm({ service }: { service: string }) {
  const { id } = useCurrentClient();
  const rates = useQuery(ownRates(id));
  return (
    <Loaded
      query={rates}
      failed="Your rates could not be loaded."
      loading={<Loading text="Loading rates..." />}
    >
      {(own) => {
        const card = rateCardsOf(own).find(({ service_type }) => service_type === service);
        return (
          <BookingForm
            kind="quote"
            serviceType={card?.service_type ?? ""}
            projectDescription={card ? quoteText(card) : ""}
          />
        );
      }}
    </Loaded>
  );
}

function quoteText(card: RateCard): string {
  const retainer =
    card.monthly_retainer === null ? "" : `, ${dollars(card.monthly_retainer)} monthly retainer`;
  return `Custom rate for ${card.service_type} (now ${dollars(card.hourly_rate)} per hour${retainer}).\n\n`;
}

function dollars(amount: RateCard["hourly_rate"]): string {
  return formatDollars(toCents(amount));
}
