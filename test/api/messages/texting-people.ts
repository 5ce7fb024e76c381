import { expect } from "@jest/globals";
import type { RecordedText } from "../../../infra/simulator/text-record.ts";
import { SIMULATOR_SIGNING_KEY } from "../../harness/test-simulator.ts";

/** People who write texts to a platform through the simulator, and what it has recorded of theirs. */
export const textingPeople = (simulator: { baseUrl: string }, api: { baseUrl: string }) => ({
  /** Somebody writes; `id` repeats an earlier one. */
  write: async ({ from, to, body, id }: { from: string; to: string; body: string; id?: string }) => {
    const answer = await fetch(`${simulator.baseUrl}/v1/texts/inbound`, {
      method: "POST",
      headers: { authorization: `Bearer ${SIMULATOR_SIGNING_KEY}`, "content-type": "application/json" },
      body: JSON.stringify({
        to,
        from,
        body,
        inbound_url: `${api.baseUrl}/api/v1/telephony/messages/simulator`,
        account: "",
        ...(id !== undefined && { id }),
      }),
    });
    expect(await answer.json()).toEqual({ taken: true });
  },
  recordsOf: async (to: string): Promise<RecordedText[]> => {
    const answer = await fetch(`${simulator.baseUrl}/v1/texts`, {
      headers: { authorization: `Bearer ${SIMULATOR_SIGNING_KEY}` },
    });
    const { records }: { records: RecordedText[] } = await answer.json().then((body) => Object(body));
    return records.filter(({ request }) => request.to === to);
  },
});
