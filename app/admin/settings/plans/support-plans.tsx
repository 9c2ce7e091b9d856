import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toListPage } from "#app/api/admin/list-page.ts";
import { allTiersQuery, reorderTiers, type TierRow } from "#app/api/admin/settings/tiers.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Layers, Plus } from "#app/ui/icons.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { ListTable } from "../../lists/list-table.tsx";
import { SectionHeader } from "../section-header.tsx";
import { createTierColumns } from "./tier-columns.tsx";
import { TierDialog } from "./tier-dialog.tsx";

export function SupportPlans() {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const tiers = useQuery({ ...allTiersQuery(), select: toListPage });
  const list = tiers.data?.rows ?? [];
  const [editedTier, setEditedTier] = useState<TierRow | "new" | null>(null);
  const move = useMutation({
    mutationFn: ({ ids }: { ids: string[]; successMessage: string }) => reorderTiers(ids),
    onSuccess: (_, { successMessage }) => showToast(successMessage),
    onError: (error) => void showAlert(errorMessage(error, "We couldn't change the order. Try again.")),
    // Refetch even after an error, because it means that the list was out of date.
    onSettled: () => queryClient.invalidateQueries(allTiersQuery()),
  });

  function moveTier(tier: TierRow, offset: -1 | 1) {
    const ids = list.map(({ id }) => id);
    const index = ids.indexOf(tier.id);
    ids.splice(index, 1);
    ids.splice(index + offset, 0, tier.id);
    move.mutate({ ids, successMessage: `${tier.tier_name} moved to position ${index + offset + 1}` });
  }

  return (
    <section aria-label="Support plans">
      <SectionHeader
        title="Support plans"
        description="Clients see active plans in this order"
        action={
          <Button
            tone="primary"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => setEditedTier("new")}
          >
            Add plan
          </Button>
        }
      />
      <ListTable
        noun="plan"
        texts={{
          label: "Support plans",
          loading: "Loading support plans...",
          error: "We couldn't load the support plans.",
        }}
        page={tiers}
        columns={createTierColumns({
          tiers: list,
          isMoving: move.isPending,
          onEdit: setEditedTier,
          onMove: moveTier,
        })}
        rowKey={({ id }) => id}
        cardsBelow={640}
        loadingRows={4}
        empty={
          <EmptyState
            icon={<Layers className="size-6" />}
            title="No support plans yet"
            hint="Active plans appear in every client's portal"
          />
        }
      />
      {editedTier && (
        <TierDialog tier={editedTier === "new" ? null : editedTier} onClose={() => setEditedTier(null)} />
      )}
    </section>
  );
}
