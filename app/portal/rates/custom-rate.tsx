import { useState } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import type { RateCard } from "#domain/rates/rate-card.ts";
import { sectionUrl } from "../section-url.ts";

/** Link to the booking form, prefilled from the selected rate card and submitted as a quote request. */
export function CustomRate({ cards }: { cards: readonly RateCard[] }) {
  const [serviceType, setServiceType] = useState(cards[0]?.service_type ?? "");
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
          We price longer or combined engagements individually. Tell us what you have in mind.
        </p>
      </div>
      <div className="flex w-full flex-wrap gap-3 sm:w-auto">
        <UnlabeledSelect
          aria-label="Service"
          className="w-full sm:w-64"
          value={serviceType}
          onChange={(event) => setServiceType(event.target.value)}
          options={cards.map(({ service_type }) => ({ value: service_type, label: service_type }))}
        />
        <ButtonLink
          tone="primary"
          className="w-full sm:w-auto"
          to={sectionUrl("book-service", { tab: "custom-project", quote: serviceType })}
        >
          Request Custom Quote
        </ButtonLink>
      </div>
    </section>
  );
}
