/** Actions of the command palette. `keywords` are additional search terms. */
export const PALETTE_ACTIONS = [
  { action: "create-client", label: "Create client", keywords: "new add invite" },
  { action: "create-project", label: "Create project", keywords: "new add" },
  { action: "create-proposal", label: "Create proposal", keywords: "new add quote offer" },
  { action: "create-invoice", label: "Create invoice", keywords: "new add bill draft" },
  { action: "new-finding", label: "New finding", keywords: "create add weakness vulnerability" },
  { action: "new-message", label: "New message", keywords: "write send client" },
  { action: "sync", label: "Sync invoices", keywords: "square refresh update" },
  { action: "shortcuts", label: "Show keyboard shortcuts", keywords: "help keys" },
  { action: "sign-out", label: "Sign out", keywords: "logout log out" },
] as const satisfies ReadonlyArray<{ action: string; label: string; keywords: string }>;

export type PaletteAction = (typeof PALETTE_ACTIONS)[number]["action"];
