import type { TierRow } from "#app/api/admin/settings/tiers.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Badge, Tag } from "#app/ui/feedback/badge.tsx";
import { ArrowDown, ArrowUp, ExternalLink, Pencil } from "#app/ui/icons.tsx";
import { formatPrice, toCents } from "#domain/money/money.ts";
import type { ListColumn } from "../../lists/sortable-columns.tsx";

type TierColumnsOptions = {
  tiers: readonly TierRow[];
  /** Disables the move buttons while a new order is being saved. */
  isMoving: boolean;
  onEdit: (tier: TierRow) => void;
  onMove: (tier: TierRow, offset: -1 | 1) => void;
};

export function createTierColumns({
  tiers,
  isMoving,
  onEdit,
  onMove,
}: TierColumnsOptions): ReadonlyArray<ListColumn<TierRow>> {
  return [
    {
      key: "name",
      header: "Plan",
      cell: (tier) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {tier.tier_name}
          {tier.is_popular && <Tag>Popular</Tag>}
        </span>
      ),
    },
    {
      key: "price",
      header: "Per month",
      align: "end",
      cell: (tier) => formatPrice(toCents(tier.monthly_price)),
    },
    { key: "features", header: "Features", align: "end", cell: (tier) => tier.features.length },
    {
      key: "checkout",
      header: "Checkout link",
      isLongText: true,
      cell: (tier) => <CheckoutLink {...tier} />,
    },
    {
      key: "status",
      header: "Status",
      cell: (tier) => (
        <Badge tone={tier.is_active ? "positive" : "neutral"}>{tier.is_active ? "Active" : "Inactive"}</Badge>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (tier) => (
        <span className="flex items-center gap-1">
          <IconButton
            label={`Move ${tier.tier_name} up`}
            disabled={isMoving || tier === tiers[0]}
            onClick={() => onMove(tier, -1)}
          >
            <ArrowUp aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton
            label={`Move ${tier.tier_name} down`}
            disabled={isMoving || tier === tiers.at(-1)}
            onClick={() => onMove(tier, 1)}
          >
            <ArrowDown aria-hidden="true" className="size-4" />
          </IconButton>
          <Button
            size="small"
            aria-label={`Edit ${tier.tier_name}`}
            icon={<Pencil aria-hidden="true" className="size-4" />}
            onClick={() => onEdit(tier)}
          >
            Edit
          </Button>
        </span>
      ),
    },
  ];
}

function CheckoutLink({ tier_name, square_checkout_url: url }: TierRow) {
  if (!url) {
    return <span className="text-muted">None · Clients see “Contact us to subscribe”</span>;
  }
  return (
    <a
      href={url}
      title={url}
      target="_blank"
      rel="noopener"
      aria-label={`Open checkout of ${tier_name} (opens in a new tab)`}
      className="inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap rounded-small hover:text-accent hover:underline"
    >
      Open checkout
      <ExternalLink aria-hidden="true" className="size-3.5" />
    </a>
  );
}
