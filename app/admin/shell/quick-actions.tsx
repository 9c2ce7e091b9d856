import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { syncInvoices } from "#app/api/admin/square-connection.ts";
import { signOut } from "#app/auth/sessions/sign-out.ts";
import { isApple } from "#app/ui/apple.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Keyboard, Search } from "#app/ui/icons.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import type { PaletteAction } from "../command-palette/actions.ts";
import { collectTypedText, type TypedText } from "../command-palette/typed-text.ts";
import { syncErrorMessage } from "../dashboard/sync-messages.ts";
import { useShortcuts } from "../shortcuts/use-shortcuts.ts";
import { NEW_INVOICE_DRAFT_PATH, newFindingPath, PROPOSALS_PATH } from "./admin-pages.ts";

// Load the dialogs when they are first opened, because most visits don't need them.
const importPalette = () => import("../command-palette/command-palette.tsx");
const CommandPalette = lazy(importPalette);
const ShortcutsDialog = lazy(() => import("../shortcuts/shortcuts-dialog.tsx"));
const NewClientDialog = lazy(async () => ({
  default: (await import("../clients/new-client-dialog.tsx")).NewClientDialog,
}));
const ProjectFormDialog = lazy(async () => ({
  default: (await import("../projects/project-form-dialog.tsx")).ProjectFormDialog,
}));
const NewMessageDialog = lazy(async () => ({
  default: (await import("../messages/new-message-dialog.tsx")).NewMessageDialog,
}));

type OpenDialog = "palette" | "shortcuts" | "create-client" | "create-project" | "new-message";

/** Buttons and keyboard shortcuts for the command palette and the list of shortcuts. */
export function QuickActions() {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const close = () => setOpenDialog(null);
  const sync = useSync();
  const navigate = useNavigate();
  const { open: openPalette, takeTypedText } = usePaletteOpening({
    isOpen: openDialog === "palette",
    onOpen: () => setOpenDialog("palette"),
    onCancel: close,
  });
  useShortcuts({ onPalette: openPalette, onHelp: () => setOpenDialog("shortcuts") });

  function run(action: PaletteAction) {
    if (action === "sync") {
      sync();
    } else if (action === "sign-out") {
      void signOut("admin");
    } else if (action === "create-proposal") {
      void navigate(`${PROPOSALS_PATH}/new`);
    } else if (action === "create-invoice") {
      void navigate(NEW_INVOICE_DRAFT_PATH);
    } else if (action === "new-finding") {
      void navigate(newFindingPath());
    } else {
      setOpenDialog(action);
    }
  }

  return (
    <>
      <Button
        tone="quiet"
        className="max-lg:hidden"
        icon={<Search aria-hidden="true" className="size-4" />}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={openPalette}
      >
        <span className="flex items-center gap-2">
          Search
          <span aria-hidden="true" className="rounded-small border border-edge px-1.5 font-mono text-13">
            {isApple() ? "⌘K" : "Ctrl K"}
          </span>
        </span>
      </Button>
      <Tooltip label="Search" side="bottom">
        <IconButton label="Search everything" className="lg:hidden" onClick={openPalette}>
          <Search aria-hidden="true" className="size-5" />
        </IconButton>
      </Tooltip>
      <Tooltip label="Keyboard shortcuts" side="bottom">
        <IconButton
          label="Keyboard shortcuts"
          className="max-lg:hidden"
          aria-keyshortcuts="?"
          onClick={() => setOpenDialog("shortcuts")}
        >
          <Keyboard aria-hidden="true" className="size-5" />
        </IconButton>
      </Tooltip>
      <Suspense>
        {openDialog === "palette" && (
          <CommandPalette onClose={close} onAction={run} takeTypedText={takeTypedText} />
        )}
        {openDialog === "shortcuts" && <ShortcutsDialog onClose={close} />}
        {openDialog === "create-client" && <NewClientDialog onClose={close} />}
        {openDialog === "create-project" && <ProjectFormDialog project={null} onClose={close} />}
        {openDialog === "new-message" && <NewMessageDialog onClose={close} />}
      </Suspense>
    </>
  );
}

/** Loads the command palette when the page is first used, and collects what is typed before the palette has appeared. */
function usePaletteOpening({
  isOpen,
  onOpen,
  onCancel,
}: {
  isOpen: boolean;
  onOpen: () => void;
  onCancel: () => void;
}) {
  const typedText = useRef<TypedText>(null);
  useEffect(() => {
    // Another dialog can replace the palette while it is loading.
    if (!isOpen) {
      typedText.current?.stop();
    }
  }, [isOpen]);
  useEffect(() => {
    const listeners = new AbortController();
    const load = () => {
      listeners.abort();
      // After a failure, opening the palette loads it again.
      importPalette().catch(() => {});
    };
    for (const type of ["keydown", "pointerdown", "pointermove"]) {
      document.addEventListener(type, load, { passive: true, signal: listeners.signal });
    }
    return () => {
      listeners.abort();
      typedText.current?.stop();
    };
  }, []);
  return {
    open() {
      // The shortcut can be pressed again while the palette is loading.
      if (!isOpen) {
        typedText.current = collectTypedText(onCancel);
        onOpen();
      }
    },
    takeTypedText: () => typedText.current?.take() ?? "",
  };
}

/** Returns a function that syncs invoices and shows the result as a toast. */
function useSync(): () => void {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { mutate } = useMutation({
    mutationFn: () => syncInvoices(() => {}),
    onMutate: () => showToast("Syncing invoices from Square...", { tone: "info" }),
    onSuccess: ({ synced }) => showToast(`✅ Synced ${synced} invoices from Square`),
    onError: (error) => showToast(syncErrorMessage(error), { tone: "negative" }),
    // Refetch everything, because a sync can change any amount on any page.
    onSettled: () => queryClient.invalidateQueries(),
  });
  return mutate;
}
