import { buildRequest } from "./build-request.ts";
import { EventStream } from "./event-stream.ts";
import { List } from "./list.ts";
import type { Operation } from "./operation.ts";
import { send } from "./send.ts";
import type { CallOptions, Settings } from "./settings.ts";

/** The ways in which operations are carried out, by what they answer. The types of answers are those of the generated part. */
export interface Connection {
  json<T>(operation: Operation, input?: object, options?: CallOptions): Promise<T>;
  list<Page, Item>(operation: Operation, input?: object, options?: CallOptions): List<Page, Item>;
  events<T>(operation: Operation, input?: object, options?: CallOptions): EventStream<T>;
  file(operation: Operation, input?: object, options?: CallOptions): Promise<Blob>;
  text(operation: Operation, input?: object, options?: CallOptions): Promise<string>;
  none(operation: Operation, input?: object, options?: CallOptions): Promise<void>;
}

export const createConnection = (settings: Settings): Connection => {
  const ask = (operation: Operation, input: object = {}, options: CallOptions = {}): Promise<Response> =>
    send(buildRequest(operation, input, { settings, options }), { settings, options });
  const json = async <T>(operation: Operation, input?: object, options?: CallOptions): Promise<T> => {
    const response = await ask(operation, input, options);
    return JSON.parse(await response.text());
  };
  return {
    json,
    list: (operation, input = {}, options) =>
      new List(operation, input, (changed) => json(operation, changed, options)),
    events: (operation, input = {}, options = {}) =>
      new EventStream({
        lastEventId: options.lastEventId ?? null,
        settings,
        signal: options.signal ?? null,
        // What a message brings about is not told twice.
        resumes: operation.method === "GET",
        open: (lastEventId, signal) => {
          const headers = { ...options.headers, ...(lastEventId !== null && { "last-event-id": lastEventId }) };
          return ask(operation, input, { ...options, headers, signal, timeoutMs: 0 });
        },
      }),
    file: async (...call) => (await ask(...call)).blob(),
    text: async (...call) => (await ask(...call)).text(),
    none: async (...call) => {
      await (await ask(...call)).arrayBuffer();
    },
  };
};
