import { useQuery } from "@tanstack/react-query";
import { clientRates } from "#app/api/admin-rates.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import type { ClientRow } from "#domain/client.ts";
import { formatDollars, toCents } from "#domain/money.ts";
import { rateCardsOf } from "#domain/rate.ts";

/** What the client pays an hour, and the way to change it. */
export function ClientRateCards({ client }: { client: ClientRow }) {
  const rates = useQuery(clientRates(client.id));
  const address = new URLSearchParams({ clientId: client.id, clientName: client.company });
  return (
    <Card>
      <CardHead
        title="Rates"
        context={rates.data?.length === 0 ? "The default ones: this client has none of its own." : null}
        action={
          <ButtonLink to={`/admin/client-rates?${address}`} size="small">
            Manage rates
          </ButtonLink>
        }
      />
      <Loaded
        query={rates}
        failed="The rates could not be loaded."
        loading={<Loading text="Loading rates..." rows={2} />}
      >
        {(own) => (
          <dl className="grid gap-2 text-14">
            {rateCardsOf(own).map((card) => (
              <div key={card.service_type} className="flex items-baseline justify-between gap-4">
                <dt className="min-w-0 text-muted">{card.service_type}</dt>
                <dd className="tabular shrink-0">{formatDollars(toCents(card.hourly_rate))} an hour</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </Card>
  );
}
