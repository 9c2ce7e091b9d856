import type { ImportedFinding } from "#domain/findings/import/imported-finding.ts";
import {
  createGroup,
  createGroupFinding,
  GarakGroup,
  type GarakGroupKey,
  groupFingerprint,
} from "./garak/garak-groups.ts";
import {
  AnyRow,
  AttemptRow,
  EvalRow,
  HitRow,
  InitRow,
  PluginCacheRow,
  SetupRow,
} from "./garak/garak-schema.ts";
import { createSample } from "./garak/garak-texts.ts";
import { ImportError } from "./import-error.ts";
import type { GroupStore } from "./results/group-store.ts";
import { createResultCounter } from "./results/result-counter.ts";
import { createFindings, type ReadResults, ResultGroups } from "./results/result-groups.ts";
import { addSample, type Sample } from "./results/samples.ts";
import type { OpenFile } from "./streams/open-file.ts";
import { readJsonLines } from "./streams/read-json-lines.ts";
import { cleanName } from "./text/clean-name.ts";
import { cleanLine } from "./text/clean-text.ts";
import { shortenLine } from "./text/shorten.ts";

/** The status of an attempt that detectors have evaluated. Each attempt also has an earlier row with status 1. */
const EVALUATED = 2;
const DEFAULT_THRESHOLD = 0.5;
/** Pairs of a probe and a detector. garak has about 200 probes. */
const MAX_GROUPS = 2_000;
/** Higher than the limit of the shown text, because cleaning can shorten it. */
const MAX_GOAL_LENGTH = 5_000;

/**
 * Reads a report or a hit log of garak. A result is the score of a detector for an output. A hit log contains only
 * successful attempts, and nothing marks its end, so a hit log without its last lines is not detected.
 * @throws {ImportError}
 */
export async function readGarak(open: OpenFile, store: GroupStore): Promise<ReadResults> {
  const reader = new GarakReader(store);
  for await (const { line, value } of readJsonLines(open())) {
    await reader.addRow(value, line);
  }
  return reader.finish();
}

class GarakReader {
  readonly #groups: ResultGroups<GarakGroup>;
  readonly #fingerprints = new Set<string>();
  readonly #counter = createResultCounter();
  readonly #tags = new Map<string, readonly string[]>();
  #source: "report" | "hit log" | null = null;
  #isComplete = false;
  #version = "";
  #target = "";
  #threshold = DEFAULT_THRESHOLD;

  constructor(store: GroupStore) {
    this.#groups = new ResultGroups(store, GarakGroup);
  }

  async addRow(value: unknown, line: number): Promise<void> {
    const row = AnyRow.safeParse(value);
    if (!row.success) {
      throw new ImportError(`Line ${line} is not a row of a garak report or hit log.`);
    }
    const source = row.data.entry_type === undefined ? "hit log" : "report";
    if (this.#source !== null && this.#source !== source) {
      throw new ImportError(`Line ${line} is not a row of a garak ${this.#source}.`);
    }
    if (source === "report") {
      await this.#addReportRow(row.data.entry_type, value, line);
    } else {
      await this.#addHit(value, line);
    }
    this.#source = source;
  }

  finish(): ReadResults {
    if (this.#source === null) {
      throw new ImportError("The file is empty.");
    }
    if (this.#source === "report" && !this.#isComplete) {
      throw new ImportError(
        "This is not a complete garak report. The run did not finish, or the end of the file is missing.",
      );
    }
    const source = this.#source;
    return {
      tool: shortenLine(cleanLine(`garak ${this.#version}`), 100),
      columns: null,
      findings: createFindings(this.#groups.list(), (group) => this.#finishGroup(group, source)),
      totals: this.#counter.totals,
    };
  }

  #finishGroup(group: GarakGroup, source: "report" | "hit log"): ImportedFinding | null {
    const { fails, passed, nones } = group.evaluation ?? group.attempts;
    this.#counter.add(fails);
    this.#counter.skipCount("passed", passed);
    this.#counter.skipCount("not-evaluated", nones);
    const tags = this.#tags.get(group.probe) ?? [];
    return fails > 0 ? createGroupFinding(group, { tags, source }) : null;
  }

  async #addReportRow(entryType: string | undefined, value: unknown, line: number): Promise<void> {
    switch (entryType) {
      case "start_run setup":
        this.#readSetup(value);
        return;
      case "init":
        this.#version = InitRow.safeParse(value).data?.garak_version ?? this.#version;
        return;
      case "plugin_cache":
        this.#readTags(value);
        return;
      case "attempt":
        await this.#addAttempt(value, line);
        return;
      case "eval":
        await this.#addEvaluation(value, line);
        return;
      case "completion":
        this.#isComplete = true;
        return;
    }
  }

  #readSetup(value: unknown): void {
    const setup = SetupRow.safeParse(value).data;
    const type = setup?.["plugins.target_type"] ?? setup?.["plugins.model_type"] ?? "";
    const name = setup?.["plugins.target_name"] ?? setup?.["plugins.model_name"] ?? "";
    this.#target = cleanName(`${type} ${name}`);
    this.#threshold = setup?.["run.eval_threshold"] ?? DEFAULT_THRESHOLD;
  }

  #readTags(value: unknown): void {
    const probes = PluginCacheRow.safeParse(value).data?.plugin_cache.probes ?? {};
    for (const [name, { tags }] of Object.entries(probes)) {
      this.#tags.set(pluginName(name), tags ?? []);
    }
  }

  async #addAttempt(value: unknown, line: number): Promise<void> {
    const attempt = AttemptRow.safeParse(value);
    if (!attempt.success) {
      this.#counter.checkRow();
      this.#counter.skip("invalid", line);
      return;
    }
    if (attempt.data.status !== EVALUATED) {
      return;
    }
    this.#counter.checkRow();
    const probe = cleanPlugin(attempt.data.probe_classname);
    for (const [name, scores] of Object.entries(attempt.data.detector_results)) {
      const detector = cleanPlugin(name);
      const threshold = this.#threshold;
      this.#locateSkipped(line, {
        passed: scores.some((score) => score !== null && score < threshold),
        nones: scores.includes(null),
      });
      await this.#addToGroup({ target: this.#target, probe, detector }, (group) =>
        addScores(group, scores, { attempt: attempt.data, threshold }),
      );
    }
  }

  async #addEvaluation(value: unknown, line: number): Promise<void> {
    this.#counter.checkRow();
    const row = EvalRow.safeParse(value).data;
    if (!row) {
      this.#counter.skip("invalid", line);
      return;
    }
    this.#locateSkipped(line, { passed: row.passed > 0, nones: (row.nones ?? 0) > 0 });
    const names = { probe: cleanPlugin(row.probe), detector: cleanPlugin(row.detector) };
    await this.#addToGroup({ target: this.#target, ...names }, (group) => addEvaluation(group, row));
  }

  #locateSkipped(line: number, { passed, nones }: { passed: boolean; nones: boolean }): void {
    if (passed) {
      this.#counter.locateLine("passed", line);
    }
    if (nones) {
      this.#counter.locateLine("not-evaluated", line);
    }
  }

  async #addHit(value: unknown, line: number): Promise<void> {
    const hit = HitRow.safeParse(value).data;
    if (!hit && this.#source === null) {
      throw new ImportError(`Line ${line} is not a row of a garak report or hit log.`);
    }
    this.#counter.checkRow();
    if (!hit) {
      this.#counter.skip("invalid", line);
      return;
    }
    if (hit.score === null) {
      this.#counter.skip("not-evaluated", line);
      return;
    }
    const { score } = hit;
    const names = {
      target: cleanName(hit.generator ?? ""),
      probe: cleanPlugin(hit.probe),
      detector: cleanPlugin(hit.detector),
    };
    await this.#addToGroup(names, (group) => {
      group.attempts.fails += 1;
      addSuccess(group, { score, goal: hit.goal }, () => createSample(hit.prompt, hit.output));
    });
  }

  async #addToGroup(names: GarakGroupKey, add: (group: GarakGroup) => void): Promise<void> {
    const key = groupFingerprint(names);
    this.#fingerprints.add(key);
    if (this.#fingerprints.size > MAX_GROUPS) {
      throw new ImportError("The file has results of more than 2,000 pairs of a probe and a detector.");
    }
    await this.#groups.add(key, () => createGroup(names), add);
  }
}

/** Adds the counts of an evaluation, which are more reliable than those of the attempts. */
function addEvaluation(group: GarakGroup, row: EvalRow): void {
  const total = row.total_evaluated ?? row.total ?? row.passed;
  const earlier = group.evaluation ?? { fails: 0, passed: 0, nones: 0 };
  group.evaluation = {
    fails: earlier.fails + (row.fails ?? Math.max(0, total - row.passed)),
    passed: earlier.passed + row.passed,
    nones: earlier.nones + (row.nones ?? 0),
  };
  if (row.confidence && row.confidence_lower != null && row.confidence_upper != null) {
    group.confidence = {
      level: row.confidence,
      lower: row.confidence_lower,
      upper: row.confidence_upper,
    };
  }
}

function addSuccess(
  group: GarakGroup,
  { score, goal }: { score: number; goal: string | null | undefined },
  createSuccessSample: () => Sample,
): void {
  group.goal ||= (goal ?? "").slice(0, MAX_GOAL_LENGTH);
  group.maxScore = Math.max(group.maxScore ?? 0, score);
  addSample(group.samples, createSuccessSample);
}

/** A score of at least the threshold is a successful attack. Scores can be missing, and then are not passes. */
function addScores(
  group: GarakGroup,
  scores: readonly (number | null)[],
  { attempt, threshold }: { attempt: AttemptRow; threshold: number },
): void {
  scores.forEach((score, index) => {
    if (score === null) {
      group.attempts.nones += 1;
    } else if (score < threshold) {
      group.attempts.passed += 1;
    } else {
      group.attempts.fails += 1;
      addSuccess(group, { score, goal: attempt.goal }, () =>
        createSample(attempt.prompt, attempt.outputs?.[index]),
      );
    }
  });
}

function cleanPlugin(name: string): string {
  return cleanName(pluginName(name));
}

/** Some versions write the kind of the plugin, such as `probes.dan.DanInTheWild`. */
function pluginName(name: string): string {
  return name.replace(/^(?:garak\.)?(?:probes?|detectors?)\./, "");
}
