import type { RecordedRequest, RecordSummary } from "../../../infra/simulator/record.ts";
import type { SimulatorScriptInput } from "../../../infra/simulator/script.ts";

/** Creates the simulator's own API as tests use it: script and record. */
export const createSimulatorClient = (baseUrl: string, signingKey: string) => {
  const ask = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${signingKey}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  return {
    ask,
    writeScript: async (script: SimulatorScriptInput, query = ""): Promise<void> => {
      await ask("PUT", `/v1/script${query}`, script);
    },
    record: async (query = ""): Promise<RecordedRequest[]> => {
      const answer: { requests: RecordedRequest[] } = JSON.parse(await (await ask("GET", `/v1/record${query}`)).text());
      return answer.requests;
    },
    summary: async (query = ""): Promise<RecordSummary> =>
      JSON.parse(await (await ask("GET", `/v1/record/summary${query}`)).text()),
  };
};
