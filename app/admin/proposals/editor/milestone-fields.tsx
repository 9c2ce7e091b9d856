import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { PROPOSAL_LIMITS } from "#domain/proposals/text-limits.ts";
import { PartList } from "../../forms/part-list.tsx";
import type { DraftContent, FindFieldError } from "./draft-content.ts";
import { createMilestone } from "./new-parts.ts";

type MilestoneFieldsProps = {
  milestones: DraftContent["milestones"];
  onChange: (milestones: DraftContent["milestones"]) => void;
  findError: FindFieldError;
};

/** Steps of the project that the client accepts. */
export function MilestoneFields({ milestones, onChange, findError }: MilestoneFieldsProps) {
  return (
    <Card aria-labelledby="proposal-milestones">
      <CardHeader
        title={<span id="proposal-milestones">Milestones</span>}
        subtitle="Optional. The client accepts each milestone in the portal. Payments can depend on them."
      />
      <PartList
        noun="milestone"
        parts={milestones}
        onChange={onChange}
        maxParts={PROPOSAL_LIMITS.milestones}
        create={createMilestone}
        renderPart={(milestone, index, change) => (
          <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
            <TextField
              label="Title"
              required
              autoComplete="off"
              value={milestone.title}
              onChange={(event) => change({ ...milestone, title: event.currentTarget.value })}
              error={findError(`milestones.${index}.title`)}
            />
            <TextField
              label="Target date"
              type="date"
              value={milestone.dueOn ?? ""}
              onChange={(event) => change({ ...milestone, dueOn: event.currentTarget.value || null })}
              error={findError(`milestones.${index}.dueOn`)}
            />
          </div>
        )}
      />
    </Card>
  );
}
