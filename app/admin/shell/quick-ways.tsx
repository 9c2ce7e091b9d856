import { Keyboard, Search } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Tooltip } from "#app/ui/tooltip.tsx";
import { useShortcuts } from "../shortcuts/use-shortcuts.ts";

// Fetched when first opened: most visits need neither.
const Palette = lazy(() => import("../palette/palette.tsx"));
const ShortcutsDialog = lazy(() => import("../shortcuts/shortcuts-dialog.tsx"));

/** The palette and the list of shortcuts, by their buttons and by their keys. */
export function QuickWays() {
  const [opened, setOpened] = useState<"palette" | "shortcuts" | null>(null);
  const close = () => setOpened(null);
  useShortcuts({ onPalette: () => setOpened("palette"), onHelp: () => setOpened("shortcuts") });
  return (
    <>
      <Button
        tone="quiet"
        className="max-lg:hidden"
        icon={<Search aria-hidden="true" className="size-4" />}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpened("palette")}
      >
        Search
      </Button>
      <Tooltip label="Search" side="bottom">
        <IconButton label="Search everything" className="lg:hidden" onClick={() => setOpened("palette")}>
          <Search aria-hidden="true" className="size-5" />
        </IconButton>
      </Tooltip>
      <Tooltip label="Keyboard shortcuts" side="bottom">
        <IconButton
          label="Keyboard shortcuts"
          className="max-lg:hidden"
          aria-keyshortcuts="?"
          onClick={() => setOpened("shortcuts")}
        >
          <Keyboard aria-hidden="true" className="size-5" />
        </IconButton>
      </Tooltip>
      <Suspense>
        {opened === "palette" && <Palette onClose={close} />}
        {opened === "shortcuts" && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </>
  );
}
