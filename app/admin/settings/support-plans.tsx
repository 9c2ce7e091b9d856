import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Layers, Plus } from "lucide-react";
import { useState } from "react";
import { allTiers, orderTiers, type TierRow } from "#app/api/admin-tiers.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { useAlert } from "#app/ui/alert-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { ListSurface } from "../lists/list-surface.tsx";
import { wordsOf } from "../lists/words-of.ts";
import { CountFoot } from "./count-foot.tsx";
import { SectionHead } from "./section-head.tsx";
import { TierDialog } from "./tier-dialog.tsx";
import { TierTable } from "./tier-table.tsx";

/** The tiers clients can subscribe to, as the portal's Support Plans shows them. */
export function SupportPlans() {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const tiers = useQuery(allTiers());
  const [edited, setEdited] = useState<TierRow | "new" | null>(null);
  const move = useMutation({
    mutationFn: ({ ids }: { ids: string[]; told: string }) => orderTiers(ids),
    onSuccess: (_, { told }) => showToast(told),
    onError: (error) => void showAlert(wordsOf(error, "Failed to change the order")),
    // After a refusal too: it came because the list was an older one.
    onSettled: () => queryClient.invalidateQueries(allTiers()),
  });

  function moveTier(list: readonly TierRow[], tier: TierRow, by: -1 | 1) {
    const ids = list.map(({ id }) => id);
    const at = ids.indexOf(tier.id);
    ids.splice(at, 1);
    ids.splice(at + by, 0, tier.id);
    move.mutate({ ids, told: `${tier.tier_name} is now number ${at + by + 1}` });
  }

  return (
    <section aria-label="Support plans">
      <SectionHead
        title="Support plans"
        context="Clients see the plans on offer in this order, from the next time they look."
        action={
          <Button
            tone="primary"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => setEdited("new")}
          >
            Add Plan
          </Button>
        }
      />
      <Loaded
        query={tiers}
        failed="The support plans could not be loaded."
        loading={<Loading text="Loading support plans..." rows={4} />}
      >
        {(list) => (
          <ListSurface
            table={
              list.length > 0 && (
                <TierTable
                  tiers={list}
                  isMoving={move.isPending}
                  onEdit={setEdited}
                  onMove={(tier, by) => moveTier(list, tier, by)}
                />
              )
            }
            empty={
              <EmptyState
                icon={<Layers className="size-6" />}
                title="No support plans yet"
                hint="Plans you add appear in every client's portal"
              />
            }
            foot={<CountFoot count={list.length} noun="plan" />}
          />
        )}
      </Loaded>
      {edited && <TierDialog tier={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
    </section>
  );
}
