type Fields = Record<string, unknown>;
type Pair = readonly [unknown, unknown];

/** What a setting can name. */
export interface Place {
  credentials: string[];
  /** Of a server that writes down what it is asked, and speaks and hears. */
  receiverUrl: string;
  /** Of a server that has a language model. */
  modelUrl: string;
}

type ModelPart = "llm" | "tts" | "stt";

/** Models of the agent's own, one of which has these fields. */
export const modelsWith = ({ receiverUrl, modelUrl }: Place, part: ModelPart, own: Fields): Fields => {
  const speech = { provider: "openai", model: "speech", base_url: `${receiverUrl}/v1` };
  const llm = { provider: "openai", model: "words", base_url: modelUrl };
  const models: Record<ModelPart, Fields> = { llm, tts: speech, stt: speech };
  return { ...models, [part]: { ...models[part], ...own } };
};

const modelFields = (part: ModelPart): Record<string, (place: Place) => Pair> => {
  const pair =
    (first: Fields, second: (place: Place) => Fields) =>
    (place: Place): Pair => [modelsWith(place, part, first), modelsWith(place, part, second(place))];
  return {
    [`models.${part}.model`]: pair({ model: "alpha" }, () => ({ model: "beta" })),
    [`models.${part}.base_url`]: pair({}, ({ receiverUrl }) => ({ base_url: `${receiverUrl}/elsewhere` })),
    [`models.${part}.credential_uuid`]: (place) => [
      modelsWith(place, part, { credential_uuid: place.credentials[0] }),
      modelsWith(place, part, { credential_uuid: place.credentials[1] }),
    ],
  };
};

const MESSAGE = { enabled: true, action: "leave_message", message: "Alpha." };
const ELEVENLABS = { provider: "elevenlabs", voice_id: "UgBBYS2sOqTuMpoF3BR0" };
/** Google and Azure both give their voices such names. */
const JENNY = { voice_id: "en-US-JennyNeural" };

/** Two values of each setting, by its path; where it is a field, of the object that it belongs to. */
export const SETTINGS: Readonly<Record<string, Pair | ((place: Place) => Pair)>> = {
  max_call_duration: [60, 90],
  max_user_idle_timeout: [5, 6],
  text_chat_inactivity_timeout_seconds: [60, 90],
  sms_inactivity_timeout_seconds: [60, 90],
  language: ["en-US", "de-DE"],
  "voice.provider": [
    { ...JENNY, provider: "google" },
    { ...JENNY, provider: "azure" },
  ],
  "voice.voice_id": [{ voice_id: "Joanna" }, { voice_id: "Matthew" }],
  "voice.gender": [{ gender: "female" }, { gender: "male" }],
  "voice.language": [
    { gender: "female", language: "en-GB" },
    { gender: "female", language: "de-DE" },
  ],
  "voice.speed": [
    { ...ELEVENLABS, speed: 0.8 },
    { ...ELEVENLABS, speed: 1.1 },
  ],
  "phrases.still_there": [{ still_there: "Alpha?" }, { still_there: "Beta?" }],
  "phrases.goodbye": [{ goodbye: "Alpha." }, { goodbye: "Beta." }],
  "phrases.one_moment": [{ one_moment: "Alpha." }, { one_moment: "Beta." }],
  "phrases.say_again": [{ say_again: "Alpha." }, { say_again: "Beta." }],
  "phrases.cannot_go_on": [{ cannot_go_on: "Alpha." }, { cannot_go_on: "Beta." }],
  "phrases.time_is_up": [{ time_is_up: "Alpha." }, { time_is_up: "Beta." }],
  "voicemail_detection.enabled": [{ ...MESSAGE, enabled: false }, MESSAGE],
  "voicemail_detection.action": [{ ...MESSAGE, action: "hang_up" }, MESSAGE],
  "voicemail_detection.message": [{ ...MESSAGE, message: "Beta." }, MESSAGE],
  call_reason: ["Alpha", "Beta"],
  send_keys_enabled: [false, true],
  call_recording_enabled: [false, true],
  disclosure: ["Alpha listens.", "Beta listens."],
  "redaction.kinds": [
    { kinds: ["card"], in: ["words"] },
    { kinds: ["email"], in: ["words"] },
  ],
  "redaction.in": [
    { kinds: ["card"], in: ["words"] },
    { kinds: ["card"], in: ["variables"] },
  ],
  dictionary: ["Lovelace", "Babbage"],
  context_compaction_enabled: [false, true],
  "models.llm.provider": (place) => [
    modelsWith(place, "llm", {}),
    modelsWith(place, "llm", { provider: "local", base_url: null }),
  ],
  ...modelFields("llm"),
  ...modelFields("tts"),
  ...modelFields("stt"),
};

const CLIPPY = { provider: "clippy", model: "speech", base_url: "https://speech.example.com/v1" };

/** The settings of which only one value, or none, is accepted, each with another value. */
export const REFUSED: Readonly<Record<string, unknown>> = {
  smart_turn_stop_secs: 0.5,
  turn_start_strategy: "min_words",
  turn_start_min_words: 1,
  provisional_vad_pause_secs: 0.2,
  turn_stop_strategy: "turn_analyzer",
  ambient_noise_configuration: { enabled: true },
  external_pbx_field_mappings: [{ context_path: "a", destination_field: "b" }],
  external_pbx_lead_headers: ["a"],
  "models.realtime": { realtime: { provider: "openai", model: "gpt-realtime" } },
  "models.tts.provider": { tts: CLIPPY },
  "models.stt.provider": { stt: CLIPPY },
};
