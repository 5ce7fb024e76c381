import { formatNote, parseNote } from "../../domain/record/checkpoint.rules.ts";
import type { Witness } from "../../domain/record/witness.ts";
import type { Adapters } from "../../infra/adapters.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findCheckpoint, findRecordTree, lockPublishing } from "../../infra/postgres/record/record.repository.ts";
import { readRecordKeys } from "../../infra/postgres/record/record-keys.repository.ts";
import type { RecordWitness } from "../../infra/postgres/record/record-witness.entity.ts";
import {
  listRecordWitnesses,
  noteCosigned,
  saveWitness,
} from "../../infra/postgres/record/record-witnesses.repository.ts";
import { askWitness, type WitnessAnswer } from "./ask-witness.ts";
import { buildLogFolder, buildRecordKey } from "./record-store.ts";

type CosigningDependencies = Pick<Adapters, "database" | "objectStore" | "guardedRequests" | "secrets">;

/** The name of a witness in rows. */
const nameOf = ({ name, id }: Witness): string => `${name}+${id}`;

/**
 * Asks witnesses to cosign the newest stored checkpoint of an organization's record, and stores it with what they sign. Nothing waits
 * for it: what a witness that is away has not signed is asked for again. Returns the witnesses that are away.
 */
export const cosignRecord = async (
  deps: CosigningDependencies,
  { organizationId, witnesses }: { organizationId: number; witnesses: readonly Witness[] },
): Promise<Set<Witness>> => {
  const { installation } = await readRecordKeys(deps.database, deps.secrets);
  const logFolder = buildLogFolder({ installation, organizationId });
  const within = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(organizationId, work);
  const { size, note, known } = await within(async (tx) => {
    const published = (await findRecordTree(tx))?.published_size ?? 0;
    return {
      size: published,
      note: (await findCheckpoint(tx, published))?.note,
      known: await listRecordWitnesses(tx),
    };
  });
  const away = new Set<Witness>();
  if (note === undefined) return away;
  const answers = await Promise.allSettled(
    witnesses.map(async (witness) => {
      const from = known.find((row) => row.witness === nameOf(witness))?.size ?? 0;
      const answer = await askFrom(deps, witness, { note, size, logFolder, from });
      if (answer.kind === "away") away.add(witness);
      else await within((tx) => saveWitness(tx, rowOf(witness, answer, { organizationId, size, note, from })));
      return answer;
    }),
  );
  await publishCosigned(deps, { organizationId, logFolder, size });
  const told = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  if (told.length === answers.length && told.every(({ kind }) => kind === "cosigned"))
    await within((tx) => noteCosigned(tx, size));
  // What the others have signed is stored before the fault of one is told.
  for (const answer of answers) if (answer.status === "rejected") throw answer.reason;
  return away;
};

type Submission = Parameters<typeof askWitness>[2];

/** Asks once more where the witness has seen another size, as after an answer that was lost on its way. */
const askFrom = async (
  deps: CosigningDependencies,
  witness: Witness,
  submission: Submission,
): Promise<WitnessAnswer> => {
  const isAhead = submission.from > submission.size;
  const first = await askWitness(deps, witness, { ...submission, from: isAhead ? 0 : submission.from });
  if (first.kind !== "seen" || first.size > submission.size) return first;
  return askWitness(deps, witness, { ...submission, from: first.size });
};

const rowOf = (
  witness: Witness,
  answer: Exclude<WitnessAnswer, { kind: "away" }>,
  { organizationId, size, note, from }: { organizationId: number; size: number; note: string; from: number },
): Parameters<typeof saveWitness>[1] => {
  const row = { organization_id: organizationId, witness: nameOf(witness) };
  if (answer.kind === "cosigned") return { ...row, size, note: `${note}${answer.line}`, refusal: null };
  if (answer.kind === "refused") return { ...row, size: from, refusal: answer.reason };
  const refusal =
    `It has seen a record of ${answer.size} entries, and this one has ${size}: it was restored from an older backup, ` +
    "and what is signed from here on is another record than the one that was seen";
  return { ...row, size: answer.size, refusal };
};

/** Stores the checkpoint with its cosignatures, unless a newer one is stored by now. */
const publishCosigned = (
  deps: CosigningDependencies,
  { organizationId, logFolder, size }: { organizationId: number; logFolder: string; size: number },
): Promise<void> =>
  deps.database.inOrganization(organizationId, async (tx) => {
    await lockPublishing(tx, organizationId);
    const tree = await findRecordTree(tx);
    const own = await findCheckpoint(tx, size);
    if (tree?.published_size !== size || !own) return;
    const note = addCosignatures(own.note, await listRecordWitnesses(tx));
    if (note === own.note) return;
    const key = buildRecordKey(logFolder, "checkpoint");
    await deps.objectStore.put(key, Buffer.from(note), "text/plain; charset=utf-8");
  });

/** Returns a note with the cosignatures that witnesses have given to this very text. */
export const addCosignatures = (note: string, witnesses: readonly Pick<RecordWitness, "note">[]): string => {
  const own = parseNote(note);
  if (!own) return note;
  const lines = witnesses
    .map(({ note: cosigned }) => parseNote(cosigned ?? ""))
    .filter((cosigned) => cosigned?.text === own.text)
    .flatMap((cosigned) => cosigned?.signatures.slice(-1) ?? []);
  return formatNote(own.text, [...own.signatures, ...lines]);
};
