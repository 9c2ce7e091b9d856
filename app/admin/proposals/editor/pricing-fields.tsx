import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { ChevronDown } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { Menu } from "#app/ui/overlays/menu.tsx";
import { formatPrice, toCents, ZERO_CENTS } from "#domain/money/money.ts";
import type { ProposalTotals } from "#domain/proposals/proposal-totals.ts";
import { PROPOSAL_LIMITS } from "#domain/proposals/text-limits.ts";
import type { RateCard } from "#domain/rates/rate-card.ts";
import { PartList } from "../../forms/part-list.tsx";
import type { DraftContent, FindFieldError } from "./draft-content.ts";
import { ItemFields } from "./item-fields.tsx";
import { createFixedItem, createHoursItem, createShare } from "./new-parts.ts";
import { ShareFields } from "./share-fields.tsx";

type PricingFieldsProps = {
  content: DraftContent;
  totals: ProposalTotals;
  rateCards: readonly RateCard[];
  onChange: (changes: Partial<DraftContent>) => void;
  findError: FindFieldError;
};

/** Line items, discount and tax note. */
export function PricingFields({ content, totals, rateCards, onChange, findError }: PricingFieldsProps) {
  const { items, discount, taxNote } = content;
  return (
    <Card aria-labelledby="proposal-pricing">
      <CardHeader
        title={<span id="proposal-pricing">Pricing</span>}
        subtitle="The client can select or clear optional line items before accepting"
      />
      <PartList
        noun="line item"
        parts={items}
        onChange={(changed) => onChange({ items: changed })}
        maxParts={PROPOSAL_LIMITS.items}
        create={createFixedItem}
        tools={
          items.length < PROPOSAL_LIMITS.items && (
            <RateCardMenu
              rateCards={rateCards}
              onSelect={({ service_type, hourly_rate }) =>
                onChange({
                  items: [
                    ...items,
                    createHoursItem({ serviceType: service_type, rate: toCents(hourly_rate) }),
                  ],
                })
              }
            />
          )
        }
        renderPart={(item, index, change) => (
          <ItemFields
            item={item}
            amount={totals.lines[index]?.amount ?? ZERO_CENTS}
            onChange={change}
            findError={(field) => findError(`items.${index}.${field}`)}
          />
        )}
      />
      {findError("items") && (
        <p role="alert" className="mt-3 text-13 text-negative">
          {findError("items")}
        </p>
      )}
      <div className="mt-5 grid gap-4 border-line border-t pt-5">
        <Checkbox
          label="Discount"
          checked={discount !== null}
          onChange={(event) =>
            onChange({ discount: event.currentTarget.checked ? createShare("percent") : null })
          }
        />
        {discount && (
          <ShareFields
            label="Discount"
            share={discount}
            onChange={(changed) => onChange({ discount: changed })}
            findError={(field) => findError(`discount.${field}`)}
          />
        )}
        <TextArea
          label="Tax note"
          hint="Optional. Shown below the total, such as “Prices don't include sales tax.”"
          rows={2}
          value={taxNote}
          onChange={(event) => onChange({ taxNote: event.currentTarget.value })}
          error={findError("taxNote")}
        />
      </div>
    </Card>
  );
}

type RateCardMenuProps = { rateCards: readonly RateCard[]; onSelect: (card: RateCard) => void };

function RateCardMenu({ rateCards, onSelect }: RateCardMenuProps) {
  return (
    <Menu
      trigger={
        <Button size="small">
          <span className="inline-flex items-center gap-1.5">
            Add from rate card
            <ChevronDown aria-hidden="true" className="size-4" />
          </span>
        </Button>
      }
      heading="Hourly rates of this client"
      entries={rateCards.map((card) => ({
        label: `${card.service_type}, ${formatPrice(toCents(card.hourly_rate))}`,
        onSelect: () => onSelect(card),
      }))}
    />
  );
}
