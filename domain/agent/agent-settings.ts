import { z } from "zod";
import { orNull, withDefault } from "../json/optional-field.ts";
import { redactionSchema } from "../privacy/redaction-setting.ts";
import { DAY_SECONDS } from "../time/durations.rules.ts";
import { agentModels } from "./agent-models.ts";
import { type AgentVoice, agentVoiceSchema } from "./agent-voice.ts";

/**
 * The settings of an agent (`workflow_configurations`). A setting that nothing would read is refused with the reason.
 * The descriptions appear in the guide and in the OpenAPI document. Absent and null mean the same.
 */

/** How long an agent may talk in one call, in seconds (`max_call_duration`): unless it says so, and at most. */
export const CALL_DURATION_SECONDS = { usual: 300, most: 1_200 } as const;

const sentence = orNull(z.string().trim().min(1).max(1_000));

const phrases = z.strictObject({
  still_there: sentence.describe("Asked when the person has said nothing for `max_user_idle_timeout`"),
  goodbye: sentence.describe("Said when they stay silent, and at an end without words of its own"),
  one_moment: sentence.describe(
    "Said when the model takes longer than three seconds, or a tool longer than four, and every twelve seconds while it works",
  ),
  say_again: sentence.describe("Said when the model has failed once"),
  cannot_go_on: sentence.describe("Said when the model fails again; the call ends"),
  time_is_up: sentence.describe("Said when `max_call_duration` is reached; the call ends"),
});

const voicemailDetection = z
  .strictObject({
    enabled: withDefault(z.boolean(), false).describe(
      "Whether answering machines are detected and handled differently",
    ),
    action: withDefault(z.enum(["hang_up", "leave_message"]), "hang_up").describe("What is done on a voicemail"),
    message: sentence.describe("The message to leave, with {{variables}}; required by `leave_message`"),
  })
  .refine(({ action, message }) => action === "hang_up" || message !== null, {
    path: ["message"],
    message: "action leave_message needs the message",
  });

/** Absent and null mean the same; a voice without any field counts as null. */
const voice = z
  .strictObject({
    provider: agentVoiceSchema.shape.provider.unwrap().nullish(),
    voice_id: agentVoiceSchema.shape.voice_id.unwrap().nullish(),
    gender: agentVoiceSchema.shape.gender.unwrap().nullish(),
    language: agentVoiceSchema.shape.language.unwrap().nullish(),
    speed: agentVoiceSchema.shape.speed.unwrap().nullish(),
  })
  .nullish()
  .transform((given): AgentVoice | null => {
    const named = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null));
    return Object.keys(named).length > 0 ? agentVoiceSchema.parse(named) : null;
  });

const languageTag = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "A language tag (BCP 47), such as en-US or de-DE");

const settings = {
  max_call_duration: withDefault(
    z.number().int().min(1).max(CALL_DURATION_SECONDS.most),
    CALL_DURATION_SECONDS.usual,
  ).describe("Seconds after which the agent says `phrases.time_is_up` and ends the call"),
  max_user_idle_timeout: withDefault(z.number().positive().max(600), 10).describe(
    "Seconds of silence after which the agent asks whether the person is still there; after as many again the call ends",
  ),
  text_chat_inactivity_timeout_seconds: withDefault(z.number().int().min(60).max(10_500), 1_800).describe(
    "Seconds without a message after which a session in text ends",
  ),
  sms_inactivity_timeout_seconds: withDefault(
    z
      .number()
      .int()
      .min(60)
      .max(7 * DAY_SECONDS),
    DAY_SECONDS,
  ).describe(
    "Seconds without a text (SMS) after which the conversation with a person who writes texts ends; the next text begins another one",
  ),
  language: withDefault(languageTag, "en-US").describe("The language of speech, recognition and dates (BCP 47)"),
  voice: voice.describe(
    "The voice of the agent; each carrier, and the model in conversations with audio, maps it to one of its own, and saving is refused when none of them has it",
  ),
  phrases: orNull(phrases).describe("Own words for moments that the definition has no words for; each may be left out"),
  voicemail_detection: orNull(voicemailDetection).describe(
    "What the agent does on a voicemail; unset: it talks as to a person",
  ),
  call_reason: sentence.describe(
    "What a screening service is told after the organization's name: why the agent calls, in a few words, with {{variables}}; unset: the name alone",
  ),
  tool_music_recording_id: orNull(z.string().min(1).max(255)).describe(
    "A recording that plays, again and again, while a tool takes longer than a second, in place of `phrases.one_moment`: in conversations " +
      "with audio and over SIP trunks, until the agent goes on or the person speaks; carriers that speak themselves play none and say the phrase",
  ),
  send_keys_enabled: withDefault(z.boolean(), false).describe(
    "Whether the agent may press keys on the telephone (`send_keys`), as menus ask for; nothing is pressed in text and in the browser",
  ),
  call_recording_enabled: withDefault(z.boolean(), false).describe(
    "Whether calls are recorded; `disclosure` is said first then",
  ),
  disclosure: sentence.describe(
    "The first sentence of every call: that it is recorded and that an artificial voice speaks. A recorded call without " +
      "an own one begins with a sentence of ours, unless the organization has switched that off",
  ),
  dictionary: withDefault(z.string().max(5_000), "").describe(
    "Names and words, separated by commas, that come up in calls: the model is told how they are spelled",
  ),
  context_compaction_enabled: withDefault(z.boolean(), false).describe(
    "Whether the model is told less of earlier steps in long calls: the last 40 sentences, and the beginnings of what tools and documents answered",
  ),
  redaction: orNull(redactionSchema).describe(
    "What is left out of this agent's conversations before it is stored or sent, besides what the organization leaves out: " +
      "`kinds` of numbers and addresses, `in` words, recording, variables or webhooks",
  ),
  models: orNull(agentModels).describe("The models of this agent; they come before the organization's"),
};

const NO_TURN_DETECTION =
  "Carriers decide when somebody has begun and finished speaking, and conversations with audio by its length, the words and the sound";
/** Accepts only the value that changes nothing, so that clients may send back every default that they know. */
const only = <T extends number | string>(neutral: T, reason: string) =>
  z
    .literal(neutral, { error: `${reason}. Leave it out, or at ${JSON.stringify(neutral)}` })
    .nullish()
    .describe(reason);
const NO_NOISE = "Agents speak without noise behind their voice";
const NO_PBX = "No fields or headers are sent to a PBX. Leave it out";

/** Settings of the published interface that this platform cannot carry out. */
const refused = {
  smart_turn_stop_secs: only(2, NO_TURN_DETECTION),
  turn_start_strategy: only("default", NO_TURN_DETECTION),
  turn_start_min_words: only(3, NO_TURN_DETECTION),
  provisional_vad_pause_secs: only(1.5, NO_TURN_DETECTION),
  turn_stop_strategy: only("transcription", NO_TURN_DETECTION),
  ambient_noise_configuration: z
    .strictObject({
      enabled: z.literal(false, { error: `${NO_NOISE}. Leave it out` }).nullish(),
      volume: z.number().nullish(),
    })
    .nullish()
    .describe(NO_NOISE),
  external_pbx_field_mappings: z.array(z.unknown()).max(0, NO_PBX).nullish().describe(NO_PBX),
  external_pbx_lead_headers: z.array(z.unknown()).max(0, NO_PBX).nullish().describe(NO_PBX),
};

/** The stored settings; a missing field has its default. */
export const keptSettings = z.strictObject(settings);
export type AgentSettings = z.output<typeof keptSettings>;

/** The settings that a request may send. The neutral values of refused settings are accepted and not stored. */
export const agentSettings = z
  .strictObject({ ...settings, ...refused })
  .transform(
    ({
      smart_turn_stop_secs,
      turn_start_strategy,
      turn_start_min_words,
      provisional_vad_pause_secs,
      turn_stop_strategy,
      ambient_noise_configuration,
      external_pbx_field_mappings,
      external_pbx_lead_headers,
      ...kept
    }): AgentSettings => kept,
  )
  .meta({ id: "AgentConfigurations" });

export const DEFAULT_SETTINGS: AgentSettings = keptSettings.parse({});
/** Settings that are accepted only with a value that changes nothing. */
export const REFUSED_SETTINGS: readonly string[] = Object.keys(refused);

/** Versions that are older than these rules may allow longer calls; their limit is kept. */
const storedSettings = z.strictObject({
  ...settings,
  max_call_duration: withDefault(z.number().int().min(1), CALL_DURATION_SECONDS.usual),
});

/**
 * Reads the stored settings of a version, which may be older than these rules: a value that is not valid counts as
 * absent.
 */
export const readAgentSettings = (stored: Readonly<Record<string, unknown>>): AgentSettings => {
  const whole = storedSettings.safeParse(stored);
  if (whole.success) return whole.data;
  const faulty = new Set(
    whole.error.issues.flatMap(({ path, ...issue }) => [...path.slice(0, 1), ...unknownKeys(issue)]),
  );
  const rest = Object.fromEntries(Object.entries(stored).filter(([name]) => !faulty.has(name)));
  return storedSettings.safeParse(rest).data ?? DEFAULT_SETTINGS;
};

const unknownKeys = (issue: object): unknown[] => ("keys" in issue && Array.isArray(issue.keys) ? issue.keys : []);
