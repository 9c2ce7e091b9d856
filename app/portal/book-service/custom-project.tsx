import { useQuery } from "@tanstack/react-query";
import { ownRatesQuery } from "#app/api/portal/rates.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatPrice, toCents } from "#domain/money/money.ts";
import { type RateCard, rateCardsOrDefaults } from "#domain/rates/rate-card.ts";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { BookingForm } from "./booking-form.tsx";
import { BookingList } from "./booking-list.tsx";

type CustomProjectProps = {
  /** The service whose rate card prefills the form. */
  quoteFor: string | null;
};

/** Booking form for custom work. */
export function CustomProject({ quoteFor }: CustomProjectProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[3fr_2fr]">
      <Card aria-labelledby="booking-form">
        <CardHeader
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
  const canSeeRates = useHasPermission("rates");
  const rates = useQuery({ ...ownRatesQuery(id), enabled: canSeeRates });
  if (!canSeeRates) {
    return <BookingForm kind="quote" serviceType="" projectDescription="" />;
  }
  return (
    <Loaded
      query={rates}
      errorMessage="We couldn't load your rates."
      loading={<Loading text="Loading rates..." />}
    >
      {(rateCards) => {
        const card = rateCardsOrDefaults(rateCards).find(({ service_type }) => service_type === service);
        return (
          <BookingForm
            kind="quote"
            serviceType={card?.service_type ?? ""}
            projectDescription={card ? quoteRequestText(card) : ""}
          />
        );
      }}
    </Loaded>
  );
}

function quoteRequestText(card: RateCard): string {
  const retainer =
    card.monthly_retainer === null ? "" : `, ${formatPrice(toCents(card.monthly_retainer))}/month retainer`;
  return `I'd like a custom rate for ${card.service_type} (currently ${formatPrice(toCents(card.hourly_rate))}/hour${retainer}).\n\n`;
}
