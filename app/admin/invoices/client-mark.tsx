import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { clientCompany } from "#app/api/admin-clients.ts";
import { Button } from "#app/ui/button.tsx";

/** Says that the list is one client's, and takes that away. */
export function ClientMark({ clientId, onRemove }: { clientId: string; onRemove: () => void }) {
  const company = useQuery(clientCompany(clientId));
  const name = company.data ?? "this client";
  return (
    <Button
      icon={<X aria-hidden="true" className="size-4" />}
      aria-label={`Show the invoices of all clients, not only of ${name}`}
      onClick={onRemove}
    >
      {`Only ${name}`}
    </Button>
  );
}
