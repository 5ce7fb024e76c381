import { connectToConversation, type ServerFrame } from "./connection.ts";
import { isEcho } from "./speech-listener.ts";
import type { SpeechPlayer } from "./speech-player.ts";
import type { Transcript } from "./transcript.ts";

export type Status =
  | "connecting"
  | "listening"
  | "speaking"
  | "thinking"
  | "reconnecting"
  | "over"
  | "gone"
  | "elsewhere";

export interface PageConversation {
  /** Called with interim results while the person speaks. */
  forms(text: string): void;
  /** Called with what the person has said. */
  says(text: string): void;
  /** Called with what the person has written; where the agent may not be interrupted it is sent after its words. */
  writes(text: string): void;
  /** Called when no result will come of the forming words. */
  stopsForming(): void;
  leave(): void;
}

interface Parts {
  token: string;
  player: SpeechPlayer;
  transcript: Transcript;
  onStatus(status: Status): void;
  onLanguage(language: string): void;
}

/** The shortest interval of reports to the server that somebody is speaking. */
const TELL_EVERY_MS = 1000;

const limitPace = (work: (text: string) => void) => {
  let doneAtMs = 0;
  return (text: string): void => {
    if (performance.now() - doneAtMs < TELL_EVERY_MS) return;
    doneAtMs = performance.now();
    work(text);
  };
};

/** Breaks off what the agent says, and tells how much of it was heard; false: it may not be interrupted. */
const breakOff = ({
  player,
  transcript,
  connection,
}: Pick<Parts, "player" | "transcript"> & { connection: ReturnType<typeof connectToConversation> }): boolean => {
  const heard = player.interrupt();
  if (heard === null) return false;
  transcript.agentWasCut(heard);
  connection.send({ type: "interrupt", utteranceUntilInterrupt: heard });
  return true;
};

/** Runs one conversation in the page: passes the server's words to the voice, and the person's words to the server. */
export const runConversation = ({ token, player, transcript, onStatus, onLanguage }: Parts): PageConversation => {
  let isOver = false;
  /** The person interrupted the agent: what is still on its way of the reply, and may be interrupted, is dropped. */
  let isCut = false;
  /** Nothing more of the agent's is to come: all of its reply is here, whether it was said or not, or was broken off. */
  let isWhole = false;
  /** What the person says at this moment, as far as it was taken. */
  let formed: string | null = null;
  let saidAtMs: number | null = null;
  let isJoined = false;
  /** Words that were said or written while they could not be sent. */
  const untold: string[] = [];
  const finish = (status: "over" | "gone" | "elsewhere") => {
    isOver = true;
    player.reset();
    connection.close();
    onStatus(status);
  };
  const take = (frame: ServerFrame): void => {
    switch (frame.type) {
      case "text":
        if (isCut && frame.interruptible) return;
        isWhole = frame.last || isCut;
        if (frame.token.trim() !== "") {
          transcript.agentSays(frame.token.trim());
          if (saidAtMs !== null) transcript.agentAnsweredAfter(performance.now() - saidAtMs);
          saidAtMs = null;
          onStatus("speaking");
          player.say(frame.token.trim(), frame);
        }
        if (frame.last) player.finish(endAgentTurn);
        return;
      case "play":
        if (isCut && frame.interruptible) return;
        isWhole = isCut;
        onStatus("speaking");
        return player.play(frame.source, frame);
      case "language":
        player.setLanguage(frame.transcriptionLanguage);
        return onLanguage(frame.transcriptionLanguage);
      case "supervision":
        // Somebody takes the conversation over: what the agent was saying is broken off, and their words follow.
        if (!frame.takenOver || !player.isSpeaking() || !breakOff({ player, transcript, connection })) return;
        isWhole = true;
        return onStatus("listening");
      case "end":
        return player.finish(() => finish("over"));
    }
  };
  const endAgentTurn = () => {
    connection.send({ type: "spoken" });
    transcript.agentIsDone();
    if (isOver || !isJoined) return;
    onStatus("listening");
    tell();
  };
  const connection = connectToConversation(token, {
    frame: take,
    joined: () => {
      isJoined = true;
      // Later frames were not on their way when the person interrupted.
      isCut = false;
      onStatus("listening");
      if (!player.isSpeaking()) tell();
    },
    awaitsWords: () => !isWhole,
    hasSpoken: () => untold.length > 0,
    lost: () => {
      isJoined = false;
      onStatus("reconnecting");
      // A reply that has come whole is said to its end; any other one comes anew.
      if (isWhole) return;
      player.reset();
      transcript.agentRepeats();
    },
    ended: finish,
  });
  const tellForming = limitPace((text) => connection.send({ type: "prompt", voicePrompt: text, last: false }));
  /** Returns false while the agent says something that may not be interrupted. */
  const takeWord = (): boolean => {
    if (!player.isSpeaking()) return true;
    if (!breakOff({ player, transcript, connection })) return false;
    isCut = true;
    isWhole = true;
    return true;
  };
  const says = (text: string): void => {
    const hadFormed = formed !== null;
    // The end of the recognition does not send again what these words have replaced.
    formed = null;
    const isTaken = !(player.isSpeaking() && isEcho(text, player.recentWords())) && takeWord();
    // The agent was interrupted for words that had formed, also where what may not be interrupted came meanwhile.
    if (isOver || !(isTaken || hadFormed)) return hadFormed ? transcript.personForms("") : undefined;
    transcript.personSays(text);
    untold.push(text);
    tell();
  };
  const tell = (): void => {
    if (!isJoined || untold.length === 0) return;
    isCut = false;
    isWhole = false;
    player.begin();
    saidAtMs = performance.now();
    connection.send({ type: "prompt", voicePrompt: untold.splice(0).join(" "), last: true });
    onStatus("thinking");
  };
  onStatus("connecting");
  return {
    forms: (text) => {
      if (isOver || (player.isSpeaking() && isEcho(text, player.recentWords())) || !takeWord()) return;
      formed = text;
      transcript.personForms(text);
      tellForming(text);
    },
    says,
    writes: (text) => {
      if (isOver) return;
      const mayBeSent = isJoined && takeWord();
      transcript.personSays(text);
      untold.push(text);
      // Words that are not sent now are sent when the agent gives the word, or when the connection is back.
      if (mayBeSent) tell();
    },
    // These words have interrupted the agent: without them it would wait for the person, and they for it.
    stopsForming: () => (formed === null ? undefined : says(formed)),
    leave: () => {
      if (isOver) return;
      connection.send({ type: "leave" });
      finish("over");
    },
  };
};
