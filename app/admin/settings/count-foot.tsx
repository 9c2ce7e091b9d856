import { counted } from "#domain/counted.ts";

/** Below a list that has no pages: how much of it there is. */
export function CountFoot({ count, noun }: { count: number; noun: string }) {
  return <p className="tabular border-line border-t px-4 py-3 text-13 text-muted">{counted(count, noun)}</p>;
}
