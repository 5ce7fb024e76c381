export interface ChaosOptions {
  /** Contacts of a campaign, or requests. */
  size: number;
  /** The first seed, and how many. */
  seed: number;
  seeds: number;
  /** The time of a campaign's dialling without disturbances. */
  minutes: number;
  /** The length of a soak. */
  hours: number;
  /** How many organizations make the traffic of a soak, each as much as one alone. */
  organizations: number;
  /** The record of a soak that is to be judged instead of a new one; null: a new one. */
  from: string | null;
  /** The folder in which a soak keeps its data and its record, and goes on with those that are there; null: neither is kept together. */
  in: string | null;
  /** Keeps the data folder of a run so that people can look into it. */
  keep: boolean;
  say(sentence: string): void;
}

export interface ChaosOutcome {
  /** Markdown. */
  table: string;
  /** Every figure is as promised. */
  holds: boolean;
}

/** Something that is shown alone: `npm run chaos -- <name>`. It starts and stops all that it needs. */
export interface ChaosScenario {
  name: string;
  title: string;
  /** Unless `--size` says another one. */
  usualSize: number;
  /** Too long for a run of everything. */
  runsOnlyByName?: true;
  run(options: ChaosOptions): Promise<ChaosOutcome>;
}
