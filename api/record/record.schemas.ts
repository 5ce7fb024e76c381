import { z } from "zod";
import { idParameter, nullableTime } from "../http/fields.ts";

const place = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const base64 = z.string().meta({ description: "Base64" });

export const entriesQuery = z.object({
  from: place.default(0).meta({ description: "The first entry, from 0" }),
  to: place.optional().meta({ description: "The entry behind the last one; absent: a thousand are read" }),
});

const entry = z.object({
  index: z.number().int().meta({ description: "Its place in the tree, from 0" }),
  kind: z.string().meta({ description: "What it is about, such as `attempt.requested` or `do_not_call.added`" }),
  line: z.string().meta({ description: "Canonical JSON (RFC 8785): its bytes are the leaf of the tree" }),
});

export const entriesAnswer = z
  .object({
    size: z.number().int().meta({ description: "How many entries are sealed" }),
    entries: z.array(entry).meta({ description: "In their order" }),
  })
  .meta({ id: "RecordEntries" });

export const recordKeyAnswer = z
  .object({
    origin: z.string().meta({ description: "The name of the organization's log in its checkpoints" }),
    keys: z
      .array(
        z.object({
          verifier_key: z.string().meta({ description: "As verifiers of C2SP signed notes take it" }),
          public_key: base64,
          signs_from: z.iso.datetime().meta({ description: "Since when it signs" }),
          signs_until: z.iso.datetime().nullable().meta({ description: "null: it signs" }),
        }),
      )
      .meta({ description: "All that have signed, the oldest first" }),
    size: z.number().int().meta({ description: "How many entries are sealed" }),
    signed_at: nullableTime.meta({ description: "When the newest checkpoint was signed; null: nothing is sealed yet" }),
    unsealed: z.number().int().meta({ description: "How many entries wait to be sealed, for a minute at most" }),
  })
  .meta({ id: "RecordKeys" });

const level = z.string().regex(/^(entries|\d{1,2})$/);
const tile = z.string().regex(/^x?\d{3}(\.p)?$/);
const rest = z.string().regex(/^(x?\d{3}(\.p)?|\d{1,3})$/);
export const tileParams = z.object({ level, tile });
export const widerTileParams = z.object({ level, tile, rest });
export const widestTileParams = z.object({ level, tile, rest, width: rest });

export const runProofParams = z.object({
  workflow_id: idParameter,
  run_id: z.union([idParameter, z.uuid()]).meta({
    description: "The run's id, or its uuid: by that a run is found whose rows were removed, since its entries stay",
  }),
});
export const campaignRecordParams = z.object({ campaign_id: idParameter });

export const runProofAnswer = z
  .object({
    checkpoint: z.string().meta({ description: "A signed note of C2SP" }),
    entries: z
      .array(
        entry.extend({
          proof: z.array(base64).meta({ description: "The hashes from the leaf to the root (RFC 9162, 2.1.3)" }),
        }),
      )
      .meta({ description: "What the record says of the call, in its order" }),
  })
  .meta({ id: "RunProof" });
