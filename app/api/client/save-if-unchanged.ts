import { ApiError } from "#app/api/client/api-error.ts";
import { isSameForm } from "#domain/forms/is-same-form.ts";

type SaveOptions<Row, Form> = {
  /** Name for the row in error messages, such as "project". */
  noun: string;
  /** The row as it was when the form was opened. */
  original: Row;
  form: Form;
  toForm: (row: Row) => Form;
  /** Saves the form if the stored row still equals `current`. Returns whether it was saved. */
  save: (current: Row) => Promise<boolean>;
  /** Returns the stored row, or null if it was deleted. */
  reload: () => Promise<Row | null>;
};

/**
 * Saves an edited form unless another user has changed the same fields since the form was opened. Changes to
 * other columns are not conflicts.
 * @throws {ApiError} 409 on a conflict, 404 if the row was deleted.
 */
export async function saveIfUnchanged<Row, Form extends Readonly<Record<string, unknown>>>(
  options: SaveOptions<Row, Form>,
): Promise<void> {
  const { noun, original, form, toForm, save, reload } = options;
  for (let current = original; ; ) {
    if (await save(current)) {
      return;
    }
    const stored = await reload();
    if (!stored) {
      throw createNotFoundError(noun);
    }
    // An earlier attempt was saved, but its response was lost.
    if (isSameForm(toForm(stored), form)) {
      return;
    }
    if (!isSameForm(toForm(stored), toForm(original))) {
      throw createConflictError(noun);
    }
    current = stored;
  }
}

function createNotFoundError(noun: string): ApiError {
  return new ApiError({
    status: 404,
    code: `unknown_${noun}`,
    message: `This ${noun} no longer exists.`,
  });
}

function createConflictError(noun: string): ApiError {
  const message = `Someone else edited this ${noun}. Copy your changes, reopen it and try again.`;
  return new ApiError({ status: 409, code: "edit_conflict", message });
}
