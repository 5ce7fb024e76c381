export interface RelaySession {
  webSocketUrl: string;
  /** BCP 47, of what is said and of what is heard. */
  language: string;
  interruptible: boolean;
  /** Said before the first words come over the WebSocket. */
  greeting?: string;
}

/** The settings of a relay, alike within `dial` and `answer`, and as a command of their own. */
export const relayConfig = ({ webSocketUrl, language, interruptible, greeting }: RelaySession) => {
  const interruption = interruptible ? "any" : "none";
  return {
    url: webSocketUrl,
    language,
    dtmf_detection: true,
    interruptible: interruption,
    ...(greeting && { greeting, interruptible_greeting: interruption }),
  };
};
