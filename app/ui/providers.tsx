import type { ReactNode } from "react";
import { Toasts } from "./toast.tsx";

/**
 * What the layouts of portal and admin put around their screens. Not in the shell: the public pages load none of it.
 */
export function Providers({ children }: { children: ReactNode }) {
  return <Toasts>{children}</Toasts>;
}
