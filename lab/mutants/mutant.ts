/** A bug to introduce into the code. If no test fails, the tests would not find a real bug of this kind. */
export type Mutant = {
  /** The resulting wrong behavior. */
  name: string;
  file: string;
  /** Must occur exactly once in the file. */
  find: string;
  replace: string;
};

/** Mutants that the same tests should kill. */
export type MutantGroup = { tests: { project: "unit" | "database"; paths: string[] }; mutants: Mutant[] };
