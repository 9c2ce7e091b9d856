import { useState } from "react";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Download, Ellipsis, FileText, Pencil, ReceiptText, UserX } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { Menu, type MenuEntry } from "#app/ui/overlays/menu.tsx";
import { type ClientRow, clientStatusBadge, isActiveClient } from "#domain/clients/client.ts";
import { EditClientDialog } from "./edit-client-dialog.tsx";
import { useClientStatus } from "./use-client-status.ts";

/** The client's name, status and actions. */
export function ClientHeader({ client }: { client: ClientRow }) {
  const [isEditing, setIsEditing] = useState(false);
  const status = useClientStatus(client);
  const isActive = isActiveClient(client);
  const { label, tone } = clientStatusBadge(client.status);
  return (
    <>
      <PageHeader
        title={client.company}
        subtitle={<Badge tone={tone}>{label}</Badge>}
        action={
          <>
            {!isActive && (
              <Button
                tone="primary"
                busy={status.isPending}
                busyLabel="Restoring..."
                onClick={status.restore}
              >
                Restore
              </Button>
            )}
            <Button
              icon={<Pencil aria-hidden="true" className="size-4" />}
              onClick={() => setIsEditing(true)}
            >
              Edit
            </Button>
            <Menu
              trigger={
                <IconButton label="More actions" disabled={status.isPending}>
                  <Ellipsis aria-hidden="true" className="size-5" />
                </IconButton>
              }
              entries={listEntries(client.id, isActive ? status.suspend : null)}
            />
          </>
        }
      />
      {isEditing && <EditClientDialog client={client} onClose={() => setIsEditing(false)} />}
    </>
  );
}

function listEntries(clientId: string, suspend: (() => void) | null): MenuEntry[] {
  return [
    {
      label: "Documents",
      icon: <FileText aria-hidden="true" className="size-4" />,
      to: `/admin/documents?client=${clientId}`,
    },
    {
      label: "Statement of account",
      icon: <ReceiptText aria-hidden="true" className="size-4" />,
      to: `/admin/clients/${clientId}/statement`,
    },
    {
      label: "Export data",
      icon: <Download aria-hidden="true" className="size-4" />,
      to: `/admin/settings?section=privacy&client=${clientId}`,
    },
    ...(suspend
      ? [
          {
            label: "Suspend client",
            icon: <UserX aria-hidden="true" className="size-4" />,
            tone: "danger" as const,
            onSelect: suspend,
          },
        ]
      : []),
  ];
}
