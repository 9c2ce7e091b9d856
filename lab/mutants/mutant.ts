/** A fault put into the code on purpose: tests that do not notice it would not notice an honest one either. */
export type Mutant = {
  /** What is wrong then, as a sentence. */
  name: string;
  file: string;
  /** Stands once in the file. */
  find: string;
  replace: string;
};

/** Mutants of the files that the same tests hold. */
export type MutantGroup = { tests: { project: "unit" | "database"; paths: string[] }; mutants: Mutant[] };
