import { useQuery } from "@tanstack/react-query";
import { clientCompanyQuery } from "#app/api/admin/clients.ts";
import { Button } from "#app/ui/button.tsx";
import { X } from "#app/ui/icons.tsx";

/** Shows that the list is filtered by client. Clicking it clears the filter. */
export function ClientFilterButton({ clientId, onRemove }: { clientId: string; onRemove: () => void }) {
  const company = useQuery(clientCompanyQuery(clientId));
  const name = company.data ?? "this client";
  return (
    <Button
      icon={<X aria-hidden="true" className="size-4" />}
      aria-label={`Clear client filter: ${name}`}
      onClick={onRemove}
    >
      {`Client: ${name}`}
    </Button>
  );
}
