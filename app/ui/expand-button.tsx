import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

type ExpandButtonProps = {
  isExpanded: boolean;
  onChange: (isExpanded: boolean) => void;
  className?: string;
  children: ReactNode;
};

/** Shows the rest of a shortened list, and hides it again. Its label is aligned with the text above it. */
export function ExpandButton({ isExpanded, onChange, className, children }: ExpandButtonProps) {
  return (
    <Button
      size="small"
      tone="quiet"
      className={classNames("-ml-3", className)}
      aria-expanded={isExpanded}
      onClick={() => onChange(!isExpanded)}
    >
      {children}
    </Button>
  );
}
