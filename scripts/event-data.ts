import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { TIMELINE_KINDS } from "../domain/timeline/timeline-kinds.ts";

/**
 * `node scripts/event-data.ts EVENTS`: writes which fields the data of each kind of event has, from events that tests recorded
 * (`RECORD_EVENTS=FILE npm test -- test`). A field that is known stays.
 */
const TARGET = join(import.meta.dirname, "../api/http/openapi/event-data.json");

const eventData = z.record(z.string(), z.record(z.string(), z.array(z.string())));
const recordedEvent = z.object({ kind: z.string(), payload: z.record(z.string(), z.unknown()) });
type Fields = z.output<typeof eventData>[string];

const main = (file: string): void => {
  const known = eventData.parse(JSON.parse(readFileSync(TARGET, "utf8")));
  for (const { kind, payload } of readEvents(file)) {
    const fields = (known[kind] ??= {});
    // Tests of the timeline itself write data of one letter.
    const own = Object.entries(payload).filter(([name]) => name.length > 1);
    for (const [name, value] of own) fields[name] = merge(fields[name] ?? [], typeOf(value));
  }
  const sorted = TIMELINE_KINDS.map((kind) => [kind, sortFields(known[kind] ?? {})]);
  writeFileSync(TARGET, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`);
};

const readEvents = (file: string): z.output<typeof recordedEvent>[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => recordedEvent.parse(JSON.parse(line)));

const merge = (types: string[], type: string): string[] =>
  [...new Set([...types, type])].filter((each, _, all) => each !== "integer" || !all.includes("number")).sort();

const typeOf = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
};

const sortFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));

const [file] = process.argv.slice(2);
if (!file) throw new Error("Name the file of events: node scripts/event-data.ts events.jsonl");
main(file);
