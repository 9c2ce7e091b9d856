import { ArrowRight, Plus } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { NewClientDialog } from "../clients/new-client-dialog.tsx";

export function ClientManagementCard() {
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Card>
      <CardHead
        title="Client Management"
        context="Balances, invoices and contracting rates of every client."
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/admin/clients" icon={<ArrowRight aria-hidden="true" className="size-4" />}>
          View All Clients
        </ButtonLink>
        <Button icon={<Plus aria-hidden="true" className="size-4" />} onClick={() => setIsCreating(true)}>
          Create New Client
        </Button>
      </div>
      {isCreating && <NewClientDialog onClose={() => setIsCreating(false)} />}
    </Card>
  );
}
