import { Worker } from "node:worker_threads";
import { type PassageHit, type PassageIndex, PassageIndexError } from "../passage-index.ts";
import type { Answer, Answered, Asked, Question } from "./thread-messages.ts";

/**
 * Creates the index in SQLite files of a folder, one for each organization: exact search, for up to 50,000 passages of
 * one organization. Several processes may use the same folder. A thread of its own, started at the first use, searches,
 * so that the rest of the process does not wait.
 */
export const createEmbeddedPassageIndex = ({ folder }: { folder: string }): PassageIndex => {
  const thread = lazyThread(folder);
  const ask = async (organizationId: number, question: Question): Promise<PassageHit[]> => {
    for (;;) {
      const { hits, isDone } = await thread.ask(organizationId, question);
      if (isDone) return hits;
    }
  };
  return {
    put: async (organizationId, passages) => void (await ask(organizationId, { kind: "put", passages })),
    makeCurrent: async (organizationId, edition) => void (await ask(organizationId, { kind: "makeCurrent", edition })),
    remove: async (organizationId, document) => void (await ask(organizationId, { kind: "remove", document })),
    forget: async (organizationId, passages) => void (await ask(organizationId, { kind: "forget", passages })),
    nearest: (organizationId, query) => ask(organizationId, { kind: "nearest", query }),
    matching: (organizationId, query) => ask(organizationId, { kind: "matching", query }),
    close: () => thread.close(),
  };
};

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: PassageIndexError): void;
}

const lazyThread = (folder: string) => {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | null = null;
  let count = 0;

  const settle = (answered: Answered) => {
    const asker = waiting.get(answered.number);
    waiting.delete(answered.number);
    if (waiting.size === 0) thread?.unref();
    if ("hits" in answered) asker?.resolve(answered);
    else asker?.reject(new PassageIndexError(answered.fault.code, answered.fault.message));
  };
  const fail = (ended: Worker, cause: unknown) => {
    if (thread !== ended) return;
    thread = null;
    for (const asker of waiting.values()) {
      asker.reject(new PassageIndexError("unavailable", "The embedded passage index stopped", { cause }));
    }
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(new URL("./passages.thread.ts", import.meta.url), { workerData: { folder } });
    return started
      .on("message", settle)
      .on("error", (error) => fail(started, error))
      .on("exit", () => fail(started, null));
  };

  return {
    ask: (organizationId: number, question: Question) =>
      new Promise<Answer>((resolve, reject) => {
        thread ??= start();
        thread.ref();
        count += 1;
        waiting.set(count, { resolve, reject });
        const asked: Asked = { number: count, organizationId, question };
        thread.postMessage(asked);
      }),
    close: async () => {
      await thread?.terminate();
    },
  };
};
