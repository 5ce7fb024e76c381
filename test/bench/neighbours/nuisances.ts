import { readLongPages } from "./answer-nuisances.ts";
import { asJson, type Bother, inLanes } from "./bother.ts";
import { importTexts, importWorkbooks, uploadNumbers, uploadTooMuch } from "./file-nuisances.ts";
import { askLongAnswers } from "./mcp-nuisance.ts";
import type { NuisanceName } from "./nuisance-names.ts";
import { callBackUnknown, callBackUnsigned, logInNested, readOpenApi, signUpOften } from "./stranger-nuisances.ts";
import { openMadeUpConnections, openTalkPages, readConsoleFiles } from "./visitor-nuisances.ts";

const SENDERS = 20;
/** A little below the limits of a body: 100,000 values, and a megabyte. */
const LARGE_BODY_NUMBERS = 90_000;
const LARGE_BODY_NUMBER = 1_000_000_000;
const AFTER_REFUSAL_MS = 50;
const STREAMS = 859;
/** The delay of browsers, and of the stream's own hint. */
const CONNECT_AGAIN_AFTER_MS = 1000;

/** Bodies of a megabyte, each of which is read, parsed and refused. */
const sendLargeBodies = async (bother: Bother): Promise<void> => {
  const body = asJson({ name: "Everybody", junk: Array.from({ length: LARGE_BODY_NUMBERS }, () => LARGE_BODY_NUMBER) });
  await inLanes(SENDERS, bother, async () => {
    const { status } = await bother.ask("/contact-lists", body);
    if (status === 429) await bother.pause(AFTER_REFUSAL_MS);
  });
};

/** The behaviour of one organization, or of a stranger, until it is told to stop; as much of it as is let through. */
export const NUISANCES: Record<NuisanceName, (bother: Bother) => Promise<void>> = {
  imports: importWorkbooks,
  "text imports": importTexts,
  "do-not-call": uploadNumbers,
  streams: (bother) => inLanes(STREAMS, bother, () => followProgress(bother)),
  uploads: uploadTooMuch,
  openapi: readOpenApi,
  "sign-ups": signUpOften,
  "log-ins": logInNested,
  mcp: askLongAnswers,
  "unsigned callbacks": callBackUnsigned,
  "unknown callbacks": callBackUnknown,
  "large bodies": sendLargeBodies,
  "long pages": readLongPages,
  connections: openMadeUpConnections,
  "talk pages": openTalkPages,
  "console files": readConsoleFiles,
};

const followProgress = async (bother: Bother): Promise<void> => {
  await bother.ask(`/campaigns/${bother.at.campaignId}/progress/stream`, { signal: bother.stopping });
  await bother.pause(CONNECT_AGAIN_AFTER_MS);
};
