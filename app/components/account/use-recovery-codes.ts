import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createRecoveryCodes, recoveryCodeCountQuery } from "#app/api/auth/recovery-codes.ts";
import type { Area } from "#app/api/client/area.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { useReauthentication } from "./use-reauthentication.ts";

/** Creates recovery codes and keeps them until the user has saved them. */
export function useRecoveryCodes(area: Area) {
  const queryClient = useQueryClient();
  const alert = useAlert();
  const reauthenticateIfRequired = useReauthentication(area);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isCreating, setIsCreating] = useState(false);

  async function create() {
    setIsCreating(true);
    try {
      setCodes(await createRecoveryCodes(area));
      await queryClient.invalidateQueries({ queryKey: recoveryCodeCountQuery(area).queryKey });
    } catch (error) {
      if (!(await reauthenticateIfRequired(error))) {
        logRequestError(error);
        await alert("We couldn't create recovery codes. Try again.");
      }
    } finally {
      setIsCreating(false);
    }
  }

  return { codes, isCreating, create, discard: () => setCodes(null) };
}
