import type { Config } from "../config/config.ts";

/** The addresses of LiveKit, and the key that signs its tokens. */
export interface LivekitSettings {
  /** The address for our own processes: http(s). */
  url: string;
  /** The address for browsers: ws(s). */
  publicUrl: string;
  apiKey: string;
  apiSecret: string;
}

type LivekitConfig = Pick<Config, "LIVEKIT_URL" | "LIVEKIT_PUBLIC_URL" | "LIVEKIT_API_KEY" | "LIVEKIT_API_SECRET">;

/**
 * Returns LiveKit's settings; null: not configured. The presence of the key was checked when the configuration was
 * read.
 */
export const readLivekitSettings = (config: LivekitConfig): LivekitSettings | null => {
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = config;
  if (!url || !apiKey || !apiSecret) return null;
  return {
    url: url.replace(/^ws/, "http"),
    publicUrl: (config.LIVEKIT_PUBLIC_URL ?? url).replace(/^http/, "ws"),
    apiKey,
    apiSecret,
  };
};
