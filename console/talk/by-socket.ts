import type { Audio } from "./api.ts";
import { isEnd, type TalkParts } from "./by-words.ts";
import { OVER, RECONNECT_MS, REPLACED } from "./connection.ts";
import type { Status } from "./conversation.ts";
import { openMicrophone, watchLevel } from "./level-meter.ts";
import { showLine } from "./shown-line.ts";
import workletUrl from "./sound.worklet.ts?worker&url";
import { words } from "./words.ts";
import { createWrittenWords } from "./written-words.ts";

/** Without its agent, or without a connection, the conversation is over after this time. */
const AWAY_FOR_MS = 30_000;

/** Talks over our own WebSocket: sound of the microphone there, sound of the agent and words back. */
export const talkBySocket = async ({ url }: Audio, parts: TalkParts): Promise<void> => {
  const { transcript, note, onStatus, onOpen } = parts;
  const context = new AudioContext({ latencyHint: "interactive" });
  await context.audioWorklet.addModule(workletUrl);
  const voice = new AudioWorkletNode(context, "voice", { numberOfInputs: 0, outputChannelCount: [1] });
  voice.connect(context.destination);
  await context.resume();
  let socket: WebSocket;
  let isOver = false;
  let isMuted = false;
  let wasAway = false;
  let away: ReturnType<typeof setTimeout> | undefined;
  let stopMicrophone = () => {};

  const send = (message: object): boolean => {
    if (socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  };
  const written = createWrittenWords({
    send: async (said) => {
      if (!send({ written: said })) throw new Error("there is no connection");
    },
    show: transcript.personSays,
  });
  const finish = (status: Status) => {
    if (isOver) return;
    isOver = isEnd(status);
    clearTimeout(away);
    stopMicrophone();
    void context.close();
    socket.close(OVER);
    onStatus(status);
  };
  const awaitAgent = () => {
    away ??= setTimeout(() => {
      note(words.noAgent);
      finish("gone");
    }, AWAY_FOR_MS);
  };
  const agentComes = () => {
    clearTimeout(away);
    away = undefined;
    if (wasAway) {
      // The agent's side that heard the forming words is gone.
      transcript.personForms("");
      transcript.agentRepeats();
      written.connectionIsBack();
    }
    written.agentListens();
    onStatus("listening");
  };
  const agentLeaves = () => {
    wasAway = true;
    written.agentLeaves();
    voice.port.postMessage(null);
    onStatus("reconnecting");
    awaitAgent();
  };
  const take = (data: unknown): void => {
    if (data instanceof ArrayBuffer) return voice.port.postMessage(data, [data]);
    const message: unknown = typeof data === "string" ? JSON.parse(data) : null;
    const told = (name: string): unknown => Reflect.get(Object(message), name);
    if (told("agent") === true) agentComes();
    if (told("agent") === false && !isOver) awaitOrReconnect();
    if (told("clear") === true) voice.port.postMessage(null);
    if (told("show") !== undefined) showLine(told("show"), { ...parts, onPersonSays: written.taken });
  };
  let isJoined = false;
  const awaitOrReconnect = () => (isJoined ? agentLeaves() : awaitAgent());
  const connect = () => {
    socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => {
      take(data);
      if (typeof data === "string" && data.includes('"agent":true')) isJoined = true;
    });
    socket.addEventListener("close", ({ code }) => {
      if (isOver) return;
      if (code === REPLACED) return finish("elsewhere");
      if (code === OVER) return finish("over");
      if (isJoined) agentLeaves();
      else awaitAgent();
      setTimeout(() => isOver || connect(), RECONNECT_MS);
    });
  };
  onStatus("connecting");
  connect();
  onOpen({
    writes: written.write,
    setMuted: (muted) => void (isMuted = muted),
    leave: () => {
      send({ leave: true });
      finish("over");
    },
  });
  stopMicrophone = await sendMicrophone(context, parts, (frame) => {
    if (!isMuted && socket.readyState === WebSocket.OPEN) socket.send(frame);
  });
  if (isOver) stopMicrophone();
};

/** Sends the microphone's frames; returns the function that ends it. Without a microphone, writing still works. */
const sendMicrophone = async (
  context: AudioContext,
  { meter, note, onMicrophone }: TalkParts,
  sendFrame: (frame: ArrayBuffer) => void,
): Promise<() => void> => {
  try {
    const stream = await openMicrophone();
    const node = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0 });
    node.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => sendFrame(data);
    context.createMediaStreamSource(stream).connect(node);
    onMicrophone();
    return watchLevel(stream, meter);
  } catch {
    note(words.noMicrophone);
    return () => {};
  }
};
