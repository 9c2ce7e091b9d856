import { aboutFigures } from "#app/site/firm-facts.ts";
import { AttackPath } from "./attack-path.tsx";
import { FigureSource } from "./figures.tsx";
import { People } from "./people.tsx";
import { Section } from "./section.tsx";

export function About() {
  return (
    <Section id="about" label="About" title="Security engineers with production experience">
      <div className="mt-8 grid gap-12 lg:grid-cols-2">
        <div className="grid max-w-[62ch] content-start gap-4 text-muted">
          <p>
            Our people come from Big Four security practices and Fortune 500 engineering teams. They've led
            assessments for regulated companies and been on call for production systems.
          </p>
          <p>
            Every engagement ends with working controls and a report with evidence: the attack we ran, the
            line of code that changed, and the test that prevents a regression.
          </p>
          <p>
            We resell nothing and take no vendor commissions. We recommend only what your threat model
            requires.
          </p>
        </div>
        <div>
          <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-medium border border-line bg-line">
            {aboutFigures.map((figure) => (
              <div key={figure.value} className="flex flex-col-reverse justify-end bg-surface p-4 sm:p-6">
                <dt className="mt-1 text-14 text-muted">
                  {figure.label}
                  <FigureSource figure={figure} />
                </dt>
                <dd className="font-semibold text-18 tracking-tight sm:text-22">{figure.value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <AttackPath />
      <People />
    </Section>
  );
}
