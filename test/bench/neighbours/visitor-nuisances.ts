import { WebSocket } from "ws";
import { z } from "zod";
import { asJson, type Bother, inLanes } from "./bother.ts";

const VISITORS = 32;
const agents = z.array(z.object({ id: z.number() }));
const embed = z.object({ token: z.string() });

/** Connections that no link of ours leads to. */
export const openMadeUpConnections = (bother: Bother): Promise<void> => {
  const root = bother.at.api.replace("http", "ws");
  const paths = [
    "/api/v1/talk/made.up.token",
    "/api/v1/telephony/relay/simulator/1/made-up/made.up.token",
    "/elsewhere",
  ];
  let at = 0;
  return inLanes(VISITORS, bother, () => {
    at += 1;
    return openConnection(bother, `${root}${paths[at % paths.length]}`);
  });
};

const openConnection = (bother: Bother, url: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url, { headers: { "x-forwarded-for": bother.at.address } });
    socket.once("unexpected-response", (request, response) => {
      bother.count(String(response.statusCode));
      request.destroy();
      // Nothing closes a connection that was answered otherwise.
      resolve();
    });
    socket.once("open", () => {
      bother.count("101");
      socket.terminate();
    });
    socket.on("error", () => {});
    socket.once("close", () => resolve());
  });

/** The page of a link that stands on pages of others: each is looked up. */
export const openTalkPages = async (bother: Bother): Promise<void> => {
  const [agent] = agents.parse(JSON.parse((await bother.ask("/workflows")).text));
  const body = asJson({ allowed_origins: ["https://shop.example.com"] });
  const { token } = embed.parse(JSON.parse((await bother.ask(`/workflows/${agent?.id}/embed-tokens`, body)).text));
  await inLanes(VISITORS, bother, () => bother.askAsStranger(`${bother.at.api}/talk/${token}`));
};

/** The largest file of the console, which needs no account. */
export const readConsoleFiles = async (bother: Bother): Promise<void> => {
  const { text } = await bother.askAsStranger(`${bother.at.api}/console/`);
  const files = [...text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "");
  const sizes = await Promise.all(
    files.map(async (path) => (await bother.askAsStranger(`${bother.at.api}${path}`)).text.length),
  );
  const largest = files[sizes.indexOf(Math.max(...sizes))] ?? "/console/";
  await inLanes(VISITORS, bother, () => bother.askAsStranger(`${bother.at.api}${largest}`));
};
