import type { Context } from "hono";

/** The query parameters of a page with free times. */
export type PickerQuery = {
  zone: string | undefined;
  from: string | undefined;
  view: string | undefined;
  /** "all" to choose among all time zones. */
  zones: string | undefined;
};

export function readPickerQuery({ req }: Context): PickerQuery {
  return {
    zone: req.query("zone"),
    from: req.query("from"),
    view: req.query("view"),
    zones: req.query("zones"),
  };
}
