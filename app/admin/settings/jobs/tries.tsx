import { Moment } from "../moment.tsx";

type TriesProps = { began: string; beganAt: string; words: string; nextTryAt: string | null };

/** When it began, how often it was tried, and when it is tried next: one column, so that the acts have room. */
export function Tries({ began, beganAt, words, nextTryAt }: TriesProps) {
  return (
    <span className="block text-13">
      <span className="block">
        {began} <Moment at={beganAt} />
      </span>
      <span className="block text-muted">{words}</span>
      {nextTryAt && (
        <span className="block text-muted">
          Next <Moment at={nextTryAt} />
        </span>
      )}
    </span>
  );
}
