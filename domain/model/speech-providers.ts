/** The providers of models that speak and hear in conversations with audio; `openai` also stands for any compatible server. */
export const SPEECH_PROVIDERS = ["openai", "deepgram", "elevenlabs", "cartesia", "azure", "local"] as const;

export type SpeechProvider = (typeof SPEECH_PROVIDERS)[number];

export const isSpeechProvider = (provider: string): provider is SpeechProvider =>
  SPEECH_PROVIDERS.some((known) => known === provider);

/** The fault of a provider that is none of these. */
export const OTHER_SPEECH_PROVIDER =
  "Speech is made and heard by openai, deepgram, elevenlabs, cartesia, azure and local; set openai with the base_url of any other that speaks OpenAI's protocol";

/** Returns why a provider cannot be reached without a `base_url`; null: its address is known. */
export const findAddressProblem = (provider: string): string | null =>
  provider === "azure"
    ? "azure has an address in each region: give it as base_url, such as https://westeurope.tts.speech.microsoft.com to speak and https://westeurope.stt.speech.microsoft.com to hear"
    : null;
