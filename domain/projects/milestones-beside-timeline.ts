import type { TimelineMilestone } from "#domain/projects/project-timeline.ts";

/**
 * Milestones that a list shows next to the timeline: those that wait for the client's acceptance, and those without a date,
 * which the timeline omits.
 */
export function listMilestonesBesideTimeline<Milestone extends TimelineMilestone>(
  milestones: readonly Milestone[],
): Milestone[] {
  return milestones.filter(
    ({ due_on, done_at, accepted_at }) => accepted_at === null && (done_at !== null || due_on === null),
  );
}
