import { type ReactNode, useEffect, useRef } from "react";

/**
 * Restores the keyboard focus when a change removes the focused element, such as a button after its action. The focus moves
 * to the section that contained the element, or to the page's heading.
 */
export function KeepFocus({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = container.current;
    if (!root) {
      return;
    }
    let focused: HTMLElement | null = null;
    let section: HTMLElement | null = null;
    const handleFocusIn = ({ target }: FocusEvent) => {
      focused = target instanceof HTMLElement ? target : null;
      section = focused?.closest("section") ?? null;
    };
    const handlePointerDown = ({ target }: Event) => {
      if (!(target instanceof Node && focused?.contains(target))) {
        focused = null;
      }
    };
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) {
        return;
      }
      const target = section?.isConnected ? section : root.querySelector("h1");
      focused = null;
      if (target) {
        target.tabIndex = -1;
        target.focus({ preventScroll: true });
      }
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
