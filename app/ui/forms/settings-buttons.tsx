import type { ReactNode } from "react";
import { Button } from "../button.tsx";

type SettingsButtonsProps = {
  isDirty: boolean;
  isSaving: boolean;
  onReset: () => void;
  /** A banner with the result of saving. It is below the buttons, so that it doesn't move them. */
  result?: ReactNode;
};

/** The buttons at the end of a form with settings. */
export function SettingsButtons({ isDirty, isSaving, onReset, result }: SettingsButtonsProps) {
  return (
    <>
      <div className="flex flex-wrap justify-end gap-3">
        <Button disabled={!isDirty || isSaving} onClick={onReset}>
          Reset
        </Button>
        {/* Not the attribute "disabled", so that the button keeps the focus after saving. */}
        <Button
          type="submit"
          tone={isDirty ? "primary" : "secondary"}
          busy={isSaving}
          busyLabel="Saving..."
          aria-disabled={!isDirty}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
          onClick={(event) => {
            if (!isDirty) {
              event.preventDefault();
            }
          }}
        >
          Save Changes
        </Button>
      </div>
      {result && (
        <div ref={scrollIntoView} className="scroll-mb-6">
          {result}
        </div>
      )}
    </>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
