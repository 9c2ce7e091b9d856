import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import type { ReactNode } from "react";
import { Toasts } from "./toast.tsx";

/**
 * What the layouts of portal, admin and sign-in put around their screens. Not in the shell: the public pages
 * load none of it.
 */
export function Providers({ children }: { children: ReactNode }) {
  return (
    // The content security policy allows no style elements; ours are in app.css.
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={300}>
        <Toasts>{children}</Toasts>
      </Tooltip.Provider>
    </CSPProvider>
  );
}
