import { Button, IconButton } from "#app/ui/button.tsx";
import type { CellLayout } from "#app/ui/data-display/table.tsx";
import { Undo2 } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";

type UnassignButtonProps = { number: string; layout: CellLayout; onPress: () => void };

/** Removes a manually assigned client from an invoice. */
export function UnassignButton({ number, layout, onPress }: UnassignButtonProps) {
  const name = `Unassign client from invoice #${number}`;
  if (layout === "card") {
    return (
      <Button size="small" tone="quiet" aria-label={name} onClick={onPress}>
        Unassign
      </Button>
    );
  }
  return (
    <Tooltip label="Unassign client">
      <IconButton label={name} onClick={onPress}>
        <Undo2 aria-hidden="true" className="size-4" />
      </IconButton>
    </Tooltip>
  );
}
