import { useQuery } from "@tanstack/react-query";
import { ownRatesQuery } from "#app/api/portal/rates.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Loading, Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { type RateCard, rateCardsOrDefaults } from "#domain/rates/rate-card.ts";
import { useCurrentClient } from "../current-client.ts";
import { CustomRate } from "./custom-rate.tsx";
import { RateCardView } from "./rate-card.tsx";

export function Rates() {
  const { id } = useCurrentClient();
  const rates = useQuery(ownRatesQuery(id));
  const subtitle = rates.data && (rates.data.length > 0 ? "Your agreed rates" : "Our standard rates");
  return (
    <>
      <PageHeader title="Contracting Rates" subtitle={subtitle} />
      <Loaded
        query={rates}
        errorMessage="We couldn't load your rates."
        loading={
          <Loading text="Loading rates...">
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
              <Skeleton className="h-48" />
              <Skeleton className="h-48" />
              <Skeleton className="h-48" />
            </div>
          </Loading>
        }
      >
        {(rateCards) => <Cards cards={rateCardsOrDefaults(rateCards)} />}
      </Loaded>
    </>
  );
}

function Cards({ cards }: { cards: readonly RateCard[] }) {
  return (
    <>
      <ul className="mb-8 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {cards.map((card) => (
          <li key={card.service_type}>
            <RateCardView card={card} />
          </li>
        ))}
      </ul>
      <CustomRate cards={cards} />
    </>
  );
}
