type Errors = Partial<Record<string, string>>;

/** Adds, updates or removes the error message below each field. */
export function showFieldErrors(form: HTMLFormElement, errors: Errors): void {
  for (const control of getFormControls(form)) {
    const error = errors[control.name];
    const errorElement = document.getElementById(`${control.id}-error`);
    if (!error) {
      errorElement?.closest("[data-field-error]")?.remove();
      control.removeAttribute("aria-invalid");
      describeControl(control);
    } else if (errorElement) {
      errorElement.textContent = error;
    } else {
      addError(control, error);
    }
  }
}

/** Focuses the first invalid field. */
export function focusFirstInvalid(form: HTMLFormElement, errors: Errors): void {
  getFormControls(form)
    .find((control) => control.name in errors)
    ?.focus();
}

type Control = HTMLInputElement | HTMLFieldSetElement | HTMLSelectElement | HTMLTextAreaElement;

function getFormControls(form: HTMLFormElement): Control[] {
  return Array.from(form.elements).filter(
    (element): element is Control => "name" in element && element.id !== "" && element.tagName !== "BUTTON",
  );
}

// The markup of an error message comes from a template in the page.
function addError(control: Control, text: string): void {
  const template = document.querySelector<HTMLTemplateElement>("template[data-error]");
  const error = template?.content.firstElementChild?.cloneNode(true);
  if (!(error instanceof HTMLElement)) {
    return;
  }
  const message = error.querySelector("p");
  if (!message) {
    return;
  }
  message.id = `${control.id}-error`;
  message.textContent = text;
  control.closest("[data-field]")?.append(error);
  control.setAttribute("aria-invalid", "true");
  describeControl(control);
}

/** Refers to the error and the hint of a control, if it has them. */
function describeControl(control: Control): void {
  const ids = [`${control.id}-error`, `${control.id}-hint`].filter((id) => document.getElementById(id));
  if (ids.length > 0) {
    control.setAttribute("aria-describedby", ids.join(" "));
  } else {
    control.removeAttribute("aria-describedby");
  }
}
