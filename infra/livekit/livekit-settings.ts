import type { Config } from "../config/config.ts";

/** Where LiveKit is, and the key that its tokens are signed with. */
export interface LivekitSettings {
  /** As our own processes reach it: http(s). */
  url: string;
  /** As browsers reach it: ws(s). */
  publicUrl: string;
  apiKey: string;
  apiSecret: string;
}

type LivekitConfig = Pick<Config, "LIVEKIT_URL" | "LIVEKIT_PUBLIC_URL" | "LIVEKIT_API_KEY" | "LIVEKIT_API_SECRET">;

/** Null: no LiveKit is configured. That the key is there too was checked when the configuration was read. */
export const livekitSettings = (config: LivekitConfig): LivekitSettings | null => {
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = config;
  if (!url || !apiKey || !apiSecret) return null;
  return {
    url: url.replace(/^ws/, "http"),
    publicUrl: (config.LIVEKIT_PUBLIC_URL ?? url).replace(/^http/, "ws"),
    apiKey,
    apiSecret,
  };
};
