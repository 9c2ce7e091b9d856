import { ApiFailure } from "#app/api/failure.ts";
import { isSameForm } from "#domain/same-form.ts";

type Saving<Row, Form> = {
  /** What the row is of, as people call it: "project". */
  what: string;
  /** The row that the form was filled with. */
  read: Row;
  form: Form;
  formOf: (row: Row) => Form;
  /** Stores the form where the row is still as `known`. @returns whether it was. */
  store: (known: Row) => Promise<boolean>;
  /** The row as it is now; null when it is gone. */
  readAgain: () => Promise<Row | null>;
};

/**
 * Stores an edited form in place of the row it was filled with, unless somebody changed meanwhile what the form holds;
 * other columns may have changed.
 * @throws ApiFailure 409 when somebody did, 404 when the row is gone.
 */
export async function saveOver<Row, Form extends Readonly<Record<string, unknown>>>(
  saving: Saving<Row, Form>,
): Promise<void> {
  const { what, read, form, formOf, store, readAgain } = saving;
  for (let known = read; ; ) {
    if (await store(known)) return;
    const stored = await readAgain();
    if (!stored) throw gone(what);
    // Sent before, and its answer was lost.
    if (isSameForm(formOf(stored), form)) return;
    if (!isSameForm(formOf(stored), formOf(read))) throw changedMeanwhile(what);
    known = stored;
  }
}

function gone(what: string): ApiFailure {
  return new ApiFailure({
    status: 404,
    code: `unknown_${what}`,
    message: `This ${what} does not exist any more.`,
  });
}

function changedMeanwhile(what: string): ApiFailure {
  const message = `This ${what} has changed meanwhile. Please copy what you typed, and open it again.`;
  return new ApiFailure({ status: 409, code: "changed_meanwhile", message });
}
