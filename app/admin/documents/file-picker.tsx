import { type DragEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { Upload as UploadIcon } from "#app/ui/icons.tsx";
import { DOCUMENT_EXTENSIONS } from "#domain/documents/document-upload.ts";

const ACCEPTED_TYPES = DOCUMENT_EXTENSIONS.map((extension) => `.${extension}`).join(",");

type FilePickerProps = {
  label?: string;
  hint?: string;
  required?: boolean;
  isInvalid?: boolean;
  onChoose: (files: FileList) => void;
};

/** Selects files with the file dialog or by drag and drop. */
export function FilePicker({
  label = "Files",
  hint = "Uploading a file with the same name adds a new version.",
  required = false,
  isInvalid = false,
  onChoose,
}: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isDragOver, setIsDragOver] = useState(false);
  usePreventStrayDrops();

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setIsDragOver(false);
    if (event.dataTransfer.files.length > 0) {
      onChoose(event.dataTransfer.files);
    }
  }

  return (
    <Field
      label={label}
      required={required}
      hint={`PDF, Word, Excel, PNG or JPEG, up to 50MB each. ${hint}`.trim()}
    >
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: a drop target. The button inside does the same.
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setIsDragOver(true);
          }}
          onDragLeave={() => setIsDragOver(false)}
          onDrop={handleDrop}
          className={classNames(
            "relative flex flex-wrap items-center gap-x-4 gap-y-2 rounded-small border border-dashed px-4 py-6 transition-colors",
            isInvalid ? "border-negative" : isDragOver ? "border-accent bg-raised" : "border-edge",
          )}
        >
          <input
            {...control}
            ref={input}
            type="file"
            multiple
            accept={ACCEPTED_TYPES}
            tabIndex={-1}
            className="sr-only"
            onChange={({ currentTarget }) => {
              if (currentTarget.files) {
                onChoose(currentTarget.files);
              }
              // Allows selecting the same file again.
              currentTarget.value = "";
            }}
          />
          <Button
            icon={<UploadIcon aria-hidden="true" className="size-4" />}
            aria-describedby={control["aria-describedby"]}
            data-choose-files=""
            onClick={() => input.current?.click()}
          >
            Choose files
          </Button>
          <p className="text-14 text-muted">or drop them here</p>
        </div>
      )}
    </Field>
  );
}

/** Prevents the browser from opening a file that is dropped outside the drop target. */
function usePreventStrayDrops(): void {
  useEffect(() => {
    const preventDefault = (event: Event) => event.preventDefault();
    for (const eventName of ["dragover", "drop"]) {
      window.addEventListener(eventName, preventDefault);
    }
    return () => {
      for (const eventName of ["dragover", "drop"]) {
        window.removeEventListener(eventName, preventDefault);
      }
    };
  }, []);
}
