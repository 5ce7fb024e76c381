import { Client } from "pg";

/** The statements of one transaction, or what one connection did while it held session locks. */
export interface Work {
  shapes: string[];
  values: string;
  /** How often the process waited for answers: statements that are sent together share a wait. */
  waits: number;
}

export interface StatementListener {
  /** Returns this process's work on PostgreSQL that bound one of these values, in the order of its begin. */
  workWith(values: readonly string[]): Work[];
  stop(): void;
}

/** Listens to every statement that this process sends, whatever pool it belongs to. */
export const listenToStatements = (): StatementListener => {
  const done: Work[] = [];
  const open = new WeakMap<object, Work>();
  const unanswered = new WeakMap<object, number>();
  const query = Client.prototype.query;
  const listening = function (this: Client, ...args: unknown[]): unknown {
    const asked = readQuery(args);
    if (asked) note(this, asked);
    const answer: unknown = Reflect.apply(query, this, args);
    if (answer instanceof Promise) countUnanswered(this, answer);
    return answer;
  };
  const countUnanswered = (client: Client, answer: Promise<unknown>) => {
    const add = (count: number) => unanswered.set(client, (unanswered.get(client) ?? 0) + count);
    const answered = () => void add(-1);
    add(1);
    answer.then(answered, answered);
  };
  const note = (client: Client, { text, values }: { text: string; values: unknown }) => {
    const begins = /^begin|pg_advisory_lock_shared/.test(text);
    const work = (begins ? undefined : open.get(client)) ?? { shapes: [], values: "", waits: 0 };
    if (begins) {
      open.set(client, work);
      done.push(work);
    }
    work.shapes.push(shapeOf(text));
    if (!unanswered.get(client)) work.waits += 1;
    work.values += ` ${JSON.stringify(values ?? "")}`;
    if (/^(commit|rollback)|pg_advisory_unlock_all/.test(text)) open.delete(client);
  };
  Object.assign(Client.prototype, { query: listening });
  return {
    workWith: (values) => done.filter((work) => values.some((value) => work.values.includes(value))),
    stop: () => void Object.assign(Client.prototype, { query }),
  };
};

const readQuery = ([first, second]: readonly unknown[]): { text: string; values: unknown } | null => {
  if (typeof first === "string") return { text: first, values: second };
  if (typeof first !== "object" || first === null || !("text" in first)) return null;
  return { text: String(first.text), values: "values" in first ? first.values : second };
};

/** Describes what a statement does to which table: "select call_runs for update". */
const shapeOf = (text: string): string => {
  const words = text.replaceAll('"', "").replaceAll(/\s+/g, " ").trim().toLowerCase();
  const lock = / (for (?:no key )?update|for share)/.exec(words)?.[1];
  const written = /\b(insert into|(?<!for )update|delete from) ([a-z_]+)/.exec(words);
  if (written && !words.startsWith("select")) return `${written[1]} ${written[2]}`;
  const read = /\b(?:from ([a-z_]+)|(pg_advisory\w+|set_config))/.exec(words);
  const name = read?.[1] ?? read?.[2];
  return [words.startsWith("begin") ? "begin" : "", name ? `select ${name}` : words.split(" ")[0], lock]
    .filter((part) => part)
    .join(" ");
};
