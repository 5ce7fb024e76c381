import { defineOperation } from "../http/operation.ts";
import { downloadCampaignRecord } from "./download-campaign-record.ts";
import { getCheckpoint } from "./get-checkpoint.ts";
import { getTile } from "./get-tile.ts";
import { proveRun } from "./prove-run.ts";
import { getRecordKey, listEntries } from "./record.reads.ts";
import {
  campaignRecordParams,
  entriesAnswer,
  entriesQuery,
  recordKeyAnswer,
  runProofAnswer,
  runProofParams,
  tileParams,
  widerTileParams,
  widestTileParams,
} from "./record.schemas.ts";

const AREA = "Organization";
const TILE = {
  success: {
    status: 200,
    description: "Hashes of 32 bytes each, or entries, each behind its length in two bytes",
    contentTypes: ["application/octet-stream"],
  },
  errors: { 404: "The record has no such tile: a tile with .p/ has exactly so many hashes at some checkpoint" },
};

export const recordCheckpointOperation = defineOperation({
  id: "record.checkpoint",
  area: AREA,
  method: "get",
  path: "/record/checkpoint",
  summary: "The newest signed checkpoint of the record",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "A signed note of C2SP tlog-checkpoint", contentTypes: ["text/plain"] },
  errors: { 404: "Nothing is sealed yet" },
  run: getCheckpoint,
});

export const recordTileOperation = defineOperation({
  id: "record.tile",
  area: AREA,
  method: "get",
  path: "/record/tile/{level}/{tile}",
  summary: "A tile of the record's tree",
  permission: "viewer",
  sandbox: "read",
  params: tileParams,
  ...TILE,
  run: getTile,
});

export const recordPartialTileOperation = defineOperation({
  id: "record.partialTile",
  area: AREA,
  method: "get",
  path: "/record/tile/{level}/{tile}/{rest}",
  summary: "An unfinished tile, or a tile behind the first thousand",
  permission: "viewer",
  sandbox: "read",
  params: widerTileParams,
  ...TILE,
  run: getTile,
});

export const recordFarTileOperation = defineOperation({
  id: "record.farTile",
  area: AREA,
  method: "get",
  path: "/record/tile/{level}/{tile}/{rest}/{width}",
  summary: "An unfinished tile behind the first thousand, or a tile behind the first million",
  permission: "viewer",
  sandbox: "read",
  params: widestTileParams,
  ...TILE,
  run: getTile,
});

export const recordEntriesOperation = defineOperation({
  id: "record.entries",
  area: AREA,
  method: "get",
  path: "/record/entries",
  summary: "Sealed entries of the record in their order",
  permission: "viewer",
  sandbox: "read",
  query: entriesQuery,
  success: { status: 200, description: "Entries from `from` on, `to` not included", body: entriesAnswer },
  run: listEntries,
});

export const recordKeyOperation = defineOperation({
  id: "record.key",
  area: AREA,
  method: "get",
  path: "/record/key",
  summary: "The public keys that sign the record's checkpoints, and how far it is sealed",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "All keys, the oldest first", body: recordKeyAnswer },
  run: getRecordKey,
});

export const runProofOperation = defineOperation({
  id: "record.proveRun",
  area: AREA,
  method: "get",
  path: "/workflows/{workflow_id}/runs/{run_id}/proof",
  summary: "What the record says of a call, with the proof of each entry",
  permission: "viewer",
  sandbox: "read",
  params: runProofParams,
  success: { status: 200, description: "A checkpoint and the entries of the call", body: runProofAnswer },
  errors: { 404: "No such run of the agent", 409: "The database does not continue the record that was signed" },
  run: proveRun,
});

export const campaignRecordOperation = defineOperation({
  id: "campaigns.record",
  area: AREA,
  method: "get",
  path: "/campaigns/{campaign_id}/record",
  summary: "Download the signed record of a campaign, which anybody can check with the public key",
  permission: "viewer",
  sandbox: "read",
  params: campaignRecordParams,
  share: "reporting",
  success: {
    status: 200,
    description: "A ZIP archive: entries, proofs, checkpoint, policies and report",
    contentTypes: ["application/zip"],
  },
  errors: {
    404: "No such campaign in the organization, or nothing is sealed yet",
    409: "Calls begin and end faster than they are sealed, or the database does not continue the record that was signed",
  },
  run: downloadCampaignRecord,
});

export const recordOperations = [
  recordCheckpointOperation,
  recordTileOperation,
  recordPartialTileOperation,
  recordFarTileOperation,
  recordEntriesOperation,
  recordKeyOperation,
  runProofOperation,
  campaignRecordOperation,
];
