import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";

type CopyButtonProps = {
  text: string;
  /** What the text is, such as "code". */
  noun: string;
  /** Shown after copying. */
  copiedMessage: string;
  /** Label for screen readers, if the text must be distinguished from others. */
  "aria-label"?: string;
};

/** Copies a short text that is also visible. */
export function CopyButton({ text, noun, copiedMessage, "aria-label": label }: CopyButtonProps) {
  const showToast = useToast();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast(copiedMessage);
    } catch {
      showToast(`We couldn't copy the ${noun}. Select it and copy it instead.`, { tone: "negative" });
    }
  }

  return (
    <Button size="small" aria-label={label} onClick={copy}>
      Copy {noun}
    </Button>
  );
}
