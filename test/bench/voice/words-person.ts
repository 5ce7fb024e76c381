import { once } from "node:events";
import { WebSocket } from "ws";
import { z } from "zod";

/** Somebody whose browser hears and speaks by itself: words alone go over the connection. */
export interface WordsPerson {
  /** Resolves with the time until the first words of the answer, once all of it has come. */
  ask(words: string): Promise<number>;
  leave(): void;
}

const textFrame = z.object({ type: z.literal("text"), token: z.string(), last: z.boolean() });

/** Connects as the talk page does, and hears the greeting. */
export const joinByWords = async (url: string): Promise<WordsPerson> => {
  const socket = new WebSocket(url);
  const send = (frame: object) => socket.send(JSON.stringify(frame));
  await once(socket, "open");
  const turn = (): Promise<number> =>
    new Promise((resolve) => {
      let firstMs: number | null = null;
      const take = (data: unknown) => {
        const frame = textFrame.safeParse(JSON.parse(String(data)));
        if (!frame.success) return;
        if (frame.data.token.trim() !== "") firstMs ??= performance.now();
        if (!frame.data.last) return;
        socket.off("message", take);
        send({ type: "spoken" });
        resolve(firstMs ?? Number.NaN);
      };
      socket.on("message", take);
    });
  const greeting = turn();
  send({ type: "setup" });
  await greeting;
  return {
    ask: async (words) => {
      const answer = turn();
      const saidMs = performance.now();
      send({ type: "prompt", voicePrompt: words, last: true });
      return (await answer) - saidMs;
    },
    leave: () => {
      send({ type: "leave" });
      socket.close();
    },
  };
};
