import { Button } from "#app/ui/button.tsx";
import { Printer } from "#app/ui/icons.tsx";

/** Opens the browser's print dialog, which can also save a PDF. */
export function PrintButton() {
  return (
    <Button icon={<Printer aria-hidden="true" className="size-4" />} onClick={() => window.print()}>
      Print
    </Button>
  );
}
