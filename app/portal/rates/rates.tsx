import { useQuery } from "@tanstack/react-query";
import { ownRates } from "#app/api/rates.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Loading, Skeleton } from "#app/ui/skeleton.tsx";
import { type RateCard, rateCardsOf } from "#domain/rate.ts";
import { useCurrentClient } from "../current-client.ts";
import { CustomRate } from "./custom-rate.tsx";
import { RateCardView } from "./rate-card.tsx";

export function Rates() {
  const { id } = useCurrentClient();
  const rates = useQuery(ownRates(id));
  const context = rates.data && (rates.data.length > 0 ? "Agreed with you" : "Our standard rates");
  return (
    <>
      <PageHead title="Contracting Rates" context={context} />
      <Loaded
        query={rates}
        failed="Your rates could not be loaded."
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
        {(own) => <Cards cards={rateCardsOf(own)} />}
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
