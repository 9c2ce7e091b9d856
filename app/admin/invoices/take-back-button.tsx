import { Undo2 } from "lucide-react";
import { Button, IconButton } from "#app/ui/button.tsx";
import type { CellPlace } from "#app/ui/table.tsx";
import { Tooltip } from "#app/ui/tooltip.tsx";

type TakeBackButtonProps = { number: string; place: CellPlace; onPress: () => void };

/** Takes an invoice from the client it was given to by hand. */
export function TakeBackButton({ number, place, onPress }: TakeBackButtonProps) {
  const name = `Take back the client of invoice #${number}`;
  if (place === "card")
    return (
      <Button size="small" tone="quiet" aria-label={name} onClick={onPress}>
        Take back
      </Button>
    );
  return (
    <Tooltip label="Take back the client">
      <IconButton label={name} onClick={onPress}>
        <Undo2 aria-hidden="true" className="size-4" />
      </IconButton>
    </Tooltip>
  );
}
