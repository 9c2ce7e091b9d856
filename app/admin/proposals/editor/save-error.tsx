import { ApiError } from "#app/api/client/api-error.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";

type SaveErrorProps = { error: Error; noun: "draft" | "template"; onReload: (() => void) | undefined };

/** Why the last changes are not saved, and what to do. */
export function SaveError({ error, noun, onReload }: SaveErrorProps) {
  const confirm = useConfirmation();
  if (!onReload || !(error instanceof ApiError) || error.code !== "edit_conflict") {
    return (
      <Banner tone="negative" urgent>
        {errorMessage(error, "We couldn't save your last changes. Check your connection and try again.")}
      </Banner>
    );
  }
  async function askAndReload(reload: () => void) {
    if (
      await confirm({
        text: `Load the saved ${noun}? You'll lose your changes since the last save.`,
        confirmLabel: `Load saved ${noun}`,
        tone: "danger",
      })
    ) {
      reload();
    }
  }
  return (
    <Banner
      tone="negative"
      urgent
      details={`Your last changes aren't saved. Copy any text you want to keep, then load the saved ${noun}.`}
      action={
        <Button size="small" onClick={() => askAndReload(onReload)}>
          {`Load saved ${noun}`}
        </Button>
      }
    >
      {`Someone else changed this ${noun}.`}
    </Banner>
  );
}
