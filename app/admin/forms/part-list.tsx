import { type ReactNode, useRef } from "react";
import { Button, IconButton } from "#app/ui/button.tsx";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";

type PartListProps<Part extends { id: string }> = {
  /** Singular noun in lower case, such as "line item". */
  noun: string;
  parts: readonly Part[];
  onChange: (parts: Part[]) => void;
  maxParts: number;
  create: () => Part;
  /** Other ways to add a part, next to the button. */
  tools?: ReactNode;
  renderPart: (part: Part, index: number, change: (part: Part) => void) => ReactNode;
};

const FIELDS = "input, select, textarea";

/** Parts of a form that can be added, removed and moved. The first field of a new part gets the focus. */
export function PartList<Part extends { id: string }>({
  noun,
  parts,
  onChange,
  maxParts,
  create,
  tools,
  renderPart,
}: PartListProps<Part>) {
  const addButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const title = noun.charAt(0).toUpperCase() + noun.slice(1);
  return (
    <>
      {parts.length > 0 && (
        <ul ref={list} className="grid divide-y divide-line border-line border-y">
          {parts.map((part, index) => (
            <li key={part.id} className="py-4">
              {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't have buttons next to its legend. */}
              <div role="group" aria-label={`${title} ${index + 1}`}>
                <div className="mb-2 flex items-center justify-between gap-2">
                  <p aria-hidden="true" className="text-13 text-muted">
                    {title} {index + 1}
                  </p>
                  <PartButtons
                    name={`${noun} ${index + 1}`}
                    isFirst={index === 0}
                    isLast={index === parts.length - 1}
                    onMove={(step) => onChange(swap(parts, index, index + step))}
                    onRemove={() => {
                      onChange(parts.filter(({ id }) => id !== part.id));
                      // The focused button is removed with the part.
                      addButton.current?.focus();
                    }}
                  />
                </div>
                {renderPart(part, index, (changed) => onChange(parts.with(index, changed)))}
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          ref={addButton}
          size="small"
          icon={<Plus aria-hidden="true" className="size-4" />}
          disabled={parts.length >= maxParts}
          onClick={() => {
            onChange([...parts, create()]);
            // The fields appear in the next frame.
            requestAnimationFrame(() =>
              list.current?.lastElementChild?.querySelector<HTMLElement>(FIELDS)?.focus(),
            );
          }}
        >
          {`Add ${noun}`}
        </Button>
        {tools}
      </div>
    </>
  );
}

type PartButtonsProps = {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
};

function PartButtons({ name, isFirst, isLast, onMove, onRemove }: PartButtonsProps) {
  return (
    <div className="-mr-2 flex shrink-0">
      {(!isFirst || !isLast) && (
        <>
          {/* A disabled button would lose the focus at the end of the list. */}
          <Tooltip label="Move up">
            <IconButton
              label={`Move ${name} up`}
              aria-disabled={isFirst || undefined}
              className="size-8 aria-disabled:opacity-55"
              onClick={() => !isFirst && onMove(-1)}
            >
              <ArrowUp aria-hidden="true" className="size-4" />
            </IconButton>
          </Tooltip>
          <Tooltip label="Move down">
            <IconButton
              label={`Move ${name} down`}
              aria-disabled={isLast || undefined}
              className="size-8 aria-disabled:opacity-55"
              onClick={() => !isLast && onMove(1)}
            >
              <ArrowDown aria-hidden="true" className="size-4" />
            </IconButton>
          </Tooltip>
        </>
      )}
      <Tooltip label="Remove">
        <IconButton label={`Remove ${name}`} className="size-8" onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      </Tooltip>
    </div>
  );
}

function swap<Part>(parts: readonly Part[], from: number, to: number): Part[] {
  const part = parts[from];
  const other = parts[to];
  return part && other ? parts.with(from, other).with(to, part) : [...parts];
}
