/** One line of the table: a measurement beside its floor from the same run. */
export interface BenchRow {
  /** The measured figure with its unit: "import of 1,000,000 contacts, s". */
  figure: string;
  measured: string;
  /** The floor and its value: "COPY of the same rows: 6.1 s"; empty for a figure without a floor. */
  floor: string;
  /** measured ÷ floor; null where there is no floor. */
  ratio: number | null;
  /** The goal in words: "≤ 2×", "≤ 25", "≥ 20"; empty where it is printed for information. */
  goal: string;
  /** True when the goal is met; null without a goal. */
  holds: boolean | null;
}

export interface BenchContext {
  /** Shrinks every size for a quick look: 1 is the size of the goal. Figures of a smaller run say so. */
  scale: number;
  /** Tells the person at the terminal what happens now. */
  say(sentence: string): void;
  /** The only section that is measured; null: all of them. */
  only: string | null;
}

/** A part of the benchmark that runs alone: `npm run bench -- <name>`. It starts and stops all that it needs. */
export interface BenchPart {
  name: string;
  title: string;
  /** What can be measured alone by `--only`. */
  sections?: readonly string[];
  run(context: BenchContext): Promise<BenchRow[]>;
}
