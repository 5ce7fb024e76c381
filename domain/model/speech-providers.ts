/** Whose models speak and hear in conversations with audio; `openai` is also anything compatible. */
export const SPEECH_PROVIDERS = ["openai", "deepgram", "elevenlabs", "cartesia"] as const;

export type SpeechProvider = (typeof SPEECH_PROVIDERS)[number];

export const isSpeechProvider = (provider: string): provider is SpeechProvider =>
  SPEECH_PROVIDERS.some((known) => known === provider);

/** Said of a provider that is none of these. */
export const OTHER_SPEECH_PROVIDER =
  "Speech is made and heard by openai, deepgram, elevenlabs and cartesia; set openai with the base_url of any other that speaks OpenAI's protocol";
