import { ArrowDown, ArrowUp, Pencil } from "lucide-react";
import type { TierRow } from "#app/api/admin-tiers.ts";
import { Badge, Mark } from "#app/ui/badge.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { formatDollars, toCents } from "#domain/money.ts";

type TierTableProps = {
  tiers: readonly TierRow[];
  /** While an order is being stored, none other is asked for. */
  isMoving: boolean;
  onEdit: (tier: TierRow) => void;
  onMove: (tier: TierRow, by: -1 | 1) => void;
};

export function TierTable({ tiers, isMoving, onEdit, onMove }: TierTableProps) {
  const columns: ReadonlyArray<Column<TierRow>> = [
    {
      key: "name",
      header: "Plan",
      cell: (tier) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {tier.tier_name}
          {tier.is_popular && <Mark>Popular</Mark>}
        </span>
      ),
    },
    {
      key: "price",
      header: "A month",
      align: "end",
      cell: (tier) => formatDollars(toCents(tier.monthly_price)),
    },
    { key: "features", header: "Features", align: "end", cell: (tier) => tier.features.length },
    {
      key: "checkout",
      header: "Checkout link",
      cell: (tier) => (
        <span className="wrap-anywhere text-13 text-muted">
          {tier.square_checkout_url ?? "Contact us to subscribe"}
        </span>
      ),
    },
    {
      key: "state",
      header: "State",
      cell: (tier) => (
        <Badge tone={tier.is_active ? "positive" : "neutral"}>
          {tier.is_active ? "On offer" : "Not offered"}
        </Badge>
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
  return (
    <Table label="Support plans" cardsBelow="lg" columns={columns} rows={tiers} rowKey={(tier) => tier.id} />
  );
}
