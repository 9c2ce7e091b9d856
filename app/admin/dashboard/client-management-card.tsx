import { ArrowRight } from "lucide-react";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";

export function ClientManagementCard() {
  return (
    <Card>
      <CardHead
        title="Client Management"
        context="Balances, invoices and contracting rates of every client."
      />
      <ButtonLink to="/admin/clients" icon={<ArrowRight aria-hidden="true" className="size-4" />}>
        View All Clients
      </ButtonLink>
    </Card>
  );
}
