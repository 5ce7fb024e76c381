/** One line of Prometheus's text. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const COMMENT = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/;
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.eE+-]+|[Nn]a[Nn]|[+-]Inf)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\["\\n])*)",?/y;
const SUFFIXES = /_(bucket|sum|count)$/;

/** Reads the text format of Prometheus as strictly as Prometheus does; throws at the first line that is not in it. */
export const readExposition = (text: string): Sample[] => {
  const types = new Map<string, string>();
  const seen = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split("\n").filter((each) => each !== "")) {
    const [, kind, name = "", rest = ""] = COMMENT.exec(line) ?? [];
    if (kind === "TYPE") {
      if (types.has(name)) throw new Error(`${name} is declared twice`);
      types.set(name, rest);
    }
    if (kind) continue;
    const sample = readSample(line);
    const key = `${sample.name}${JSON.stringify(Object.entries(sample.labels).sort())}`;
    if (seen.has(key)) throw new Error(`the series is there twice: ${line}`);
    seen.add(key);
    if (!types.has(sample.name) && !types.has(sample.name.replace(SUFFIXES, "")))
      throw new Error(`no type is declared for: ${line}`);
    samples.push(sample);
  }
  return samples;
};

const readSample = (line: string): Sample => {
  const [, name, inner = "", value] = SAMPLE.exec(line) ?? [];
  if (!name || !value) throw new Error(`not a line of the text format: ${line}`);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  let readUpTo = 0;
  for (let label = LABEL.exec(inner); label; label = LABEL.exec(inner)) {
    labels[label[1] ?? ""] = label[2] ?? "";
    readUpTo = LABEL.lastIndex;
  }
  if (readUpTo !== inner.length) throw new Error(`the labels are malformed: ${line}`);
  return { name, labels, value: Number(value.replace("Inf", "Infinity")) };
};

/** The sum of every series of this name that has these labels; 0 when there is none. */
export const sumOf = (samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter((sample) => sample.name === name && Object.entries(labels).every(([key, is]) => sample.labels[key] === is))
    .reduce((sum, { value }) => sum + value, 0);

/** Reads a metric from the program's own registry. */
export const readMetric = async (
  metrics: { exposition(): Promise<string> },
  name: string,
  labels: Record<string, string> = {},
): Promise<number> => sumOf(readExposition(await metrics.exposition()), name, labels);
