import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { WidthContext } from "../data-display/use-cell-layout.ts";

/** Lets the tables inside choose their layout by the width of this element instead of the screen. */
export function MeasuredWidth({ className, children }: { className?: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);

  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) {
      return;
    }
    const measure = () => setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);

  return (
    <WidthContext value={width}>
      <div ref={element} className={className}>
        {children}
      </div>
    </WidthContext>
  );
}
