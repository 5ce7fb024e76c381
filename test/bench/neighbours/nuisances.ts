import type { NuisanceName } from "./nuisance-names.ts";
import { type Bother, inLanes } from "./bother.ts";
import { importWorkbooks, uploadNumbers, uploadTooMuch } from "./file-nuisances.ts";
import { askLongAnswers } from "./mcp-nuisance.ts";
import { callBackUnknown, callBackUnsigned, logInNested, readOpenApi, signUpOften } from "./stranger-nuisances.ts";

const STREAMS = 859;
/** The delay of browsers, and of the stream's own hint. */
const CONNECT_AGAIN_AFTER_MS = 1000;

/** The behaviour of one organization, or of a stranger, until it is told to stop; as much of it as is let through. */
export const NUISANCES: Record<NuisanceName, (bother: Bother) => Promise<void>> = {
  imports: importWorkbooks,
  "do-not-call": uploadNumbers,
  streams: (bother) => inLanes(STREAMS, bother, () => followProgress(bother)),
  uploads: uploadTooMuch,
  openapi: readOpenApi,
  "sign-ups": signUpOften,
  "log-ins": logInNested,
  mcp: askLongAnswers,
  "unsigned callbacks": callBackUnsigned,
  "unknown callbacks": callBackUnknown,
};

const followProgress = async (bother: Bother): Promise<void> => {
  await bother.ask(`/campaigns/${bother.at.campaignId}/progress/stream`, { signal: bother.stopping });
  await bother.pause(CONNECT_AGAIN_AFTER_MS);
};
