import type { WhatIfInput } from "./what-if.contract.ts";

/** Each may run twice and does its work once. */
export interface WhatIfActivities {
  /** Reads the campaign, runs the simulator and writes the answer into the row; one that is answered is left as it is. */
  answerWhatIf(input: WhatIfInput): Promise<void>;
}

export interface WhatIfRowActivities {
  /** Writes why there is no answer. */
  failWhatIf(input: WhatIfInput & { error: string }): Promise<void>;
}
