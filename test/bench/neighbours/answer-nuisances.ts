import { z } from "zod";
import { asJson, type Bother, inLanes } from "./bother.ts";

const READERS = 20;
const RUNS = 100;
/** A little below the limit of free JSON. */
const CONTEXT_BYTES = 60_000;

const named = z.array(z.object({ id: z.number(), name: z.string() }));

/** Pages that are as long as they can be: a hundred runs with as much context as each may have, asked for again and again. */
export const readLongPages = async (bother: Bother): Promise<void> => {
  const { text } = await bother.ask("/workflows");
  const [agent] = named.parse(JSON.parse(text));
  const path = `/workflows/${agent?.id}/runs`;
  const run = asJson({ name: "Long", mode: "textchat", initial_context: { filling: "x".repeat(CONTEXT_BYTES) } });
  for (let made = 0; made < RUNS && !bother.stopping.aborted; made += 1) await bother.ask(path, run);
  await inLanes(READERS, bother, () => bother.ask(`${path}?limit=${RUNS}`));
};
