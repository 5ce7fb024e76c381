import type { SpeechModels } from "../application/model/read-speech-models.ts";
import type { Adapters } from "../infra/adapters.ts";
import type { LivekitSettings } from "../infra/livekit/livekit-settings.ts";
import type { SpokenVoice } from "../infra/models/speech.ts";
import type { CallRun } from "../infra/postgres/call/call-run.entity.ts";
import type { SessionAddress } from "../workflows/session.contract.ts";
import type { LineTone } from "./hearing/line-tones.ts";
import type { VoiceActivity } from "./hearing/voice-activity.ts";
import type { LocalModels } from "./local-speech/local-speech.ts";
import type { CallSlots } from "./process/call-slots.ts";
import type { VoiceRoom } from "./room/voice-room.ts";

/** The parts of the media process. */
export interface MediaDependencies
  extends Pick<
    Adapters,
    "database" | "objectStore" | "secrets" | "tokens" | "clock" | "guardedRequests" | "logger" | "prices"
  > {
  /** Null: sound comes over a WebSocket of ours. */
  livekit: LivekitSettings | null;
  /** Root of the API, without a trailing slash. */
  apiUrl: string;
  slots: CallSlots;
  newVoiceActivity(): VoiceActivity;
  /** The models of this machine; absent: they are switched off. */
  localSpeech?: LocalModels;
}

export interface VoiceCall {
  address: SessionAddress;
  language: string;
  voice: SpokenVoice;
  models: SpeechModels;
  /** The call is to be recorded. */
  isRecorded: boolean;
  run: Pick<CallRun, "id" | "organization_id" | "uuid" | "direction" | "carrier_call_id"> & {
    /** Budgets hold an amount for what it speaks and hears. */
    isSpeechReserved: boolean;
  };
  /** The person is on the phone, over a SIP trunk: the process asks for instructions as a carrier does. */
  isPhone: boolean;
  /** The agent behaves differently on an answering machine, whose tone is listened for. */
  detectsMachine: boolean;
}

/** Why a call ends in this process. */
export type Ending = { kind: "person_left" } | { kind: "over" } | { kind: "failed"; error: unknown };

/** A call that this process carries. */
export interface ActiveCall {
  room: VoiceRoom;
  /** The address for the words; absent: that of web calls. */
  wordsUrl?: string;
  /** Called once when an answering machine begins to record; absent: nobody listens for it. */
  onMachine?: () => void;
  /** Called once when a tone of the network says that nobody is reached; absent: nobody listens for it. */
  onTone?: (tone: LineTone) => void;
  end(how: Ending): void;
  signal: AbortSignal;
}
