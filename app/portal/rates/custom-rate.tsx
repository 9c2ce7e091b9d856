import { useState } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import type { RateCard } from "#domain/rate.ts";
import { sectionAddress } from "../section-address.ts";

/** Leads to the booking form, filled in from the chosen card and stored as a request for a quote. */
export function CustomRate({ cards }: { cards: readonly RateCard[] }) {
  const [chosen, setChosen] = useState(cards[0]?.service_type ?? "");
  return (
    <section
      aria-labelledby="custom-rate"
      className="flex flex-wrap items-end justify-between gap-4 border-line border-t pt-6"
    >
      <div className="min-w-0 basis-80">
        <h2 id="custom-rate" className="text-18">
          Need a Custom Rate?
        </h2>
        <p className="mt-1 text-14 text-muted">
          Longer engagements and combined services have their own price. Tell us what you plan.
        </p>
      </div>
      <div className="flex w-full flex-wrap gap-3 sm:w-auto">
        <BareSelect
          aria-label="Service of the quote"
          className="w-full sm:w-64"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          options={cards.map(({ service_type }) => ({ value: service_type, label: service_type }))}
        />
        <ButtonLink
          tone="primary"
          className="w-full sm:w-auto"
          to={sectionAddress("book-service", { tab: "custom-project", quote: chosen })}
        >
          Request Custom Quote
        </ButtonLink>
      </div>
    </section>
  );
}
