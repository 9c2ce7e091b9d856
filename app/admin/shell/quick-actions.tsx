import { lazy, Suspense, useState } from "react";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Keyboard, Search } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import { useShortcuts } from "../shortcuts/use-shortcuts.ts";

// Load the dialogs when they are first opened, because most visits use neither.
const CommandPalette = lazy(() => import("../command-palette/command-palette.tsx"));
const ShortcutsDialog = lazy(() => import("../shortcuts/shortcuts-dialog.tsx"));

/** Buttons and keyboard shortcuts for the command palette and the list of shortcuts. */
export function QuickActions() {
  const [openDialog, setOpenDialog] = useState<"palette" | "shortcuts" | null>(null);
  const close = () => setOpenDialog(null);
  useShortcuts({ onPalette: () => setOpenDialog("palette"), onHelp: () => setOpenDialog("shortcuts") });
  return (
    <>
      <Button
        tone="quiet"
        className="max-lg:hidden"
        icon={<Search aria-hidden="true" className="size-4" />}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpenDialog("palette")}
      >
        Search
      </Button>
      <Tooltip label="Search" side="bottom">
        <IconButton label="Search everything" className="lg:hidden" onClick={() => setOpenDialog("palette")}>
          <Search aria-hidden="true" className="size-5" />
        </IconButton>
      </Tooltip>
      <Tooltip label="Keyboard shortcuts" side="bottom">
        <IconButton
          label="Keyboard shortcuts"
          className="max-lg:hidden"
          aria-keyshortcuts="?"
          onClick={() => setOpenDialog("shortcuts")}
        >
          <Keyboard aria-hidden="true" className="size-5" />
        </IconButton>
      </Tooltip>
      <Suspense>
        {openDialog === "palette" && <CommandPalette onClose={close} />}
        {openDialog === "shortcuts" && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </>
  );
}
