import { Tag } from "#app/ui/feedback/badge.tsx";
import { formatPrice, toCents } from "#domain/money/money.ts";
import type { RateCard } from "#domain/rates/rate-card.ts";

export function RateCardView({ card }: { card: RateCard }) {
  return (
    <article className="flex h-full flex-col gap-3 rounded-medium border border-line bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="text-16">{card.service_type}</h2>
        {card.discount_tier && <Tag>{card.discount_tier}</Tag>}
      </div>
      <p>
        <span className="tabular font-semibold text-28 tracking-tight">
          {formatPrice(toCents(card.hourly_rate))}
        </span>{" "}
        <span className="text-14 text-muted">per hour</span>
      </p>
      {card.monthly_retainer !== null && (
        <p className="text-14">
          <span className="text-muted">Monthly retainer</span>{" "}
          <span className="tabular">{formatPrice(toCents(card.monthly_retainer))}</span>
        </p>
      )}
      {card.description && <p className="text-14 text-muted">{card.description}</p>}
    </article>
  );
}
