import { Button } from "#app/ui/button.tsx";

type SettingsButtonsProps = { isDirty: boolean; isSaving: boolean; onReset: () => void };

/** The buttons at the end of a form with settings. */
export function SettingsButtons({ isDirty, isSaving, onReset }: SettingsButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button disabled={!isDirty || isSaving} onClick={onReset}>
        Reset
      </Button>
      {/* Stands out only when there is something to save. */}
      <Button type="submit" tone={isDirty ? "primary" : "secondary"} busy={isSaving} busyLabel="Saving...">
        Save Changes
      </Button>
    </div>
  );
}
