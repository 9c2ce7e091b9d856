import { Link, useSearchParams } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { sectionUrl } from "../section-url.ts";

export type FindingView = "list" | "coverage" | "letters";

/** Links between the views of the section. All keep the selected project. */
export function FindingNav({ current }: { current: FindingView }) {
  const [searchParams] = useSearchParams();
  const project = searchParams.get("project");
  const params: Record<string, string> = project ? { project } : {};
  const views = [
    { id: "list", label: "All findings", to: sectionUrl("findings", params) },
    {
      id: "coverage",
      label: "Control coverage",
      to: sectionUrl("findings", { ...params, view: "coverage" }),
    },
    { id: "letters", label: "Letters", to: sectionUrl("findings", { ...params, view: "letters" }) },
  ];
  return (
    <nav aria-label="Findings" className="mb-6 border-line border-b">
      <ul className="flex gap-5">
        {views.map(({ id, label, to }) => (
          <li key={id}>
            <Link
              to={to}
              aria-current={id === current ? "page" : undefined}
              className={classNames(
                "-mb-px flex min-h-10 items-center whitespace-nowrap border-b-2 font-medium text-14 transition-colors hover:text-text pointer-coarse:min-h-11",
                id === current ? "border-accent text-text" : "border-transparent text-muted",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
