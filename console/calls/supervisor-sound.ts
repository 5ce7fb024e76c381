import { openMicrophone } from "../talk/level-meter.ts";
import workletUrl from "../talk/sound.worklet.ts?worker&url";

/** Sound as the server sends it: whose it is, a byte that is 0, and samples. */
const HEADER_BYTES = 2;

/** What a supervisor hears of a call, and says in it. */
export interface SupervisorSound {
  /** Plays a frame of the server's. */
  play(frame: ArrayBuffer): void;
  /** Opens the microphone and hands its frames on; rejects when there is none, or it may not be used. */
  speak(send: (frame: ArrayBuffer) => void): Promise<void>;
  close(): void;
}

/** Opens the loudspeaker: each side of a call has a buffer of its own, so that neither delays the other. */
export const openSupervisorSound = async (): Promise<SupervisorSound> => {
  const context = new AudioContext({ latencyHint: "interactive" });
  await context.audioWorklet.addModule(workletUrl);
  await context.resume();
  const voices = new Map<number, AudioWorkletNode>();
  const voiceOf = (side: number): AudioWorkletNode => {
    const known = voices.get(side);
    if (known) return known;
    const voice = new AudioWorkletNode(context, "voice", { numberOfInputs: 0, outputChannelCount: [1] });
    voice.connect(context.destination);
    voices.set(side, voice);
    return voice;
  };
  let microphone: MediaStream | null = null;
  return {
    play: (frame) => {
      const samples = frame.slice(HEADER_BYTES);
      voiceOf(new Uint8Array(frame)[0] ?? 0).port.postMessage(samples, [samples]);
    },
    speak: async (send) => {
      microphone = await openMicrophone();
      const node = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0 });
      node.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => send(data);
      context.createMediaStreamSource(microphone).connect(node);
    },
    close: () => {
      for (const track of microphone?.getTracks() ?? []) track.stop();
      void context.close();
    },
  };
};
