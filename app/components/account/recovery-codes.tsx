import { useQuery } from "@tanstack/react-query";
import { recoveryCodeCountQuery } from "#app/api/auth/recovery-codes.ts";
import type { Area } from "#app/api/client/area.ts";
import { Button } from "#app/ui/button.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { formatCount } from "#domain/text/pluralize.ts";

type RecoveryCodesProps = { area: Area; isCreating: boolean; onCreate: () => Promise<void> };

/** The number of unused recovery codes, with a button that replaces them. */
export function RecoveryCodes({ area, isCreating, onCreate }: RecoveryCodesProps) {
  const { data: count } = useQuery(recoveryCodeCountQuery(area));
  const confirm = useConfirmation();

  async function replace() {
    const isConfirmed = await confirm({
      text: "Create new recovery codes? The current ones will stop working.",
      confirmLabel: "Create new codes",
    });
    if (isConfirmed) {
      await onCreate();
    }
  }

  if (count === undefined) {
    return null;
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
      <div className="min-w-0">
        <p className="font-medium text-14">Recovery codes</p>
        <p className="text-13 text-muted">
          {count === 0
            ? "No recovery codes yet. Without one, you'll need our team to restore your access if you lose your device."
            : `${formatCount(count, "unused code")}, in case you lose your device.`}
        </p>
      </div>
      <Button
        size="small"
        busy={isCreating}
        busyLabel="Creating..."
        onClick={count === 0 ? onCreate : replace}
      >
        {count === 0 ? "Create recovery codes" : "Create new codes"}
      </Button>
    </div>
  );
}
