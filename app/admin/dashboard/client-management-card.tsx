import { useState } from "react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ArrowRight, Plus } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { NewClientDialog } from "../clients/new-client-dialog.tsx";

export function ClientManagementCard() {
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Card>
      <CardHeader title="Client Management" subtitle="Balances, invoices and rates for every client" />
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
