import { type RefObject, useEffect, useState } from "react";
import type { Proposal } from "#app/api/shared/proposals.ts";
import { Button } from "#app/ui/button.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { type Cents, formatDollars } from "#domain/money/money.ts";
import { ActionBar } from "../action-bar.tsx";

type DecisionBarProps = {
  proposal: Proposal;
  total: Cents;
  /** The card with the decision. The bar is hidden when the user has scrolled to it. */
  card: RefObject<HTMLElement | null>;
  onReview: () => void;
};

/** The total, the validity and the button to accept, above the tabs on narrow screens, where the card is below the document. */
export function DecisionBar({ proposal, total, card, onReview }: DecisionBarProps) {
  const isCardBelow = useIsBelow(card);
  return (
    isCardBelow && (
      <ActionBar label="Total and acceptance">
        <p className="min-w-0">
          <span className="tabular block font-medium text-18">{formatDollars(total)}</span>
          {proposal.valid_until && (
            <span className="block text-13 text-muted">Valid until {formatDate(proposal.valid_until)}</span>
          )}
        </p>
        <Button tone="primary" onClick={onReview}>
          Review and accept
        </Button>
      </ActionBar>
    )
  );
}

/** Whether the element is below the visible part of the page. */
function useIsBelow(element: RefObject<HTMLElement | null>): boolean {
  const [isBelow, setIsBelow] = useState(false);
  useEffect(() => {
    if (!element.current) {
      return;
    }
    const observer = new IntersectionObserver((entries) => {
      const entry = entries.at(-1);
      setIsBelow(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top > 0);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isBelow;
}
