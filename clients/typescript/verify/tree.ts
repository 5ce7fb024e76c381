import { type Checkpoint, isRoot, openCheckpoint, readCosigned, type VerifierKey } from "./checkpoint.ts";
import { type Entry, readEntry } from "./entries.ts";
import { createFinding, type Fault, type Finding } from "./finding.ts";
import { type Bytes, computeRoots, hashLeaf, toHex } from "./hashes.ts";

const HASH_BYTES = 32;

export interface TreeFiles {
  lines: readonly string[];
  /** The hashes of the leaves, one after another. */
  leaves: Bytes;
  note: string;
  /** Checkpoints of earlier times: those of the file, and those that somebody has kept. */
  earlier: readonly { note: string; of: "file" | "kept" }[];
  keys: readonly VerifierKey[];
  witnesses: readonly VerifierKey[];
}

/** Tells whether the file is the record that was signed, whole and in its order. */
export const checkTree = async (files: TreeFiles): Promise<{ findings: Finding[]; entries: Entry[] }> => {
  const { lines, note, keys } = files;
  const signature = createFinding("The checkpoint is signed by the key", "signature");
  signature.checked = 1;
  const checkpoint = await openCheckpoint(note, keys);
  if (typeof checkpoint === "string") signature.faults.push({ entry: null, sentence: checkpoint });
  const whole = createFinding("Nothing is changed, removed, added or put elsewhere", "entries");
  whole.checked = lines.length;
  const entries = lines.map((line, at) => readEntry(line, at));
  whole.faults.push(...listMisplaced(lines, entries));
  const hashes = await Promise.all(lines.map((line) => hashLeaf(new TextEncoder().encode(line))));
  if (typeof checkpoint !== "string") whole.faults.push(...(await compareTree(files, hashes, checkpoint)));
  const fork = await checkEarlier(files, hashes, typeof checkpoint === "string" ? null : checkpoint);
  const witnessed = files.witnesses.length > 0 ? [await checkWitnesses(files)] : [];
  return { findings: [signature, ...witnessed, whole, fork], entries: entries.filter((entry) => entry !== null) };
};

/** Others have seen the record grow: each of them must have signed the checkpoint or one before it that the file has. */
const checkWitnesses = async ({ note, earlier, keys, witnesses }: TreeFiles): Promise<Finding> => {
  const finding = createFinding("The witnesses have cosigned the record", "witnesses");
  const notes = [note, ...earlier.map((each) => each.note)];
  const checkpoints = await Promise.all(notes.map((each) => openCheckpoint(each, keys)));
  finding.notes = [];
  for (const witness of witnesses) {
    finding.checked += 1;
    const times = await Promise.all(notes.map((each) => readCosigned(each, witness)));
    const seen = findFarthest(
      checkpoints.flatMap((checkpoint, at) => {
        const time = times[at] ?? null;
        return typeof checkpoint === "string" || time === null ? [] : [{ size: checkpoint.size, time }];
      }),
    );
    if (seen)
      finding.notes.push(`${witness.name} has seen the first ${seen.size} entries at ${seen.time.toISOString()}`);
    else finding.faults.push({ entry: null, sentence: `${witness.name} has cosigned none of the checkpoints here` });
  }
  return finding;
};

interface Seen {
  size: number;
  time: Date;
}

/** Returns the largest size with the earliest time at which it was seen. */
const findFarthest = (all: readonly Seen[]): Seen | null =>
  all.reduce<Seen | null>(
    (first, next) =>
      first === null || next.size > first.size || (next.size === first.size && next.time < first.time) ? next : first,
    null,
  );

const listMisplaced = (lines: readonly string[], entries: readonly (Entry | null)[]): Fault[] => {
  const faults: Fault[] = [];
  let next = 0;
  for (const [at, entry] of entries.entries()) {
    if (!entry) {
      faults.push({ entry: at, sentence: `Line ${at + 1} is no entry: ${lines[at]?.slice(0, 40)}` });
      next += 1;
    } else if (entry.index > next) {
      faults.push({ entry: next, sentence: `Entry ${next} is missing or stands elsewhere` });
      next = entry.index + 1;
    } else if (entry.index < next)
      faults.push({ entry: entry.index, sentence: `Entry ${entry.index} was added or stands elsewhere` });
    else next += 1;
  }
  return faults;
};

const compareTree = async (
  { leaves }: TreeFiles,
  hashes: readonly Bytes[],
  checkpoint: Checkpoint,
): Promise<Fault[]> => {
  const faults: Fault[] = [];
  const { size } = checkpoint;
  if (hashes.length < size)
    faults.push({
      entry: hashes.length,
      sentence: `The record ends before its end: ${hashes.length} of ${size} entries are here`,
    });
  if (hashes.length > size)
    faults.push({ entry: size, sentence: `${hashes.length - size} entries stand behind those that were signed` });
  if (isRoot(checkpoint, (await computeRoots(hashes, [hashes.length])).get(hashes.length))) return faults;
  const told = splitHashes(leaves);
  const areSigned = isRoot(checkpoint, (await computeRoots(told, [told.length])).get(told.length));
  if (!areSigned) faults.push({ entry: null, sentence: "The hashes of the leaves are not those that were signed" });
  const changed = areSigned ? hashes.flatMap((hash, at) => (isSame(hash, told[at]) ? [] : [at])) : [];
  for (const at of changed) faults.push({ entry: at, sentence: `Entry ${at} is not the one that was signed` });
  if (changed.length === 0) faults.push({ entry: null, sentence: "The entries are not those that were signed" });
  return faults;
};

const splitHashes = (leaves: Bytes): Bytes[] =>
  Array.from({ length: Math.floor(leaves.length / HASH_BYTES) }, (_, at) =>
    leaves.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );

const isSame = (hash: Bytes, other: Bytes | undefined): boolean => other !== undefined && toHex(hash) === toHex(other);

/** A checkpoint that was signed earlier must be of the beginning of this very record. */
const checkEarlier = async (
  { earlier, keys }: TreeFiles,
  hashes: readonly Bytes[],
  newest: Checkpoint | null,
): Promise<Finding> => {
  const finding = createFinding("The record continues every earlier checkpoint", "checkpoints");
  const opened = await Promise.all(
    earlier.map(async ({ note, of }) => ({ of, checkpoint: await openCheckpoint(note, keys) })),
  );
  const sizes = opened.flatMap(({ checkpoint }) => (typeof checkpoint === "string" ? [] : [checkpoint.size]));
  const roots = await computeRoots(hashes, sizes);
  for (const { of, checkpoint } of opened) {
    finding.checked += 1;
    const whose = of === "kept" ? "A checkpoint that you kept" : "An earlier checkpoint of the file";
    if (typeof checkpoint === "string")
      finding.faults.push({ entry: null, sentence: `${whose} does not count: ${checkpoint}` });
    else if (newest && checkpoint.size > newest.size)
      finding.faults.push({
        entry: newest.size,
        sentence: `${whose} has ${checkpoint.size} entries: the record was cut off at ${newest.size}`,
      });
    else if (!isRoot(checkpoint, roots.get(checkpoint.size)))
      finding.faults.push({
        entry: null,
        sentence: `${whose} has another record for its first ${checkpoint.size} entries: it was forked`,
      });
  }
  return finding;
};
