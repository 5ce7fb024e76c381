import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { callApi } from "../api/client.ts";
import type { Run, Supervision } from "../api/routes.ts";
import { OVER, RECONNECT_MS } from "../talk/connection.ts";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { openSupervisorSound, type SupervisorSound } from "./supervisor-sound.ts";

/** What is open while somebody supervises a call. */
interface Held {
  socket: WebSocket | null;
  sound: SupervisorSound | null;
  isLeft: boolean;
}

/** Holds the connection of a supervisor, and their sound; both go with the page. */
const useConnection = (onTold: (isTakenByOther: boolean) => void, onOver: () => void) => {
  const held = useRef<Held>({ socket: null, sound: null, isLeft: true });
  const close = () => {
    const { socket, sound } = held.current;
    held.current = { socket: null, sound: null, isLeft: true };
    socket?.close(OVER);
    sound?.close();
  };
  // The page is left.
  useEffect(() => () => close(), []);
  const connect = (token: string): Promise<void> =>
    new Promise((resolve) => {
      // The page's own address: it may be another one than the platform's public one.
      const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/v1/supervise/${token}`);
      socket.binaryType = "arraybuffer";
      held.current.socket = socket;
      socket.addEventListener("open", () => resolve());
      socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        if (data instanceof ArrayBuffer) return held.current.sound?.play(data);
        const told: unknown = typeof data === "string" ? JSON.parse(data) : null;
        const state = Object(Reflect.get(Object(told), "supervision"));
        onTold(Reflect.get(state, "is_taken_over") === true && Reflect.get(state, "mode") === "listen");
      });
      socket.addEventListener("close", ({ code }) => {
        if (held.current.isLeft || held.current.socket !== socket) return;
        if (code === OVER) return onOver();
        setTimeout(() => held.current.isLeft || void connect(token), RECONNECT_MS);
      });
    });
  return {
    open: async (token: string, { hears }: { hears: boolean }): Promise<void> => {
      held.current = { socket: null, sound: null, isLeft: false };
      if (hears) held.current.sound = await openSupervisorSound().catch(() => null);
      await connect(token);
    },
    /** Opens the microphone, where the call's sound is heard; rejects when there is none. */
    speak: async (): Promise<void> => {
      await held.current.sound?.speak((frame) => {
        const { socket } = held.current;
        if (socket?.readyState === WebSocket.OPEN) socket.send(frame);
      });
    },
    close,
  };
};

const PATH = "/workflows/{workflow_id}/runs/{run_id}/supervisions";
const ONE = `${PATH}/{supervision_uuid}` as const;

/** Listens to a call, whispers, takes it over and leaves it; the connection goes with the page. */
export const useSupervision = (call: Run) => {
  const queries = useQueryClient();
  const [supervision, setSupervision] = useState<Supervision | null>(null);
  const [isTakenByOther, setTakenByOther] = useState(false);
  const [isWithoutMicrophone, setWithoutMicrophone] = useState(false);
  const letGo = () => {
    connection.close();
    setSupervision(null);
    setTakenByOther(false);
    setWithoutMicrophone(false);
    void queries.invalidateQueries({ queryKey: ["call", call.id] });
  };
  const connection = useConnection(setTakenByOther, letGo);
  const run = { workflow_id: call.workflow_id, run_id: call.id };
  const params = () => ({ ...run, supervision_uuid: supervision?.supervision_uuid ?? "" });

  const listen = useAction({
    run: async () => {
      const begun = await callApi(`POST ${PATH}`, { params: run });
      await connection.open(begun.join?.token ?? "", { hears: begun.no_sound === null });
      return begun;
    },
    onDone: setSupervision,
  });
  const whisper = useAction({
    run: (text: string) => callApi(`POST ${ONE}/whispers`, { params: params(), body: { text } }),
    said: words.supervision.whispered,
    onDone: setSupervision,
  });
  const takeOver = useAction({
    run: async () => {
      const taken = await callApi(`POST ${ONE}/take-over`, { params: params() });
      await connection.speak().catch(() => setWithoutMicrophone(true));
      return taken;
    },
    onDone: setSupervision,
  });
  const say = useAction({
    run: (text: string) => callApi(`POST ${ONE}/words`, { params: params(), body: { text } }),
    onDone: setSupervision,
  });
  const leave = useAction({
    run: (goesOn: "goes_on" | "ends") => callApi(`DELETE ${ONE}`, { params: params(), query: { call: goesOn } }),
    onDone: letGo,
  });
  return { supervision, isTakenByOther, isWithoutMicrophone, listen, whisper, takeOver, say, leave };
};
