import { type ReactNode, useEffect, useRef } from "react";
import { isHeadingFocusRequested } from "./heading-focus.ts";

/** The `h1` of a page. Takes the focus after a sign-in, because the form that had it is gone. */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isHeadingFocusRequested() && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-28 outline-none">
      {children}
    </h1>
  );
}
