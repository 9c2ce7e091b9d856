import { type ComponentProps, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { formatCount } from "#domain/text/pluralize.ts";
import type { DraftContent } from "./draft-content.ts";
import { PreviewDialog } from "./preview-dialog.tsx";
import { SaveError } from "./save-error.tsx";
import { SaveStatus } from "./save-status.tsx";

type EditorBarProps = {
  noun: "draft" | "template";
  content: DraftContent;
  /** Number of errors that the form shows. */
  errorCount: number;
  status: ComponentProps<typeof SaveStatus> & { error: Error | null };
  isFinishing: boolean;
  /** Shows the errors and returns false if the content is incomplete. */
  checkComplete: () => boolean;
  /** Undefined for a template. */
  onSend: (() => void) | undefined;
  onReload: (() => void) | undefined;
};

/** The actions of the editor, which stay at the bottom of the window, with the errors above them. */
export function EditorBar({
  noun,
  content,
  errorCount,
  status,
  isFinishing,
  checkComplete,
  onSend,
  onReload,
}: EditorBarProps) {
  const [isPreviewing, setIsPreviewing] = useState(false);
  return (
    <div className="sticky bottom-0 z-10 -mx-1 mt-6 grid grid-cols-1 gap-3 border-line border-t bg-page px-1 py-3">
      {errorCount > 0 && (
        <Banner tone="negative" urgent>
          {`Fix the ${formatCount(errorCount, "error")} in the form, then save again.`}
        </Banner>
      )}
      {status.error && <SaveError error={status.error} noun={noun} onReload={onReload} />}
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <div className="mr-auto">
          <SaveStatus {...status} />
        </div>
        <Button onClick={() => setIsPreviewing(checkComplete())}>Preview</Button>
        <Button
          type="submit"
          {...(onSend ? {} : { tone: "primary" as const })}
          busy={isFinishing}
          busyLabel="Saving..."
        >
          {`Save ${noun}`}
        </Button>
        {onSend && (
          <Button tone="primary" disabled={isFinishing} onClick={onSend}>
            Review and send
          </Button>
        )}
      </div>
      {isPreviewing && <PreviewDialog content={content} onClose={() => setIsPreviewing(false)} />}
    </div>
  );
}
