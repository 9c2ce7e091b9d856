import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { hasSingleKeys, keepSingleKeys, PAGE_LETTERS } from "./shortcuts.ts";

const SHORTCUTS: ReadonlyArray<{ keys: readonly string[]; what: string }> = [
  { keys: ["Ctrl or ⌘", "K"], what: "Search and go anywhere" },
  { keys: ["Ctrl or ⌘", "Z"], what: "Undo the last change" },
  { keys: ["/"], what: "Search the list" },
  { keys: ["?"], what: "Show these shortcuts" },
  ...PAGE_LETTERS.map(({ letter, label }) => ({ keys: ["G", letter.toUpperCase()], what: `Go to ${label}` })),
];

/** Every shortcut of the admin area, and the switch for those of a single key. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(hasSingleKeys);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="grid gap-2 text-14">
        {SHORTCUTS.map(({ keys, what }) => (
          <div key={what} className="flex items-center justify-between gap-4">
            <dt className="text-muted">{what}</dt>
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
          help="Those without Ctrl or ⌘, in this browser."
          checked={isOn}
          onChange={(event) => {
            setIsOn(event.currentTarget.checked);
            keepSingleKeys(event.currentTarget.checked);
          }}
        />
      </div>
    </Dialog>
  );
}
