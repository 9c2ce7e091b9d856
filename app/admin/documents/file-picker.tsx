import { Upload as UploadIcon } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Field } from "#app/ui/field.tsx";
import { DOCUMENT_EXTENSIONS } from "#domain/document-upload.ts";

const ACCEPTED = DOCUMENT_EXTENSIONS.map((extension) => `.${extension}`).join(",");

type FilePickerProps = { isInvalid: boolean; onChoose: (files: FileList) => void };

/** Files from the computer's own dialog, or dropped here. */
export function FilePicker({ isInvalid, onChoose }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  useNoDropOutside();

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    if (event.dataTransfer.files.length > 0) onChoose(event.dataTransfer.files);
  }

  return (
    <Field
      label="Files"
      required
      help="PDF, Word, Excel, PNG or JPEG, at most 50MB each. A file of the same name becomes its next version."
    >
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files; the button inside does the same.
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
          className={classNames(
            "relative flex flex-wrap items-center gap-x-4 gap-y-2 rounded-small border border-dashed px-4 py-6 transition-colors",
            isInvalid ? "border-negative" : isOver ? "border-accent bg-raised" : "border-edge",
          )}
        >
          <input
            {...control}
            ref={input}
            type="file"
            multiple
            accept={ACCEPTED}
            tabIndex={-1}
            className="sr-only"
            onChange={({ currentTarget }) => {
              if (currentTarget.files) onChoose(currentTarget.files);
              // The same file can then be chosen again.
              currentTarget.value = "";
            }}
          />
          <Button
            icon={<UploadIcon aria-hidden="true" className="size-4" />}
            aria-describedby={control["aria-describedby"]}
            data-choose-files=""
            onClick={() => input.current?.click()}
          >
            Choose Files
          </Button>
          <p className="text-14 text-muted">or drop them here</p>
        </div>
      )}
    </Field>
  );
}

/** A file that misses its place would otherwise take the page's. */
function useNoDropOutside(): void {
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault();
    for (const act of ["dragover", "drop"]) window.addEventListener(act, refuse);
    return () => {
      for (const act of ["dragover", "drop"]) window.removeEventListener(act, refuse);
    };
  }, []);
}
