import { placeholder } from "../placeholder.ts";

/** The next free times for a consultation. The server fills them in (server/site/next-times.ts). */
export function NextTimes() {
  return (
    <>
      {placeholder("nextTimes")}
      <template data-fragment="nextTimes">
        <div className="mt-2 border-line border-t pt-2 sm:mt-4 sm:pt-3">
          <h4 className="font-medium text-13 text-text">Next available times</h4>
          <ul className="tabular">{placeholder("times")}</ul>
        </div>
      </template>
      <template data-fragment="nextTime">
        <li>
          <a
            href={placeholder("link")}
            data-next-time={placeholder("time")}
            className="inline-flex min-h-8 items-center text-accent underline underline-offset-4 hover:text-accent-strong pointer-coarse:min-h-11"
          >
            {placeholder("label")}
          </a>
        </li>
      </template>
    </>
  );
}
