import { isRecord } from "../../domain/json/json-value.ts";
import { proveConsistency, proveInclusion } from "../../domain/record/tree-proofs.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { CampaignCounts } from "../../infra/postgres/record/campaign-counts.repository.ts";
import { listCheckpoints, listPolicies, listSealed } from "../../infra/postgres/record/record.repository.ts";
import type { RecordTree } from "../../infra/postgres/record/record-tree.entity.ts";
import { listRecordWitnesses } from "../../infra/postgres/record/record-witnesses.repository.ts";
import { recordHashes } from "../../infra/record/record-hashes.ts";
import { createZipArchive } from "../../infra/zip-archive.ts";
import { addCosignatures } from "./cosign-record.ts";
import { RECORD_README } from "./record-readme.ts";
import { createSubtreeReader, type RecordStore } from "./record-store.ts";

const ENTRIES_OF_A_PAGE = 1000;
/** Checkpoints are signed every minute: of many, some are as good a witness. */
const MOST_CHECKPOINTS = 200;

interface RecordOf {
  organizationId: number;
  campaignId: number;
  logFolder: string;
  tree: RecordTree;
  counts: CampaignCounts;
}

/**
 * Yields a ZIP archive with everything that a verifier needs: the whole record up to the checkpoint, since only all entries show that
 * none was left out; its proofs, policies and the campaign's report. Memory does not grow with the record.
 */
export async function* writeCampaignRecord(deps: RecordStore, record: RecordOf): AsyncGenerator<Uint8Array> {
  const { organizationId, tree } = record;
  const within = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(organizationId, work);
  const archive = createZipArchive();
  const entries = archive.file("entries.jsonl");
  const leaves: Uint8Array[] = [];
  const ofCampaign: number[] = [];
  for (let from = 0; from < tree.size; from += ENTRIES_OF_A_PAGE) {
    const to = Math.min(from + ENTRIES_OF_A_PAGE, tree.size);
    const page = await within((tx) => listSealed(tx, { from, to }));
    for (const { line } of page) leaves.push(recordHashes.leaf(Buffer.from(line)));
    ofCampaign.push(...page.filter((entry) => isDecision(entry, record)).map(({ index }) => index));
    entries.push(page.map(({ line }) => `${line}\n`).join(""));
    yield* archive.take();
  }
  entries.end();
  archive.whole("leaves", Buffer.concat(leaves), false);
  const witnesses = await within(listRecordWitnesses);
  archive.whole("checkpoint", Buffer.from(addCosignatures(tree.checkpoint, witnesses)));
  const earlier = (await within(listCheckpoints)).filter(({ size }) => size < tree.size);
  const cosigned = new Set(witnesses.filter(({ note }) => note !== null).map(({ size }) => size));
  const checkpoints = thinOut(earlier, ({ size }) => cosigned.has(size)).map(({ size, note }) => ({
    size,
    note: addCosignatures(note, witnesses),
  }));
  archive.json(
    "checkpoints.json",
    checkpoints.map(({ note }) => note),
  );
  archive.json(
    "policies.json",
    Object.fromEntries((await within(listPolicies)).map(({ digest, policy }) => [digest, policy])),
  );
  archive.json("report.json", record.counts);
  archive.json("proofs.json", await proveAll(deps, record, { ofCampaign, sizes: checkpoints.map(({ size }) => size) }));
  archive.whole("README.txt", Buffer.from(RECORD_README));
  archive.end();
  yield* archive.take();
}

const isDecision = ({ kind, line }: { kind: string; line: string }, { campaignId }: RecordOf): boolean =>
  kind.startsWith("campaign.") && readFacts(line)["campaign"] === campaignId;

const readFacts = (line: string): Record<string, unknown> => {
  const entry: unknown = JSON.parse(line);
  return isRecord(entry) && isRecord(entry["facts"]) ? entry["facts"] : {};
};

/** Proves the decisions about the campaign, and that each earlier checkpoint is of the same record. */
const proveAll = async (
  deps: RecordStore,
  { logFolder, tree: { size } }: RecordOf,
  { ofCampaign, sizes }: { ofCampaign: readonly number[]; sizes: readonly number[] },
) => {
  const read = createSubtreeReader(deps, logFolder, size);
  const encode = (hashes: readonly Uint8Array[]) => hashes.map((hash) => Buffer.from(hash).toString("base64"));
  const inclusion = [];
  for (const index of ofCampaign)
    inclusion.push({ index, proof: encode(await proveInclusion({ index, size }, read, recordHashes)) });
  const consistency = [];
  for (const from of sizes)
    consistency.push({ from, proof: encode(await proveConsistency({ from, to: size }, read, recordHashes)) });
  return { size, inclusion, consistency };
};

/** Keeps the newest one, those that are needed and, of the rest, every so many. */
const thinOut = <T>(rows: readonly T[], isNeeded: (row: T) => boolean): T[] => {
  const every = Math.ceil(rows.length / MOST_CHECKPOINTS);
  return rows.filter((row, at) => isNeeded(row) || (rows.length - 1 - at) % every === 0);
};
