import { z } from "zod";
import { idParameter } from "../http/fields.ts";

const MOST_ENTRIES = 1000;
const place = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const base64 = z.string().meta({ description: "Base64" });

export const entriesQuery = z.object({
  from: place.default(0),
  to: place.optional(),
});
export { MOST_ENTRIES };

const entry = z.object({
  index: z.number().int(),
  kind: z.string(),
  line: z.string().meta({ description: "Canonical JSON (RFC 8785): its bytes are the leaf of the tree" }),
});

export const entriesAnswer = z
  .object({
    size: z.number().int().meta({ description: "How many entries are sealed" }),
    entries: z.array(entry),
  })
  .meta({ id: "RecordEntries" });

export const recordKeyAnswer = z
  .object({
    origin: z.string().meta({ description: "The name of the organization's log in its checkpoints" }),
    keys: z.array(
      z.object({
        verifier_key: z.string().meta({ description: "As verifiers of C2SP signed notes take it" }),
        public_key: base64,
        signs_from: z.iso.datetime(),
        signs_until: z.iso.datetime().nullable().meta({ description: "null: it signs" }),
      }),
    ),
  })
  .meta({ id: "RecordKeys" });

const level = z.string().regex(/^(entries|\d{1,2})$/);
const tile = z.string().regex(/^x?\d{3}(\.p)?$/);
const part = z.string().regex(/^(x?\d{3}(\.p)?|\d{1,3})$/);
export const tileParams = z.object({ level, tile });
export const widerTileParams = z.object({ level, tile, part });
export const widestTileParams = z.object({ level, tile, part, width: part });

export const runProofParams = z.object({ workflow_id: idParameter, run_id: idParameter });
export const campaignRecordParams = z.object({ campaign_id: idParameter });

export const runProofAnswer = z
  .object({
    checkpoint: z.string().meta({ description: "A signed note of C2SP" }),
    entries: z.array(entry.extend({ proof: z.array(base64) })),
  })
  .meta({ id: "RunProof" });
