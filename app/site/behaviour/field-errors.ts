type Errors = Partial<Record<string, string>>;

/** Shows under each field what is wrong with it, and takes away what no longer is. */
export function showFieldErrors(form: HTMLFormElement, errors: Errors): void {
  for (const control of namedControls(form)) {
    const error = errors[control.name];
    const shown = document.getElementById(`${control.id}-error`);
    if (!error) {
      shown?.closest("[data-field-error]")?.remove();
      control.removeAttribute("aria-invalid");
      control.removeAttribute("aria-describedby");
    } else if (shown) {
      shown.textContent = error;
    } else {
      addError(control, error);
    }
  }
}

/** Gives the focus to the first field that is wrong. */
export function focusFirstWrong(form: HTMLFormElement, errors: Errors): void {
  namedControls(form)
    .find((control) => control.name in errors)
    ?.focus();
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function namedControls(form: HTMLFormElement): Control[] {
  return Array.from(form.elements).filter(
    (element): element is Control => "name" in element && element.id !== "" && element.tagName !== "BUTTON",
  );
}

// The look of an error is the page's: a template in the form holds its markup.
function addError(control: Control, text: string): void {
  const template = document.querySelector<HTMLTemplateElement>("template[data-error]");
  const error = template?.content.firstElementChild?.cloneNode(true);
  if (!(error instanceof HTMLElement)) return;
  const words = error.querySelector("p");
  if (!words) return;
  words.id = `${control.id}-error`;
  words.textContent = text;
  control.closest("[data-field]")?.append(error);
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", words.id);
}
