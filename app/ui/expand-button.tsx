import type { ReactNode } from "react";
import { Button } from "./button.tsx";

type ExpandButtonProps = {
  isExpanded: boolean;
  onChange: (isExpanded: boolean) => void;
  className?: string;
  children: ReactNode;
};

/** Shows the rest of a shortened list, and hides it again. */
export function ExpandButton({ isExpanded, onChange, className, children }: ExpandButtonProps) {
  return (
    <Button
      size="small"
      tone="quiet"
      className={className}
      aria-expanded={isExpanded}
      onClick={() => onChange(!isExpanded)}
    >
      {children}
    </Button>
  );
}
