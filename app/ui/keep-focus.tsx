import { type ReactNode, useEffect, useRef } from "react";
import { rememberSection } from "./focus-substitute.ts";
import { isFocusRemembered } from "./overlays/remember-focus.ts";

/**
 * Restores the keyboard focus when a change removes the focused element, such as a button after its action. The focus moves
 * to the section that contained the element, or to the page's h1. After a dialog, `rememberFocus` moves it.
 */
export function KeepFocus({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = container.current;
    if (!root) {
      return;
    }
    let focused: HTMLElement | null = null;
    let findSubstitute: (() => HTMLElement | null) | null = null;
    const handleFocusIn = ({ target }: FocusEvent) => {
      focused = target instanceof HTMLElement ? target : null;
      findSubstitute = focused && rememberSection(focused);
    };
    const handlePointerDown = ({ target }: Event) => {
      if (!(target instanceof Node && focused?.contains(target))) {
        focused = null;
      }
    };
    const observer = new MutationObserver(() => {
      if (
        !focused ||
        focused.isConnected ||
        isFocusRemembered(focused) ||
        document.activeElement !== document.body
      ) {
        return;
      }
      focused = null;
      findSubstitute?.()?.focus({ preventScroll: true });
    });
    root.addEventListener("focusin", handleFocusIn);
    document.addEventListener("pointerdown", handlePointerDown);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener("focusin", handleFocusIn);
      document.removeEventListener("pointerdown", handlePointerDown);
      observer.disconnect();
    };
  }, []);
  return (
    <div ref={container} className="contents">
      {children}
    </div>
  );
}
