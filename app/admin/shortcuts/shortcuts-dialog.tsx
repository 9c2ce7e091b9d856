import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { areSingleKeysEnabled, PAGE_SHORTCUTS, setSingleKeysEnabled } from "./shortcuts.ts";

const SHORTCUTS: ReadonlyArray<{ keys: readonly string[]; description: string }> = [
  { keys: ["Ctrl or ⌘", "K"], description: "Search or jump anywhere" },
  { keys: ["Ctrl or ⌘", "Z"], description: "Undo the last change" },
  { keys: ["/"], description: "Search the list" },
  { keys: ["?"], description: "Show these shortcuts" },
  ...PAGE_SHORTCUTS.map(({ letter, label }) => ({
    keys: ["G", letter.toUpperCase()],
    description: `Go to ${label}`,
  })),
];

/** Dialog with all keyboard shortcuts and the setting that turns off single-key shortcuts. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isEnabled, setIsEnabled] = useState(areSingleKeysEnabled);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="grid gap-2 text-14">
        {SHORTCUTS.map(({ keys, description }) => (
          <div key={description} className="flex items-center justify-between gap-4">
            <dt className="text-muted">{description}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-small border border-edge px-1.5 font-mono text-13">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-6">
        <Checkbox
          label="Single-key shortcuts"
          hint="Shortcuts without Ctrl or ⌘. Saved in this browser."
          checked={isEnabled}
          onChange={(event) => {
            setIsEnabled(event.currentTarget.checked);
            setSingleKeysEnabled(event.currentTarget.checked);
          }}
        />
      </div>
    </Dialog>
  );
}
