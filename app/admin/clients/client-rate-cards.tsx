import { useQuery } from "@tanstack/react-query";
import { clientRatesQuery } from "#app/api/admin/client-rates.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import type { ClientRow } from "#domain/clients/client.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { rateCardsOrDefaults } from "#domain/rates/rate-card.ts";

/** Card with the client's hourly rates. */
export function ClientRateCards({ client }: { client: ClientRow }) {
  const rates = useQuery(clientRatesQuery(client.id));
  const params = new URLSearchParams({ clientId: client.id, clientName: client.company });
  return (
    <Card>
      <CardHeader
        title="Rates"
        subtitle={rates.data?.length === 0 ? "Using default rates" : null}
        action={
          <ButtonLink to={`/admin/client-rates?${params}`} size="small">
            Manage rates
          </ButtonLink>
        }
      />
      <Loaded
        query={rates}
        errorMessage="We couldn't load the rates."
        loading={<Loading text="Loading rates..." rows={2} />}
      >
        {(ownRates) => (
          <dl className="grid gap-2 text-14">
            {rateCardsOrDefaults(ownRates).map((card) => (
              <div key={card.service_type} className="flex items-baseline justify-between gap-4">
                <dt className="min-w-0 text-muted">{card.service_type}</dt>
                <dd className="tabular shrink-0">
                  {formatDollars(toCents(card.hourly_rate)).replace(/\.00$/, "")}/hour
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </Card>
  );
}
